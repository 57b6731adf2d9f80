package lint

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// TestErrorsOutrankWarningsAtTheLimit checks that errors are kept and all findings are counted if
// there are more findings than the limit allows.
func TestErrorsOutrankWarningsAtTheLimit(t *testing.T) {
	const warnings = 150
	twice := strings.Repeat(`{"a":1,"a":2}`+",\n", warnings)
	for _, c := range []struct {
		name    string
		dialect Dialect
		text    string
		errors  int
	}{
		{"at the end", JSON, "[" + twice + "True]", 1},
		{"at the start", JSON, "[True," + twice + "1]", 1},
		{"on both ends", JSON, "[True," + twice + "nope]", 2},
		{"in a record", NDJSON, strings.ReplaceAll(twice, ",\n", "\n") + "[True]\n", 1},
		{"in the first record", NDJSON, "[True]\n" + strings.ReplaceAll(twice, ",\n", "\n"), 1},
		{"in many records", NDJSON, strings.ReplaceAll(twice, ",\n", "\n[True]\n"), warnings},
		{"in JSONC", JSONC, "[//\n" + twice + "True]", 1},
	} {
		for _, limit := range []int{1, 3, 100} {
			o := Options{Dialect: c.dialect, MaxProblems: limit}
			r := New(o).Check([]byte(c.text))
			shown, kept := 0, [Error + 1]int{}
			for i, d := range r.Diagnostics {
				kept[d.Severity]++
				if d.Severity == Error {
					shown++
				}
				if i > 0 && d.Offset < r.Diagnostics[i-1].Offset {
					t.Errorf("%s: %d comes after %d", c.name, d.Offset, r.Diagnostics[i-1].Offset)
				}
			}
			if len(r.Diagnostics) != limit || shown != min(c.errors, limit) || r.Omitted != c.errors+warnings-limit {
				t.Errorf("%s: %d findings, %d of them errors, and %d omitted; limit %d", c.name, len(r.Diagnostics), shown, r.Omitted, limit)
			}
			if got, want := [2]int{r.OmittedOf("syntax"), r.OmittedOf("duplicate-keys")}, [2]int{c.errors - shown, warnings - limit + shown}; got != want || r.OmittedOf("none") != 0 {
				t.Errorf("%s: %v findings are omitted by rule, want %v", c.name, got, want)
			}
			if kept != r.kept {
				t.Errorf("%s: %v findings are counted by severity, want %v", c.name, r.kept, kept)
			}
			if r.Count(Error) != c.errors || r.Count(Warning) != warnings {
				t.Errorf("%s: %d errors, %d warnings", c.name, r.Count(Error), r.Count(Warning))
			}
			small := New(o)
			small.window, small.whole = 300, 300
			streamed, err := small.CheckReader(t.Context(), bytes.NewBufferString(c.text))
			if err != nil || describe(streamed) != describe(r) || streamed.hidden != r.hidden {
				t.Errorf("%s: %v, read it is\n%s", c.name, err, describe(streamed))
			}
		}
	}
}

// TestSeverityAboveError checks that a severity above Error is treated as Error, for any number of
// findings.
func TestSeverityAboveError(t *testing.T) {
	l := New(Options{Dialect: NDJSON, Severities: map[string]Severity{"syntax": Error + 1}})
	if r := l.Check([]byte(strings.Repeat("[1,,]\n", 200))); r.Count(Error) != 200 || len(r.Diagnostics) != 100 {
		t.Errorf("%d errors, %d of them kept", r.Count(Error), len(r.Diagnostics))
	}
}

// TestDisplacedFindingsAreRemovedTogether checks that errors in records displace warnings in linear
// time, even if the limit is high. If the limit is n, the report is searched only once for every n
// errors.
func TestDisplacedFindingsAreRemovedTogether(t *testing.T) {
	const limit = 1000
	l := New(Options{Dialect: NDJSON, MaxProblems: limit})
	r := &Report{}
	passes := 0
	for _, id := range []ruleset.ID{ruleset.DuplicateKeys, ruleset.Syntax} {
		for i := range int64(limit) {
			d := newDocument(&l.settings, r, nil, locate.Start)
			if d.found.add(id, i, 1) == nil {
				t.Fatalf("there is no room for finding %d of %v", i, rules[id].Name)
			}
			had := len(r.Diagnostics)
			if r.take(&d.found, d.limit); len(r.Diagnostics) <= had {
				passes++
			}
		}
	}
	r.compact()
	if len(r.Diagnostics) != limit || r.Count(Error) != limit || r.Count(Warning) != limit || r.kept[Error] != limit {
		t.Errorf("%d findings, %d errors, %d warnings", len(r.Diagnostics), r.Count(Error), r.Count(Warning))
	}
	if passes > 2 {
		t.Errorf("the report was gone through %d times", passes)
	}
}

// TestOmittedKeyOrder compares the counts of findings that are only counted with those of a walk.
func TestOmittedKeyOrder(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(14, 15))
	for range 300 {
		b := []byte("[")
		for range rng.IntN(30) {
			b = append(b, '{')
			for i := range 1 + rng.IntN(5) {
				b = fmt.Appendf(b, `"%c%d": {"b": 1, "%c": []}, `, 'a'+rng.IntN(26), i, 'a'+rng.IntN(26))
			}
			b = append(b, `"é": 1e-999}, `...)
		}
		b = append(b, "0,"...)
		if rng.IntN(2) == 0 {
			b = append(b, strings.Repeat(" ", 64<<10)...)
		}
		b = append(b, "0]\n"...)
		for _, severities := range []map[string]Severity{
			{"key-order": Warning, "number-range": Off},
			{"key-order": Error, "number-range": Off, "bom": Off, "final-newline": Warning},
			{"key-order": Info},
		} {
			o := Options{Severities: severities, MaxProblems: 1 + rng.IntN(40)}
			for _, src := range [][]byte{b, b[:len(b)-1], append([]byte(byteOrderMark), b...)} {
				if got, want := New(o).Check(src), thorough(o, src); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: found %d,\n%swant %d,\n%s", src, got.Omitted, describe(got), want.Omitted, describe(want))
				}
			}
		}
	}
}
