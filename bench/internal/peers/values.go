package peers

import (
	stdjson "encoding/json"

	"github.com/bytedance/sonic"
	goccy "github.com/goccy/go-json"
	"github.com/minio/simdjson-go"
	"github.com/ohler55/ojg/oj"
	"github.com/valyala/fastjson"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// values returns the contestants that parse a whole document to give access to any of its values.
func values() []contest.Contestant {
	list := []contest.Contestant{
		value(contest.Assay, AssayName("Parse"), "reuses its memory", assayParse(), modAssay),
		value(contest.Assay, AssayName("Parse, fresh"), "", assayFreshParse, modAssay),
		value(contest.Peer, "fastjson Parse", "reuses its memory; builds a tree", fastjsonTree(), modFastjson),
		value(contest.Peer, "encoding/json Unmarshal", "decodes into any", unmarshal(stdjson.Unmarshal)),
		value(contest.Peer, "goccy Unmarshal", "decodes into any", unmarshal(goccy.Unmarshal), modGoccy),
		value(contest.Peer, "sonic Unmarshal", "decodes into any", unmarshal(sonic.Unmarshal), modSonic),
		value(contest.Peer, "ojg Parse", "reuses its memory; decodes into any", ojgParse(), modOjg),
	}
	if simdjson.SupportedCPU() {
		list = append(list,
			value(contest.Peer, "simdjson-go Parse", "reuses its memory; builds a tape; converts numbers", simdjsonTape(simdjson.WithCopyStrings(false)), modSimdjson),
			value(contest.Peer, "simdjson-go Parse, copies", "reuses its memory; with its default options", simdjsonTape(), modSimdjson))
	}
	return append(list, limits(contest.Values)...)
}

func value(r contest.Role, name, note string, parse contest.Verdict, modules ...string) contest.Contestant {
	return entry(contest.Values, r, name, note, parse, modules...)
}

func assayParse() contest.Verdict {
	var d document.Document
	return func(b []byte) bool { return d.Parse(b) == nil }
}

func assayWalk() contest.Walk {
	var d document.Document
	return func(b []byte) (t contest.Tally, ok bool) {
		if d.Parse(b) != nil {
			return t, false
		}
		visitAssay(d.Root(), &t)
		return t, true
	}
}

func visitAssay(v document.Value, t *contest.Tally) {
	t.Tokens++
	switch v.Kind() {
	case tokenizer.BeginObject:
		for _, value := range v.Members() {
			t.Tokens++
			visitAssay(value, t)
		}
		t.Tokens++
	case tokenizer.BeginArray:
		for _, element := range v.Elements() {
			visitAssay(element, t)
		}
		t.Tokens++
	}
}

func assayFreshParse(b []byte) bool {
	_, err := document.Parse(b)
	return err == nil
}

func fastjsonTree() contest.Verdict {
	var p fastjson.Parser
	return func(b []byte) bool {
		_, err := p.ParseBytes(b)
		return err == nil
	}
}

// simdjsonTape returns a function that parses a document to a tape, which its next call reuses. The fastest setting does not
// copy strings out of the input.
func simdjsonTape(opts ...simdjson.ParserOption) contest.Verdict {
	var tape *simdjson.ParsedJson
	return func(b []byte) bool {
		parsed, err := simdjson.Parse(b, tape, opts...)
		if err == nil {
			tape = parsed
		}
		return err == nil
	}
}

func unmarshal(f func([]byte, any) error) contest.Verdict {
	return func(b []byte) bool {
		var v any
		return f(b, &v) == nil
	}
}

func ojgParse() contest.Verdict {
	p := oj.Parser{Reuse: true}
	return func(b []byte) bool {
		_, err := p.Parse(b)
		return err == nil
	}
}
