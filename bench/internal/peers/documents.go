package peers

import (
	stdjson "encoding/json"
	stdutf8 "unicode/utf8"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/tokenizer"
	"github.com/bytedance/sonic"
	sonicutf8 "github.com/bytedance/sonic/utf8"
	"github.com/go-faster/jx"
	expjson "github.com/go-json-experiment/json/jsontext"
	goccy "github.com/goccy/go-json"
	goccytext "github.com/goccy/go-json/jsontext"
	"github.com/minio/simdjson-go"
	"github.com/ohler55/ojg/oj"
	segment "github.com/segmentio/encoding/json"
	"github.com/tidwall/gjson"
	"github.com/valyala/fastjson"
)

// documents returns the contestants that check a whole document.
func documents() []contest.Contestant {
	list := []contest.Contestant{
		whole(contest.Assay, AssayName("Valid"), "", tokenizer.Valid, modAssay),
		whole(contest.Assay, AssayName("unique names"), "Check with UniqueNames", assayUnique, modAssay),
		whole(contest.Assay, AssayName("index"), "also finds the positions of tokens", assayIndex(), modAssay),
		whole(contest.Peer, "json.Valid && utf8.Valid", "two passes", stdBoth),
		whole(contest.Peer, "goccy Valid && sonic utf8", "two passes", goccyBoth, modGoccy, modSonic),
		whole(contest.Peer, "encoding/json Valid", "", stdjson.Valid),
		whole(contest.Peer, "go-json-experiment IsValid", "checks for I-JSON, its default", expStrict, modExperiment),
		whole(contest.Peer, "go-json-experiment IsValid, dup", "duplicate names allowed", expLoose, modExperiment),
		whole(contest.Peer, "goccy Valid", "", goccy.Valid, modGoccy),
		whole(contest.Peer, "goccy jsontext IsValid", "checks for I-JSON, its default", goccyStrict, modGoccy),
		whole(contest.Peer, "goccy jsontext IsValid, dup", "duplicate names allowed", goccyLoose, modGoccy),
		whole(contest.Peer, "sonic Valid", "", sonic.Valid, modSonic),
		whole(contest.Peer, "fastjson ValidateBytes", "", isNil(fastjson.ValidateBytes), modFastjson),
		whole(contest.Peer, "gjson ValidBytes", "", gjson.ValidBytes, modGJSON),
		whole(contest.Peer, "jx Valid", "", jx.Valid, modJX),
		whole(contest.Peer, "ojg Validate", "", isNil(oj.Validate), modOjg),
		whole(contest.Peer, "segmentio Valid", "", segment.Valid, modSegment),
	}
	if simdjson.SupportedCPU() {
		list = append(list, whole(contest.Peer, "simdjson-go Parse", "builds a tape, and reuses its memory", simdjsonTape(simdjson.WithCopyStrings(false)), modSimdjson))
	}
	return append(list, limits(contest.Documents)...)
}

// unique returns the contestants that check that the names in each object are unique.
func unique() []contest.Contestant {
	return selected(documents(), contest.Unique, AssayName("unique names"), "go-json-experiment IsValid", "goccy jsontext IsValid")
}

// whole returns a contestant that checks a document as a whole.
func whole(r contest.Role, name, note string, valid func([]byte) bool, modules ...string) contest.Contestant {
	return entry(contest.Documents, r, name, note, contest.Verdict(valid), modules...)
}

// AssayName returns the name of a contestant of assay. It includes the kernel in use.
func AssayName(function string) string { return "assay " + function + " (" + asm.Kernel() + ")" }

func assayUnique(b []byte) bool { return tokenizer.Check(b, tokenizer.UniqueNames()) == nil }

// assayIndex returns a function that checks a document and finds its tokens. Each call of the
// function reuses the memory of the previous call.
func assayIndex() func([]byte) bool {
	var j jsonsimd.Checker
	var positions []uint32
	return func(b []byte) (valid bool) {
		j.Reset(scan.DefaultMaxDepth, 0)
		positions, valid, _ = j.Index(positions[:0], b)
		return valid
	}
}

func isNil(check func([]byte) error) func([]byte) bool {
	return func(b []byte) bool { return check(b) == nil }
}

func stdBoth(b []byte) bool   { return stdjson.Valid(b) && stdutf8.Valid(b) }
func goccyBoth(b []byte) bool { return sonicutf8.Validate(b) && goccy.Valid(b) }

func expStrict(b []byte) bool { return expjson.Value(b).IsValid() }
func expLoose(b []byte) bool  { return expjson.Value(b).IsValid(expjson.AllowDuplicateNames(true)) }

func goccyStrict(b []byte) bool { return goccytext.Value(b).IsValid() }
func goccyLoose(b []byte) bool {
	return goccytext.Value(b).IsValid(goccytext.AllowDuplicateNames(true))
}
