package peers

import (
	"github.com/tidwall/gjson"
	"github.com/valyala/fastjson"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/document"
)

// ten are ten values of a tweet: integers, booleans, which are 0 or 1, and the length of a string.
type ten [10]int

// lookups returns the contestants that parse a document and look up ten of its values.
func lookups() []contest.Contestant {
	return []contest.Contestant{
		lookup(contest.Assay, AssayName("Parse, Pointers"), "reuses its memory", assayPointers(), modAssay),
		lookup(contest.Assay, AssayName("Parse, Get"), "reuses its memory", assayGet(), modAssay),
		lookup(contest.Peer, "fastjson Parse, Get", "reuses its memory", fastjsonGet(), modFastjson),
		lookup(contest.Peer, "gjson GetManyBytes", "does not read the whole document", gjsonMany, modGJSON),
	}
}

func lookup(r contest.Role, name, note string, find func([]byte) (ten, error), modules ...string) contest.Contestant {
	work := contest.Into[ten]{Decode: find, Reference: decodeTen}
	c := entry(contest.Lookups, r, name, note, work, modules...)
	c.Types = map[string]contest.Typed{"tweets": work}
	return c
}

// decodeTen returns the values that the package json/v2 decodes.
func decodeTen(b []byte) (ten, error) {
	var tweet struct {
		ID        int    `json:"id"`
		Retweets  int    `json:"retweet_count"`
		Favorites int    `json:"favorite_count"`
		Favorited bool   `json:"favorited"`
		Retweeted bool   `json:"retweeted"`
		Truncated bool   `json:"truncated"`
		Lang      string `json:"lang"`
		User      struct {
			ID        int  `json:"id"`
			Followers int  `json:"followers_count"`
			Verified  bool `json:"verified"`
		} `json:"user"`
	}
	err := unmarshalExp(b, &tweet)
	return ten{
		tweet.ID, tweet.Retweets, tweet.Favorites, number(tweet.Favorited), number(tweet.Retweeted), number(tweet.Truncated),
		len(tweet.Lang), tweet.User.ID, tweet.User.Followers, number(tweet.User.Verified),
	}, err
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func assayPointers() func([]byte) (ten, error) {
	pointers, err := document.NewPointers("/id", "/retweet_count", "/favorite_count", "/favorited", "/retweeted", "/truncated", "/lang",
		"/user/id", "/user/followers_count", "/user/verified")
	if err != nil {
		panic(err)
	}
	var d document.Document
	var values []document.Value
	return func(b []byte) (t ten, err error) {
		if err = d.Parse(b); err == nil {
			values = pointers.AppendValues(values[:0], d.Root())
			t = ten{
				integer(values[0]), integer(values[1]), integer(values[2]), boolean(values[3]), boolean(values[4]), boolean(values[5]),
				len(values[6].Body()), integer(values[7]), integer(values[8]), boolean(values[9]),
			}
		}
		return t, err
	}
}

func assayGet() func([]byte) (ten, error) {
	var d document.Document
	return func(b []byte) (t ten, err error) {
		if err = d.Parse(b); err == nil {
			t = ten{
				integer(d.Get("id")), integer(d.Get("retweet_count")), integer(d.Get("favorite_count")), boolean(d.Get("favorited")),
				boolean(d.Get("retweeted")), boolean(d.Get("truncated")), len(d.Get("lang").Body()), integer(d.Get("user", "id")),
				integer(d.Get("user", "followers_count")), boolean(d.Get("user", "verified")),
			}
		}
		return t, err
	}
}

func integer(v document.Value) int {
	i, _ := v.Int64()
	return int(i)
}

func boolean(v document.Value) int {
	b, _ := v.Bool()
	return number(b)
}

func fastjsonGet() func([]byte) (ten, error) {
	var p fastjson.Parser
	return func(b []byte) (t ten, err error) {
		v, err := p.ParseBytes(b)
		if err == nil {
			t = ten{
				v.GetInt("id"), v.GetInt("retweet_count"), v.GetInt("favorite_count"), number(v.GetBool("favorited")),
				number(v.GetBool("retweeted")), number(v.GetBool("truncated")), len(v.GetStringBytes("lang")), v.GetInt("user", "id"),
				v.GetInt("user", "followers_count"), number(v.GetBool("user", "verified")),
			}
		}
		return t, err
	}
}

func gjsonMany(b []byte) (ten, error) {
	v := gjson.GetManyBytes(b, "id", "retweet_count", "favorite_count", "favorited", "retweeted", "truncated", "lang",
		"user.id", "user.followers_count", "user.verified")
	return ten{
		int(v[0].Int()), int(v[1].Int()), int(v[2].Int()), number(v[3].Bool()), number(v[4].Bool()), number(v[5].Bool()),
		len(v[6].Str), int(v[7].Int()), int(v[8].Int()), number(v[9].Bool()),
	}, nil
}
