package lint

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/jsontest"
)

// Names that differ only in case are found wherever they are, also far behind an error, and in every way to read the text. They
// contain nothing that draws attention to them. The usual Linter would read texts of this length as a whole, so it
// is tried with small windows, too.
func TestCaseCollisionsAreFoundEverywhere(t *testing.T) {
	filler := strings.Repeat(`{"name": "x", "list": [1, 2, 3]},`+"\n", 500)
	pair := `{"first": 1, "second": {"first": 2}, "First": 3}`
	records := strings.Repeat(`{"name": "x", "list": [1, 2, 3]}`+"\n", 500)
	for name, c := range map[string]struct {
		text    string
		dialect Dialect
	}{
		"short":           {pair, JSON},
		"beginning":       {"[" + pair + "," + filler + "0]", JSON},
		"end":             {"[" + filler + pair + "]", JSON},
		"after an error":  {"[1 2, " + filler + pair + "]", JSON},
		"before an error": {"[" + pair + "," + filler + "1 2]", JSON},
		"between errors":  {"[1 2, " + filler + pair + "," + filler + "1 2]", JSON},
		"equal names":     {`[{"a": 1, "a": 2}, ` + filler + pair + "]", JSON},
		"far apart":       {`{"first": [` + filler + `0], "First": 0}`, JSON},
		"comments":        {"[/* 1 */" + filler + pair + "]", JSONC},
		"records":         {records + pair + "\n" + records, NDJSON},
		"bad records":     {records + "[1 2]\n" + records + pair + "\n", NDJSON},
	} {
		linter := New(Options{Dialect: c.dialect, Severities: map[string]Severity{"case-collision": Warning}})
		text := []byte(c.text)
		want := fmt.Sprint([]int{strings.Index(c.text, `"First"`)})
		check := func(way string, found []Diagnostic) {
			var at []int
			for _, d := range found {
				if d.Rule == "case-collision" {
					at = append(at, int(d.Offset))
				}
			}
			slices.Sort(at)
			if fmt.Sprint(at) != want {
				t.Errorf("%s, %s: found at %v, want %v", name, way, at, want)
			}
		}
		for _, window := range []int{linter.window, 3000, 600} {
			if window != linter.window {
				linter.window, linter.whole, linter.farError, linter.reading.Segment = window, window, 0, 512
			}
			check("memory", linter.Check(text).Diagnostics)
			for way, r := range map[string]io.Reader{
				"file": jsontest.FileOf(text).(io.Reader), "stream": struct{ io.Reader }{bytes.NewReader(text)}, "halves": iotest.HalfReader(bytes.NewReader(text)),
			} {
				report, err := linter.CheckReader(context.Background(), r)
				if err != nil {
					t.Fatal(err)
				}
				check(fmt.Sprintf("%s, windows of %d bytes", way, window), report.Diagnostics)
			}
		}
	}
}
