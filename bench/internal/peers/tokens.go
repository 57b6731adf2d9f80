package peers

import (
	"bytes"
	stdjson "encoding/json"
	"io"

	expjson "github.com/go-json-experiment/json/jsontext"
	goccytext "github.com/goccy/go-json/jsontext"
	"github.com/minio/simdjson-go"
	segment "github.com/segmentio/encoding/json"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/tokenizer"
)

// tokens returns the contestants that visit every token.
func tokens() []contest.Contestant {
	list := []contest.Contestant{
		entry(contest.Tokens, contest.Assay, AssayName("Tokenizer"), "decodes strings and numbers on demand", contest.Walk(assayTokens()), modAssay),
		entry(contest.Tokens, contest.Assay, AssayName(parseAndWalk), "visits each value; decodes strings and numbers on demand", assayWalk(), modAssay),
		entry(contest.Tokens, contest.Assay, AssayName("NewReader"), "reads a stream", contest.Walk(assayReader()), modAssay),
		walker("encoding/json Decoder.Token", "UseNumber", stdTokens),
		walker("go-json-experiment ReadToken", "converts numbers on demand", expTokens, modExperiment),
		walker("go-json-experiment ReadToken, reader", "reads a stream; converts numbers on demand", expReader(), modExperiment),
		walker("goccy jsontext ReadToken", "converts numbers on demand", goccyTokens, modGoccy),
		walker("sonic ast.Preorder", "callbacks; OnlyNumber", sonicTokens(), modSonic),
		walker("fastjson Parse and Visit", "builds a tree; keeps numbers as text", fastjsonWalk(), modFastjson),
		walker("gjson ForEach", "splits off values, and splits them again", gjsonWalk, modGJSON),
		walker("jx Decoder", "callbacks; keeps numbers as text", jxWalk(), modJX),
		walker("ojg Tokenize", "callbacks; converts numbers", ojgTokens(), modOjg),
		walker("segmentio Tokenizer", "keeps numbers as text", segmentTokens, modSegment),
	}
	if simdjson.SupportedCPU() {
		list = append(list, walker("simdjson-go Parse, Iter", "builds a tape; converts numbers", simdjsonWalk(), modSimdjson))
	}
	return append(list, limits(contest.Tokens)...)
}

const parseAndWalk = "Parse and walk"

// walks returns the contestants that parse a whole document and visit every value.
func walks() []contest.Contestant {
	return selected(tokens(), contest.Walks, AssayName(parseAndWalk), "fastjson Parse and Visit", "gjson ForEach", "simdjson-go Parse, Iter")
}

func walker(name, note string, walk contest.Walk, modules ...string) contest.Contestant {
	return entry(contest.Tokens, contest.Peer, name, note, walk, modules...)
}

func assayTokens() contest.Walk {
	tokens := tokenizer.New(nil)
	return func(b []byte) (t contest.Tally, ok bool) {
		for tokens.Reset(b); ; t.Tokens++ {
			if _, err := tokens.Next(); err != nil {
				return t, err == io.EOF
			}
		}
	}
}

func assayReader() contest.Walk {
	r := new(bytes.Reader)
	tokens := tokenizer.NewReader(r)
	return func(b []byte) (t contest.Tally, ok bool) {
		r.Reset(b)
		for tokens.ResetReader(r); ; t.Tokens++ {
			if _, err := tokens.Next(); err != nil {
				return t, err == io.EOF
			}
		}
	}
}

func stdTokens(b []byte) (t contest.Tally, ok bool) {
	dec := stdjson.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	for {
		token, err := dec.Token()
		if err != nil {
			return t, err == io.EOF
		}
		t.Tokens++
		if s, ok := token.(string); ok {
			t.Text += len(s)
		}
	}
}

func expTokens(b []byte) (t contest.Tally, ok bool) {
	// With a *bytes.Buffer, the decoder reads b in place.
	for dec := expjson.NewDecoder(bytes.NewBuffer(b)); ; t.Tokens++ {
		if _, err := dec.ReadToken(); err != nil {
			return t, err == io.EOF
		}
	}
}

func expReader() contest.Walk {
	r := new(bytes.Reader)
	dec := expjson.NewDecoder(r)
	return func(b []byte) (t contest.Tally, ok bool) {
		r.Reset(b)
		for dec.Reset(r); ; t.Tokens++ {
			if _, err := dec.ReadToken(); err != nil {
				return t, err == io.EOF
			}
		}
	}
}

func goccyTokens(b []byte) (t contest.Tally, ok bool) {
	for dec := goccytext.NewDecoder(bytes.NewBuffer(b)); ; t.Tokens++ {
		if _, err := dec.ReadToken(); err != nil {
			return t, err == io.EOF
		}
	}
}

func segmentTokens(b []byte) (t contest.Tally, ok bool) {
	tokens := segment.NewTokenizer(b)
	for tokens.Next() {
		switch {
		case tokens.Delim == ',' || tokens.Delim == ':':
			continue
		case tokens.Delim == 0 && tokens.Kind().Class() == segment.String:
			t.Text += len(tokens.String())
		}
		t.Tokens++
	}
	return t, tokens.Err == nil
}

func simdjsonWalk() contest.Walk {
	var tape *simdjson.ParsedJson
	return func(b []byte) (t contest.Tally, ok bool) {
		parsed, err := simdjson.Parse(b, tape, simdjson.WithCopyStrings(false))
		if err != nil {
			return t, false
		}
		tape = parsed
		iter := tape.Iter()
		for {
			switch iter.AdvanceInto() {
			case simdjson.TagEnd:
				return t, true
			case simdjson.TagRoot:
				continue
			case simdjson.TagString:
				s, err := iter.StringBytes()
				if err != nil {
					return t, false
				}
				t.Text += len(s)
			}
			t.Tokens++
		}
	}
}
