package peers

import (
	"bytes"
	stdjson "encoding/json"

	expjson "github.com/go-json-experiment/json/jsontext"
	goccy "github.com/goccy/go-json"
	goccytext "github.com/goccy/go-json/jsontext"
	"github.com/tidwall/pretty"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/format"
)

// formatting returns the contestants that indent a document, remove its white space or write it in canonical form (RFC 8785).
func formatting() []contest.Contestant {
	peer := func(c contest.Category, name string, f contest.Transform, modules ...string) contest.Contestant {
		return entry(c, contest.Peer, name, "", f, modules...)
	}
	assay := func(c contest.Category, name string, o format.Options) contest.Contestant {
		return entry(c, contest.Assay, AssayName(name), "", contest.Transform(func(dst []byte, src string) ([]byte, error) {
			return format.Append(dst, bytesOf(src), o)
		}), modAssay)
	}
	return []contest.Contestant{
		assay(contest.Indenting, "format", format.Options{}),
		peer(contest.Indenting, "encoding/json Indent", indenting(stdjson.Indent)),
		peer(contest.Indenting, "goccy Indent", indenting(goccy.Indent), modGoccy),
		peer(contest.Indenting, "go-json-experiment Indent", expFormat((*expjson.Value).Indent), modExperiment),
		peer(contest.Indenting, "goccy jsontext Indent", goccyFormat((*goccytext.Value).Indent), modGoccy),
		peer(contest.Indenting, "tidwall Pretty", prettily(pretty.Pretty), modPretty),
		assay(contest.Compacting, "format, compact", format.Options{Compact: true}),
		peer(contest.Compacting, "encoding/json Compact", compacting(stdjson.Compact)),
		peer(contest.Compacting, "goccy Compact", compacting(goccy.Compact), modGoccy),
		peer(contest.Compacting, "go-json-experiment Compact", expFormat((*expjson.Value).Compact), modExperiment),
		peer(contest.Compacting, "goccy jsontext Compact", goccyFormat((*goccytext.Value).Compact), modGoccy),
		peer(contest.Compacting, "tidwall Ugly", prettily(pretty.Ugly), modPretty),
		assay(contest.Canonical, "format, canonical", format.Options{Canonical: true}),
		peer(contest.Canonical, "go-json-experiment Canonicalize", expFormat((*expjson.Value).Canonicalize), modExperiment),
		peer(contest.Canonical, "goccy jsontext Canonicalize", goccyFormat((*goccytext.Value).Canonicalize), modGoccy),
	}
}

func compacting(f func(*bytes.Buffer, []byte) error) contest.Transform {
	return func(dst []byte, src string) ([]byte, error) {
		buf := bytes.NewBuffer(dst)
		err := f(buf, bytesOf(src))
		return buf.Bytes(), err
	}
}

func indenting(f func(dst *bytes.Buffer, src []byte, prefix, indent string) error) contest.Transform {
	return compacting(func(dst *bytes.Buffer, src []byte) error { return f(dst, src, "", "  ") })
}

// expFormat and goccyFormat return functions that format a copy in dst, because the methods of Value change their receiver.
func expFormat(f func(*expjson.Value, ...expjson.Options) error) contest.Transform {
	return func(dst []byte, src string) ([]byte, error) {
		v := expjson.Value(append(dst, src...))
		err := f(&v)
		return v, err
	}
}

func goccyFormat(f func(*goccytext.Value, ...goccytext.Options) error) contest.Transform {
	return func(dst []byte, src string) ([]byte, error) {
		v := goccytext.Value(append(dst, src...))
		err := f(&v)
		return v, err
	}
}

func prettily(f func([]byte) []byte) contest.Transform {
	return func(_ []byte, src string) ([]byte, error) { return f(bytesOf(src)), nil }
}
