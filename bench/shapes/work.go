package shapes

import (
	"bytes"
	"context"
	"io"
	"iter"
	"math"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A result is what an operation reports about a chunk. Fields that an operation does not set are
// zero.
type result struct {
	valid  bool
	count  int    // number of tokens, records or findings
	sum    uint64 // a checksum of the values that were read, or the number of invalid records
	output []byte // valid until the next call
}

// A work does an operation on a chunk. It may keep memory for the next chunk.
type work func(chunk []byte) result

var background = context.Background()

// A stream is a reader that cannot be recognized as memory or as a file.
type stream struct{ r bytes.Reader }

func (s *stream) Read(p []byte) (int, error) { return s.r.Read(p) }

func verdict(valid func([]byte) bool) func() work {
	return func() work { return func(b []byte) result { return result{valid: valid(b)} } }
}

func check(opts ...tokenizer.Option) func() work {
	return verdict(func(b []byte) bool { return tokenizer.Check(b, opts...) == nil })
}

// streamed returns work that reads the chunk from a reader.
func streamed(valid func(io.Reader) bool) func() work {
	return func() work {
		s := new(stream)
		return func(b []byte) result {
			s.r.Reset(b)
			return result{valid: valid(s)}
		}
	}
}

// written checks a chunk that arrives in pieces.
func written() work {
	c := tokenizer.NewChecker()
	return func(b []byte) result {
		const piece = 32 << 10
		for c.Reset(); len(b) > piece; b = b[piece:] {
			if _, err := c.Write(b[:piece]); err != nil {
				return result{}
			}
		}
		_, err := c.Write(b)
		return result{valid: err == nil && c.Close() == nil}
	}
}

// tokens reads all tokens and passes each of them to use, which may be nil.
func tokens(use func(tokenizer.Token) uint64, opts ...tokenizer.TokenizerOption) func() work {
	return func() work {
		t := tokenizer.New(nil, opts...)
		return func(b []byte) result {
			t.Reset(b)
			return readTokens(t, use)
		}
	}
}

// streamedTokens is like tokens, but reads the chunk from a reader.
func streamedTokens(opts ...tokenizer.TokenizerOption) func() work {
	return func() work {
		s := new(stream)
		t := tokenizer.NewReader(s, opts...)
		return func(b []byte) result {
			s.r.Reset(b)
			t.ResetReader(s)
			return readTokens(t, nil)
		}
	}
}

func readTokens(t *tokenizer.Tokenizer, use func(tokenizer.Token) uint64) (r result) {
	for {
		token, err := t.Next()
		if err != nil {
			r.valid = err == io.EOF
			return r
		}
		r.count++
		if use != nil {
			r.sum += use(token)
		}
	}
}

// kindOf returns 1 for a number, and 0 for any other token. It converts nothing, so what floatOf and
// integerOf take in addition is the time of the conversions.
func kindOf(t tokenizer.Token) uint64 {
	if t.Kind() != tokenizer.Number {
		return 0
	}
	return 1
}

// floatOf returns the bits of a number, and 0 for any other token.
func floatOf(t tokenizer.Token) uint64 {
	if t.Kind() != tokenizer.Number {
		return 0
	}
	f, _ := t.Float64() // infinite if the number is out of range
	return math.Float64bits(f)
}

// integerOf returns the value of an integer, and 0 for any other token.
func integerOf(t tokenizer.Token) uint64 {
	if t.Kind() != tokenizer.Number {
		return 0
	}
	i, err := t.Int64()
	if err != nil {
		return 0
	}
	return uint64(i)
}

// textOf returns the length of a string after its escapes have been decoded.
func textOf(t tokenizer.Token) uint64 {
	if k := t.Kind(); k != tokenizer.String && k != tokenizer.Name {
		return 0
	}
	return uint64(len(t.String()))
}

func parsedDocument() work {
	d := new(document.Document)
	return func(b []byte) result {
		if d.Parse(b) != nil {
			return result{}
		}
		root := d.Root()
		return result{valid: true, count: root.Len(), sum: uint64(root.Kind())}
	}
}

func allRecords(opts ...records.Option) func() work {
	return recordsOf(func(b []byte) iter.Seq[records.Record] { return records.All(b, opts...) })
}

func badRecords(opts ...records.BadOption) func() work {
	return recordsOf(func(b []byte) iter.Seq[records.Record] { return records.Bad(b, opts...) })
}

// recordsOf counts the records that an iterator yields, and those with an error.
func recordsOf(iterate func([]byte) iter.Seq[records.Record]) func() work {
	return func() work {
		return func(b []byte) (r result) {
			for record := range iterate(b) {
				r.add(&record)
			}
			return r
		}
	}
}

// readRecords is like recordsOf, but reads the chunk from a reader.
func readRecords(iterate func(io.Reader) iter.Seq2[records.Record, error]) func() work {
	return func() work {
		s := new(stream)
		return func(b []byte) (r result) {
			s.r.Reset(b)
			for record, err := range iterate(s) {
				if err != nil {
					return result{}
				}
				r.add(&record)
			}
			return r
		}
	}
}

func (r *result) add(record *records.Record) {
	r.count++
	if !record.Valid() {
		r.sum++
	}
}

// linted counts the findings of a linter; valid means that none of them is an error.
func linted(o lint.Options) func() work {
	l := lint.New(o)
	return func() work { return func(b []byte) result { return findings(l.Check(b)) } }
}

// streamedLint is like linted, but reads the chunk from a reader.
func streamedLint(o lint.Options) func() work {
	l := lint.New(o)
	return func() work {
		s := new(stream)
		return func(b []byte) result {
			s.r.Reset(b)
			report, err := l.CheckReader(background, s)
			if err != nil {
				return result{}
			}
			return findings(report)
		}
	}
}

func findings(r *lint.Report) result {
	return result{valid: r.Count(lint.Error) == 0, count: len(r.Diagnostics) + r.Omitted}
}

// allRules switches on every rule, as a warning unless it is an error by default.
func allRules() lint.Options {
	o := lint.Options{Severities: map[string]lint.Severity{}}
	for _, r := range lint.Rules() {
		if r.Default != lint.Error {
			o.Severities[r.Name] = lint.Warning
		}
	}
	return o
}

// scratch is the buffer of all work that appends. It is kept for the whole run, so that none of this
// work pays for its growth.
var scratch []byte

// appended returns work that appends to scratch.
func appended(f func(dst, src []byte) ([]byte, error)) func() work {
	return func() work {
		return func(b []byte) result {
			if room := len(b) + 1024; cap(scratch) < room {
				scratch = make([]byte, 0, room)
			}
			out, err := f(scratch[:0], b)
			if err != nil {
				return result{}
			}
			if cap(out) > cap(scratch) {
				scratch = out[:0]
			}
			return result{valid: true, output: out}
		}
	}
}

// converted returns work whose output is the result of f, which may be the chunk itself.
func converted(f func(src []byte) ([]byte, error)) func() work {
	return func() work {
		return func(b []byte) result {
			out, err := f(b)
			return result{valid: err == nil, output: out}
		}
	}
}

func formatted(o format.Options) func() work {
	return appended(func(dst, src []byte) ([]byte, error) { return format.Append(dst, src, o) })
}

// writtenFormat formats a chunk to a writer, which keeps the output in scratch.
func writtenFormat() work {
	return appended(func(dst, src []byte) ([]byte, error) {
		out := &output{dst}
		err := format.Write(out, src, format.Options{})
		return out.b, err
	})()
}

// An output is a writer that appends.
type output struct{ b []byte }

func (o *output) Write(p []byte) (int, error) {
	o.b = append(o.b, p...)
	return len(p), nil
}
