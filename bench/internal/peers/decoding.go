package peers

import (
	"bytes"
	stdjson "encoding/json"
	"iter"

	"github.com/bytedance/sonic"
	expjson "github.com/go-json-experiment/json"
	goccy "github.com/goccy/go-json"
	goccyv2 "github.com/goccy/go-json/v2"
	jsoniter "github.com/json-iterator/go"
	segment "github.com/segmentio/encoding/json"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/gotypes"
	"github.com/assayjson/assay/decode"
)

// unmarshaler is a function that decodes a document as encoding/json does.
type unmarshaler func(data []byte, v any) error

// decoding returns the contestants that decode documents into Go values.
func decoding() []contest.Contestant {
	return []contest.Contestant{
		decoder(contest.Assay, AssayName("decode"), "For[T] and As; Records[T] for NDJSON", nil, modAssay),
		decoder(contest.Peer, "go-json-experiment Unmarshal", "json/v2; its results are the reference", unmarshalExp, modExperiment),
		decoder(contest.Peer, "goccy/v2 Unmarshal", "", func(data []byte, v any) error { return goccyv2.Unmarshal(data, v) }, modGoccy),
		decoder(contest.Peer, "goccy Unmarshal", "", goccy.Unmarshal, modGoccy),
		decoder(contest.Peer, "sonic Unmarshal", "its strings keep a copy of the whole document in memory", sonic.Unmarshal, modSonic),
		decoder(contest.Peer, "sonic ConfigStd Unmarshal", "", sonic.ConfigStd.Unmarshal, modSonic),
		decoder(contest.Peer, "segmentio Unmarshal", "", segment.Unmarshal, modSegment),
		decoder(contest.Peer, "jsoniter Unmarshal", "", jsoniter.Unmarshal, modIterator),
		decoder(contest.Peer, "encoding/json Unmarshal", "", stdjson.Unmarshal),
	}
}

// decoder returns a line of the table. The contestant without an unmarshaler is assay.
func decoder(r contest.Role, name, note string, f unmarshaler, modules ...string) contest.Contestant {
	c := entry(contest.Decoding, r, name, note, into[contest.Probed](f), modules...)
	c.Types = map[string]contest.Typed{
		"twitter":              into[gotypes.Search](f),
		"twitter, nine fields": into[gotypes.Summary](f),
		"twitter, any":         into[any](f),
		"citm_catalog":         into[gotypes.Catalog](f),
		"canada":               into[gotypes.Features](f),
		"github_events":        into[[]gotypes.Event](f),
		"payload-small":        into[gotypes.Request](f),
		"payload-medium":       into[gotypes.Contact](f),
		"floats":               into[[]float64](f),
		"map of strings":       into[map[string]string](f),
		"log-records":          into[gotypes.Entry](f),
		"log-records, NDJSON":  linesInto[gotypes.Entry](f),
	}
	return c
}

func unmarshalExp(data []byte, v any) error { return expjson.Unmarshal(data, v) }

func into[T any](f unmarshaler) contest.Into[T] {
	as := calling[T](f)
	if f == nil {
		d, err := decode.For[T]()
		if err != nil {
			panic(err)
		}
		as = d.As
	}
	return contest.Into[T]{Decode: as, Reference: calling[T](unmarshalExp)}
}

// linesInto is like into for NDJSON. Peers decode it line by line.
func linesInto[T any](f unmarshaler) contest.Lines[T] {
	perLine := func(f unmarshaler) func([]byte) iter.Seq2[T, error] {
		as := calling[T](f)
		return func(data []byte) iter.Seq2[T, error] {
			return func(yield func(T, error) bool) {
				for line := range bytes.Lines(data) {
					if !yield(as(line)) {
						return
					}
				}
			}
		}
	}
	if f == nil {
		return contest.Lines[T]{
			Decode:    func(data []byte) iter.Seq2[T, error] { return decode.Records[T](data) },
			Reference: perLine(unmarshalExp),
		}
	}
	return contest.Lines[T]{Decode: perLine(f), Reference: perLine(unmarshalExp)}
}

func calling[T any](f unmarshaler) func([]byte) (T, error) {
	return func(data []byte) (v T, err error) {
		err = f(data, &v)
		return v, err
	}
}
