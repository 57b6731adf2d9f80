package lint

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// checkSkipping checks that the report on src has the same findings if those that it omits need not be counted. It returns the
// number of findings that are not counted then.
func checkSkipping(t *testing.T, src []byte, o Options) (skipped int) {
	t.Helper()
	o.SkipOmitted = false
	want := New(o).Check(src)
	o.SkipOmitted = true
	usual, small := New(o), New(o)
	small.farError = 0
	for name, check := range map[string]func() (*Report, error){
		"":                   func() (*Report, error) { return usual.Check(src), nil },
		" with small limits": func() (*Report, error) { return small.Check(src), nil },
		" from a file":       func() (*Report, error) { return usual.CheckReader(t.Context(), bytes.NewReader(src)) },
	} {
		got, err := check()
		if err != nil || !reflect.DeepEqual(got.Diagnostics, want.Diagnostics) || !reflect.DeepEqual(got.Suppressed, want.Suppressed) || got.Bytes != want.Bytes {
			t.Errorf("%.300q %+v: skipping%s: %v, %d bytes, want %d\n%s", src, o, name, err, got.Bytes, want.Bytes, firstDifference(got, want))
		}
		if got.Omitted > want.Omitted || (got.Omitted > 0) != (want.Omitted > 0) {
			t.Errorf("%.300q %+v: skipping%s omits %d findings, not %d", src, o, name, got.Omitted, want.Omitted)
		}
		skipped = want.Omitted - got.Omitted
	}
	return skipped
}

// A validating schema fails the test if it is applied to a text that is not JSON.
type validating struct{ t *testing.T }

func (v validating) Check(data []byte) ([]contract.Finding, error) {
	if err := tokenizer.Check(data, tokenizer.AllowBOM()); err != nil {
		v.t.Errorf("the schema is applied to %.300q: %v", data, err)
	}
	return []contract.Finding{{Place: contract.Place{Length: 1}, Keyword: "never", Message: "nothing is valid"}}, nil
}

// TestSkipOmitted checks texts with mistakes at random places, with rules of different severities.
func TestSkipOmitted(t *testing.T) {
	t.Parallel()
	rounds, most := 400, 40<<10
	if !longtest.Off() {
		rounds, most = 1000, 1<<20
	}
	r := editedTexts{rand.New(rand.NewPCG(29, 7))}
	skipping := 0
	for range rounds {
		src, o := r.next(most)
		o.MaxProblems = 1 + r.IntN(12)
		if r.IntN(2) == 0 {
			o.Severities = severitiesOf(func(Rule) Severity { return Severity(max(0, r.IntN(6)-2)) })
		}
		if r.IntN(4) == 0 {
			o.Schema = validating{t}
		}
		o.SuppressInComments = r.IntN(4) == 0
		if o.Dialect == JSON && r.IntN(4) == 0 {
			o.Dialect = []Dialect{JSONC, JWCC, JSON5}[r.IntN(3)]
			src = dressed(r.Rand, src, o.Dialect)
		}
		if checkSkipping(t, src, o) > 0 {
			skipping++
		}
	}
	if skipping < rounds/20 { // about one in eight is usual
		t.Errorf("findings have been skipped in only %d of %d texts", skipping, rounds)
	}
}

// TestSkipOmittedFinds checks texts in which something near the end must be found although the report is full.
func TestSkipOmittedFinds(t *testing.T) {
	names := strings.Repeat(`{"b": 1, "a": 2},`+"\n", 100)
	warnings := severitiesOf(func(Rule) Severity { return Warning })
	for _, c := range []struct {
		text string
		o    Options
	}{
		{"[" + names + "1]\n", Options{Severities: warnings}},
		{"[" + names + "1", Options{Severities: warnings}},
		{"[" + names + "+1]", Options{Severities: map[string]Severity{"key-order": Warning, "final-newline": Error}}},
		{"[" + strings.ReplaceAll(names, "b", "A") + "+1]", Options{Severities: map[string]Severity{"case-collision": Warning, "final-newline": Error}}},
		{"[" + names + "\"\\ud800\"]", Options{Severities: map[string]Severity{"key-order": Warning, "lone-surrogates": Error}}},
		{"[/* 1 */" + names + "/* 2 */ 1]", Options{Severities: warnings}},
		{"[" + names + "\"\xFF\"]", Options{Severities: warnings}},
		{"[" + names + "1,]", Options{Dialect: JSONC, Severities: warnings, Schema: validating{t}}},
		{"[" + names + "1,", Options{Dialect: JSONC, Severities: warnings, Schema: validating{t}}},
		{"[" + names + `{"x": 1, "x": 2}]`, Options{Severities: map[string]Severity{"key-order": Info}}},
		{"[" + strings.Repeat("{b:1,a:2},", 100) + "{x:1,x:2},@,@]", Options{Dialect: JSON5, Severities: map[string]Severity{"key-order": Info}}}, // in JSON, offsets are larger
		{strings.Repeat("[1,]\n{\"b\": 1, \"a\": 2}\n", 100), Options{Dialect: NDJSON, Severities: warnings}},
		{", \"b\": '\\\xFF[\"\\udc00x\"{{a}}-0\xD1, \"b\": null NaN", Options{Dialect: JSON5, Severities: severitiesOf(func(Rule) Severity { return Info })}}, // a finding about a token gets its pointer from an error in the token
	} {
		for _, c.o.MaxProblems = range []int{1, 2, 3, 4, 50, 99, 100, 101, 1000} {
			checkSkipping(t, []byte(c.text), c.o)
		}
	}
}
