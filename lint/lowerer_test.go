package lint

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint/internal/locate"
)

// dressed returns a document in JSON with what a dialect allows besides JSON.
func dressed(rng *rand.Rand, b []byte, d Dialect) []byte {
	if d == JSON {
		return b
	}
	for _, r := range [][2]string{
		{"{\"a\"", "{a"}, {"\"b\"", "'b'"}, {"\"in", "in"}, {"1.5e3", "+1.5e3"}, {"\"z\"", "'\"\\x41\\\nz\\\r\n'"}, {"\"y\"", "\u2028'y\u2028'"}, {"2}", "0x2,}"},
		{"\"\\u00e9\"", "'\\u00e9\\q'"}, {"[[],{}]", "[[],{},NaN,-Infinity,'a\\tb']"}, {"\"p\"", "p"}, {"1}", "1,}"}, {"\"q\"", "q\\u0061"},
	} {
		if d == JSON5 && rng.IntN(3) > 0 {
			b = bytes.ReplaceAll(b, []byte(r[0]), []byte(r[1]))
		}
	}
	var out []byte
	for line := range bytes.Lines(b) {
		if rng.IntN(4) == 0 {
			out = append(out, []string{"// é, comment\n", "/* \",\n{ */", "\t// jsonlint-disable-next-line syntax\n"}[rng.IntN(3)]...)
		}
		out = append(out, line...)
	}
	return out
}

// convertedVariants are options for texts that are converted to JSON.
func convertedVariants() (all []Options) {
	for _, o := range pieceVariants {
		for _, d := range []Dialect{JSONC, JWCC, JSON5, JSON5} {
			o.Dialect = d
			all = append(all, o)
		}
	}
	return append(all, Options{Dialect: JSON5, SuppressInComments: true}, Options{Dialect: JSON5, Severities: severitiesOf(func(Rule) Severity { return Warning }), NestingLimit: 6})
}

// TestWalksFromErrorsInDialects is like TestWalksFromErrors for texts that are converted to JSON.
func TestWalksFromErrorsInDialects(t *testing.T) {
	t.Parallel()
	rounds := 2000
	if longtest.Off() {
		rounds = 400
	}
	rng := rand.New(rand.NewPCG(29, 9))
	variants := convertedVariants()
	shorter := 0
	for range rounds {
		o := variants[rng.IntN(len(variants))]
		b := dressed(rng, laterWrong(rng), o.Dialect)
		if rng.IntN(3) == 0 {
			b = append(b, dressed(rng, continued(rng), o.Dialect)...)
		}
		far, near := New(o), New(o)
		far.farError, near.farError = math.MaxInt, 0
		if got, want := near.Check(b), far.Check(b); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %s", b, firstDifference(got, want))
		}
		d := newDocument(&near.settings, &Report{}, b, locate.Start)
		d.lower()
		if err := d.firstError(); err != nil {
			if d.passBeginning(err); d.outline != nil {
				shorter++
			}
		}
	}
	if shorter < rounds/4 {
		t.Errorf("%d walks of %d did not begin at the start", shorter, rounds)
	}
}

// valuesOfJSON5 are values and names of JSON5, in most of which rules find something, often after an escape or a line continuation.
var valuesOfJSON5 = []string{
	"'\\\n\\ud800'", "\"\\x41\\\r\n\\udc00\\v\"", "'\\'\\ud83d\\ude00\\ud800'", "\"\t\u202E\"", "'\\0\\\n\uFFFF'", "'x'", "\"x\"",
	"0x20000000000001", "+1e999", ".12345678901234567890", "NaN", "-0x0", "[[[[+1,],],],]", "{b: 1, 'a': 2,}", "{a: 1, /* é */ '\\x61': 2}", "{\\u0061: 1, 'а': 2}",
}

// validJSON5 returns a text that is valid in JSON5.
func validJSON5(r editedTexts) []byte {
	b := []byte("[+1,\n")
	for range r.IntN(20) {
		b = append(append(b, r.one(valuesOfJSON5...)...), r.one(",", ",\n", ", // é\n")...)
	}
	return append(b, "]\n"...)
}

// With a Lowerer, the reports for a text that is edited are the same as without. They remain the same when the Lowerer is used again.
func TestLowerer(t *testing.T) {
	t.Parallel()
	texts := 200
	if longtest.Off() {
		texts = 50
	}
	r := editedTexts{rand.New(rand.NewPCG(29, 10))}
	variants := convertedVariants()
	for i := range texts {
		o := variants[r.IntN(len(variants))]
		with := o
		with.Lowerer = new(dialect.Lowerer)
		*hidden.Of(with.Lowerer) = 1 << r.IntN(10)
		fresh, kept := New(o), New(with)
		text := dressed(r.Rand, laterWrong(r.Rand), o.Dialect)
		if i&1 == 1 {
			text = validJSON5(r)
			kept.Check([]byte("[+1, @")) // so that the conversion is kept
		}
		first, last, before := text, new(Report), new(Report)
		for range 12 {
			want := fresh.Check(text)
			got := kept.Check(bytes.Clone(text))
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: %s", text, firstDifference(got, want))
			}
			if !reflect.DeepEqual(last, before) {
				t.Fatalf("the check of %q has changed the report before: %s", text, firstDifference(last, before))
			}
			last, before = got, want
			if got, err := kept.CheckContext(context.Background(), text); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%q: %v, %s", text, err, firstDifference(got, want))
			}
			if r.IntN(10) == 0 {
				got, n := kept.Fix(text)
				if want, m := fresh.Fix(text); !bytes.Equal(got, want) || n != m {
					t.Fatalf("%q is fixed as %q, want %q", text, got, want)
				}
			}
			if text = r.edit(bytes.Clone(text)); r.IntN(3) == 0 {
				text = first
			}
		}
	}
}
