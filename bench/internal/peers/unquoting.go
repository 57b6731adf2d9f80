package peers

import (
	stdjson "encoding/json"

	"github.com/bytedance/sonic/unquote"
	"github.com/go-faster/jx"
	expjson "github.com/go-json-experiment/json/jsontext"
	goccytext "github.com/goccy/go-json/jsontext"
	segment "github.com/segmentio/encoding/json"
	"github.com/tidwall/gjson"
	"github.com/valyala/fastjson"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/escape"
)

// unquoting returns the contestants that decode a quoted string.
func unquoting() []contest.Contestant {
	return append([]contest.Contestant{
		unquoter(contest.Assay, AssayName("AppendUnquote"), "", escape.AppendUnquote[string], modAssay),
		unquoter(contest.Assay, AssayName("AppendUnescaped"), "requires a string that has already been checked", assayUnescape, modAssay),
		unquoter(contest.Peer, "encoding/json Unmarshal", "", stdUnquote()),
		unquoter(contest.Peer, "go-json-experiment AppendUnquote", "", expjson.AppendUnquote[string], modExperiment),
		unquoter(contest.Peer, "goccy jsontext AppendUnquote", "", goccytext.AppendUnquote[string], modGoccy),
		unquoter(contest.Peer, "sonic unquote.IntoBytes", "", sonicUnquote, modSonic),
		unquoter(contest.Peer, "segmentio AppendUnescape", "", segmentUnquote, modSegment),
		unquoter(contest.Peer, "gjson Parse.String", "", gjsonUnquote, modGJSON),
		unquoter(contest.Peer, "jx StrAppend", "", jxUnquote(), modJX),
		unquoter(contest.Peer, "fastjson StringBytes", "", fastjsonUnquote(), modFastjson),
	}, transformLimits(contest.Unquoting)...)
}

func unquoter(r contest.Role, name, note string, f contest.Transform, modules ...string) contest.Contestant {
	return entry(contest.Unquoting, r, name, note, f, modules...)
}

func assayUnescape(dst []byte, s string) ([]byte, error) {
	return escape.AppendUnescaped(dst, bytesOf(body(s))), nil
}

func stdUnquote() contest.Transform {
	var text string
	return func(dst []byte, s string) ([]byte, error) {
		err := stdjson.Unmarshal(bytesOf(s), &text)
		return append(dst, text...), err
	}
}

// sonicUnquote grows dst first, because IntoBytes requires enough capacity.
func sonicUnquote(dst []byte, s string) ([]byte, error) {
	if cap(dst) < len(s) {
		dst = make([]byte, 0, 2*len(s))
	}
	if fault := unquote.IntoBytes(body(s), &dst); fault != 0 {
		return dst, contest.ErrRejected
	}
	return dst, nil
}

func segmentUnquote(dst []byte, s string) ([]byte, error) {
	return segment.AppendUnescape(dst, bytesOf(s), 0), nil
}

func gjsonUnquote(dst []byte, s string) ([]byte, error) {
	return append(dst, gjson.Parse(s).String()...), nil
}

func jxUnquote() contest.Transform {
	d := jx.DecodeBytes(nil)
	return func(dst []byte, s string) ([]byte, error) {
		d.ResetBytes(bytesOf(s))
		return d.StrAppend(dst)
	}
}

func fastjsonUnquote() contest.Transform {
	var p fastjson.Parser
	return func(dst []byte, s string) ([]byte, error) {
		v, err := p.Parse(s)
		if err != nil {
			return dst, err
		}
		text, err := v.StringBytes()
		return append(dst, text...), err
	}
}
