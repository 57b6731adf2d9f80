package peers

import (
	"bytes"
	stdjson "encoding/json"
	"strings"

	sonicenc "github.com/bytedance/sonic/encoder"
	"github.com/go-faster/jx"
	expjson "github.com/go-json-experiment/json/jsontext"
	goccy "github.com/goccy/go-json"
	goccytext "github.com/goccy/go-json/jsontext"
	"github.com/ohler55/ojg"
	segment "github.com/segmentio/encoding/json"
	"github.com/tidwall/gjson"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/escape"
)

// quoting returns the contestants that quote a string.
func quoting() []contest.Contestant {
	gjson.SetEscapeHTML(false)
	replace := escape.Options{Invalid: escape.Replace}
	return append([]contest.Contestant{
		assayQuoter(AssayName("AppendQuote"), "", escape.AppendQuote[string]),
		assayQuoter(AssayName("Append, Replace"), "", assayQuote(replace)),
		assayQuoter(AssayName("Append, ASCII"), "different output, which is only ASCII", assayQuote(escape.Options{ASCII: true})),
		quoter("encoding/json Encoder", "without HTML escapes", stdQuote()),
		quoter("go-json-experiment AppendQuote", "", expjson.AppendQuote[string], modExperiment),
		quoter("goccy jsontext AppendQuote", "", goccytext.AppendQuote[string], modGoccy),
		quoter("goccy Marshal", "without HTML escapes", goccyQuote(), modGoccy),
		quoter("sonic EncodeInto", "no options", sonicQuote(0), modSonic),
		quoter("sonic EncodeInto, checked", "ValidateString", sonicQuote(sonicenc.ValidateString), modSonic),
		quoter("segmentio AppendEscape", "", segmentQuote, modSegment),
		quoter("gjson AppendJSONString", "without HTML escapes", gjsonQuote, modGJSON),
		quoter("jx Writer.Str", "", jxQuote(), modJX),
		quoter("ojg AppendJSONString", "", ojgQuote, modOjg),
	}, transformLimits(contest.Quoting)...)
}

func quoter(name, note string, f contest.Transform, modules ...string) contest.Contestant {
	return entry(contest.Quoting, contest.Peer, name, note, f, modules...)
}

func assayQuoter(name, note string, f contest.Transform) contest.Contestant {
	return entry(contest.Quoting, contest.Assay, name, note, f, modAssay)
}

func assayQuote(opts escape.Options) contest.Transform {
	return func(dst []byte, s string) ([]byte, error) { return escape.Append(dst, s, opts) }
}

// transformLimits returns the contestants that show the limits of the machine for quoting and
// unquoting: they copy a string, or only read it.
func transformLimits(c contest.Category) []contest.Contestant {
	copied := func(dst []byte, s string) ([]byte, error) { return append(dst, s...), nil }
	search := func(dst []byte, s string) ([]byte, error) {
		if strings.IndexByte(s, 0xFF) >= 0 {
			return dst, contest.ErrRejected
		}
		return dst, nil
	}
	return []contest.Contestant{
		entry(c, contest.Limit, "copy", "a limit: only copies the bytes", contest.Transform(copied)),
		entry(c, contest.Limit, "strings.IndexByte", "a limit: only reads the bytes", contest.Transform(search)),
	}
}

// stdQuote uses an Encoder, which is the only way to turn off HTML escapes. It reuses the buffer,
// and removes the newline after each value.
func stdQuote() contest.Transform {
	var buf bytes.Buffer
	enc := stdjson.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	var text string
	return func(dst []byte, s string) ([]byte, error) {
		buf.Reset()
		text = s
		if err := enc.Encode(&text); err != nil {
			return dst, err
		}
		return append(dst, buf.Bytes()[:buf.Len()-1]...), nil
	}
}

// goccyQuote and sonicQuote pass a pointer to a variable that outlives the call. Converting a
// string to an interface would cost an allocation that the peers are not responsible for.
func goccyQuote() contest.Transform {
	var text string
	return func(dst []byte, s string) ([]byte, error) {
		text = s
		out, err := goccy.MarshalWithOption(&text, goccy.DisableHTMLEscape())
		return append(dst, out...), err
	}
}

func sonicQuote(options sonicenc.Options) contest.Transform {
	var text string
	var buf []byte
	return func(dst []byte, s string) ([]byte, error) {
		text, buf = s, dst
		err := sonicenc.EncodeInto(&buf, &text, options)
		return buf, err
	}
}

func segmentQuote(dst []byte, s string) ([]byte, error) { return segment.AppendEscape(dst, s, 0), nil }
func gjsonQuote(dst []byte, s string) ([]byte, error)   { return gjson.AppendJSONString(dst, s), nil }
func ojgQuote(dst []byte, s string) ([]byte, error)     { return ojg.AppendJSONString(dst, s, false), nil }

func jxQuote() contest.Transform {
	var w jx.Writer
	return func(dst []byte, s string) ([]byte, error) {
		w.Buf = dst
		w.Str(s)
		return w.Buf, nil
	}
}
