package lint

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/longtest"
)

// TestStopAt checks that a report which may end early has a finding of the severity StopAt if and
// only if the complete report has one, and that it has only findings of the complete report.
func TestStopAt(t *testing.T) {
	texts := []string{
		"[1,2]\n", "[1,2", "{\"a\":1,\"a\":2}\n", "[1,]\n[2,]\n[3]\n", "[1]\n[\"\\ud800\"]\n[2", "\uFEFF[1]\n", "PK\x03\x04 [1]\n",
		"[\"\xFF\"]\n" + strings.Repeat("[1]\n", 2000) + "[\"\xC3", "[1] // 2\n", "{a:1,}\n", "[+1,\n1e999]\n", "\n",
		string(long(`"a%d": [1, "é"]`, `"a1": 0`)), string(long(`"a%d": {"n": 1e17}`, `"z": nope`)), string(long(`"a%d": nope`, `"a1": 0`)),
		string(long(`"a%d": 1`, "\"z\": \"\xFF\"")), strings.Repeat("[1]\n", 3000) + "[1e999]\n[}\n" + strings.Repeat("[1]\n", 3000),
	}
	for i, text := range texts {
		for j, dialect := range []Dialect{JSON, IJSON, JSONC, JSON5, NDJSON, JSONSeq} {
			if longtest.Off() && (i+j)%3 != 0 {
				continue
			}
			for stopAt := Info; stopAt <= Error; stopAt++ {
				o := Options{Dialect: dialect, MaxProblems: -1, Severities: map[string]Severity{"final-newline": Info, "syntax": Warning}}
				all := newSmall(o).Check([]byte(text))
				o.StopAt = stopAt
				stopping := newSmall(o)
				checkStopped(t, text, stopAt, all, stopping.Check([]byte(text)))
				for _, r := range []io.Reader{strings.NewReader(text), onlyReader{strings.NewReader(text)}} {
					got, err := stopping.CheckReader(t.Context(), r)
					if err != nil {
						t.Fatal(err)
					}
					checkStopped(t, text, stopAt, all, got)
				}
				o.StopAt = Off
				want, n := newSmall(o).Fix([]byte(text))
				if got, m := stopping.Fix([]byte(text)); !bytes.Equal(got, want) || m != n {
					t.Errorf("%.100q in %v: with StopAt, it is fixed to %.100q", text, dialect, got)
				}
			}
		}
	}
}

func checkStopped(t *testing.T, text string, stopAt Severity, all, got *Report) {
	t.Helper()
	isBad := func(d Diagnostic) bool { return d.Severity >= stopAt }
	if bad := slices.ContainsFunc(all.Diagnostics, isBad); bad != slices.ContainsFunc(got.Diagnostics, isBad) {
		t.Errorf("%.100q at %v: the complete report is\n%.500s\nand the other one\n%.500s", text, stopAt, describe(all), describe(got))
	}
	for _, d := range got.Diagnostics {
		same := func(e Diagnostic) bool { return e.Rule == d.Rule && e.Span == d.Span && e.Message == d.Message }
		if !slices.ContainsFunc(all.Diagnostics, same) {
			t.Errorf("%.100q at %v: this finding is not in the complete report: %+v", text, stopAt, d)
		}
	}
}

// endless repeats a text, and fails after 100 MB.
type endless struct {
	text string
	read int
}

func (e *endless) Read(p []byte) (n int, err error) {
	if e.read > 100e6 {
		return 0, errors.New("the check has not stopped")
	}
	n = copy(p, e.text[e.read%len(e.text):])
	e.read += n
	return n, nil
}

// TestStopAtEndsReading checks that the rest of the input is not read.
func TestStopAtEndsReading(t *testing.T) {
	for _, dialect := range []Dialect{JSON, NDJSON} {
		for _, begin := range []string{"", "PK\x03\x04"} {
			r := io.MultiReader(strings.NewReader(begin+"[1,]\n"), &endless{text: "[1,]\n"})
			report, err := New(Options{Dialect: dialect, StopAt: Error}).CheckReader(t.Context(), r)
			if err != nil || report.Count(Error) == 0 {
				t.Errorf("%v: %v, %s", dialect, err, fmt.Sprintf("%.200s", describe(report)))
			}
		}
	}
}
