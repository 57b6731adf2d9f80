package lint

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// TestStopAt checks that a report which may end early has a finding of the severity StopAt if and
// only if the complete report has one, and that it has only findings of the complete report.
func TestStopAt(t *testing.T) {
	t.Parallel()
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

// TestStopAtEndsReading checks that the rest of the input is not read.
func TestStopAtEndsReading(t *testing.T) {
	for _, dialect := range []Dialect{JSON, NDJSON} {
		for _, begin := range []string{"", "PK\x03\x04"} {
			r := io.MultiReader(&jsontest.Repeater{Rest: begin, Repeated: strings.Repeat("[1,]\n", 1000), Times: 20_000}, iotest.ErrReader(io.ErrClosedPipe))
			report, err := New(Options{Dialect: dialect, StopAt: Error}).CheckReader(t.Context(), r)
			if err != nil || report.Count(Error) == 0 {
				t.Errorf("%v: %v, %s", dialect, err, fmt.Sprintf("%.200s", describe(report)))
			}
		}
	}
}

// TestFound checks that findings are announced before the text has been read to its end, and that all findings of the report
// have been announced.
func TestFound(t *testing.T) {
	for _, c := range []struct {
		dialect Dialect
		text    string
		early   bool // the first finding is far from the end of the text
	}{
		{JSON, "[1,]", false},
		{JSON, "\uFEFF[1]", false},
		{JSON, "[" + strings.Repeat("nope,\n", 100_000) + "1]\n", true},
		{JSON, "[+1,\n" + strings.Repeat("\"\xFF\",\n", 100_000) + "2,]\n", true},
		{NDJSON, strings.Repeat("[1]\n", 30_000) + "[1e999]\n[}\n" + strings.Repeat("[1]\n", 1_000_000), true},
	} {
		var read atomic.Int64
		first := int64(-1)
		type place struct {
			rule   string
			offset int64
			line   int
		}
		announced := map[place]bool{}
		o := Options{Dialect: c.dialect, Found: func(d Diagnostic) {
			if first < 0 {
				first = read.Load()
			}
			announced[place{d.Rule, d.Offset, d.Start.Line}] = true
		}}
		var r *Report
		var err error
		synctest.Test(t, func(t *testing.T) {
			r, err = newSmall(o).CheckReader(t.Context(), &countingReader{strings.NewReader(c.text), &read})
		})
		if err != nil || len(r.Diagnostics) == 0 {
			t.Fatal(err, r)
		}
		for _, d := range r.Diagnostics {
			if !announced[place{d.Rule, d.Offset, d.Start.Line}] {
				t.Errorf("%.20q: not announced: %s at offset %d, line %d", c.text, d.Rule, d.Offset, d.Start.Line)
			}
		}
		if c.early && (first < 0 || int(first) == len(c.text)) {
			t.Errorf("%.20q: the first finding was announced after %d of %d bytes", c.text, first, len(c.text))
		}
		if len(c.text) > 1<<20 {
			continue
		}
		count := 0
		o.Found = func(Diagnostic) { count++ }
		if got := newSmall(o).Check([]byte(c.text)); count < len(got.Diagnostics) {
			t.Errorf("%.20q: Check announced %d findings of %d", c.text, count, len(got.Diagnostics))
		}
	}
	count := 0
	o := Options{Dialect: JSONC, SuppressInComments: true, Severities: map[string]Severity{"trailing-commas": Warning}, Found: func(Diagnostic) { count++ }}
	newSmall(o).Fix([]byte("[1,] // jsonlint-disable-line trailing-commas\n"))
	newSmall(o).Check([]byte("{\"a\": 1, \"a\": 2} // jsonlint-disable-line duplicate-keys\n"))
	if count > 0 {
		t.Errorf("%d findings were announced that may be suppressed", count)
	}
}

// A countingReader counts the bytes that have been read. It cannot seek.
type countingReader struct {
	r    io.Reader
	read *atomic.Int64
}

func (r *countingReader) Read(p []byte) (n int, err error) {
	time.Sleep(time.Nanosecond) // in a bubble of synctest: all goroutines have done what they can with the text before
	n, err = r.r.Read(p[:min(len(p), 1000+len(p)/16)])
	r.read.Add(int64(n))
	return n, err
}
