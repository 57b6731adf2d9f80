package lint

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

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
			if d.outlineBefore(err) != nil {
				shorter++
			}
		}
	}
	if shorter < rounds/4 {
		t.Errorf("%d walks of %d did not begin at the start", shorter, rounds)
	}
}
