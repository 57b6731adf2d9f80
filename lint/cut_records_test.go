package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCutRecords compares the findings in records that end too early, alone and after other invalid
// records, with those in the same text as a document.
func TestCutRecords(t *testing.T) {
	texts := []string{
		`{"a": [1, 2.5e3, "tex\nt", true, null], "é": {"a": "\ud83d\ude00", "b": {}}}`,
		`[{"a": 1, "a": 2, "b": [[]]}, "\ud800", 1e999, "аa", {"ax": 1, "аx": 2}]`,
		`[1, ' x', "y]`, `{"a" 1, "b": [}, 2}`, "[\"\xFF\", 1, \"\u202E\"]", `[-0.5E-7, falze, "\q"]`,
	}
	for _, severities := range []map[string]Severity{nil, allRules(Warning)} {
		o := Options{MaxProblems: -1, Severities: severities}
		for _, whole := range texts {
			for n := range len(whole) + 1 {
				if text := strings.TrimRight(whole[:n], " "); text != "" {
					checkAsRecord(t, o, text)
				}
			}
		}
	}
}

func checkAsRecord(t *testing.T, o Options, text string) {
	t.Helper()
	want := outlineOf(New(o).Check([]byte(text)), 0)
	o.Dialect = NDJSON
	for _, before := range []string{"", "[1\n", "{\"b\":\n[1 2]\n"} {
		r := New(o).Check([]byte(before + text + "\n"))
		r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d Diagnostic) bool { return d.Offset < int64(len(before)) })
		if diff := cmp.Diff(want, outlineOf(r, int64(len(before)))); diff != "" {
			t.Errorf("%q after %q, as a record: %s", text, before, diff)
		}
	}
}

// allRules returns a severity for all rules that apply to records.
func allRules(severity Severity) map[string]Severity {
	all := map[string]Severity{}
	for _, r := range Rules() {
		all[r.Name] = severity
	}
	all["final-newline"] = Off // a record has no line end
	return all
}

// An outline is what is the same in the findings of a record and of a document.
type outline struct {
	Rule, Code, Pointer string
	Offset, Length      int64
	Column              int
	Related             []int64
	Fix                 bool
}

// outlineOf returns the outlines of the findings in a text that begins at the given offset.
func outlineOf(r *Report, begin int64) (all []outline) {
	for _, d := range r.Diagnostics {
		o := outline{d.Rule, d.Code, d.Pointer, d.Offset - begin, d.Length, d.Start.Column, nil, d.Fix != nil}
		for _, related := range d.Related {
			o.Related = append(o.Related, related.Offset-begin)
		}
		all = append(all, o)
	}
	return all
}
