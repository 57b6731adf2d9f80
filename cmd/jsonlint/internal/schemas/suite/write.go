package suite

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
)

// WriteJUnit writes the results in the format of JUnit. Files that have not been tested are tests that have been skipped.
func WriteJUnit(w io.Writer, all []Suite) error {
	suites := make([]report.TestSuite, len(all))
	for i := range all {
		s := &all[i]
		suites[i].Name = report.Path(s.Schema)
		for j := range s.Tests {
			t := &s.Tests[j]
			one := report.Test{Name: report.Line(t.Name())}
			var details []string
			for _, f := range t.Failures {
				details = append(details, fmt.Sprintf("%s: %s", f.place(), report.Line(f.sentence())))
			}
			if len(details) > 0 {
				one.Failure, one.Details = t.Failures[0].sentence(), strings.Join(details, "\n")
			}
			suites[i].Tests = append(suites[i].Tests, one)
		}
		for _, path := range s.Others {
			suites[i].Tests = append(suites[i].Tests, report.Test{Name: report.Path(path), Skipped: "the file is not JSON"})
		}
	}
	return report.WriteTests(w, suites)
}

// place returns where a failure is.
func (f *Failure) place() string {
	return fmt.Sprintf("%s:%d:%d", report.Path(f.File), f.Start.Line, f.Start.Rune)
}

// sentence returns the message and the hint.
func (f *Failure) sentence() string {
	if f.Hint == "" {
		return f.Message
	}
	return f.Message + "; " + f.Hint
}

// These are the objects of the JSON output.
type (
	jsonOutput struct {
		Tool    string      `json:"tool"`
		Version int         `json:"version"`
		Schemas []jsonSuite `json:"schemas"`
		Tests   int         `json:"tests"`
		Failed  int         `json:"failed"`
	}
	jsonSuite struct {
		Schema    string        `json:"schema"`
		Tests     []jsonTest    `json:"tests"`
		NotTested []string      `json:"notTested"`
		Coverage  *jsonCoverage `json:"coverage,omitempty"`
	}
	jsonTest struct {
		File        string        `json:"file"`
		Line        int           `json:"line,omitempty"`
		Description string        `json:"description,omitempty"`
		Valid       bool          `json:"valid"`
		Passed      bool          `json:"passed"`
		Failures    []jsonFailure `json:"failures,omitempty"`
	}
	jsonFailure struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Pointer string `json:"pointer"`
		Keyword string `json:"keyword,omitempty"`
		Message string `json:"message"`
	}
	jsonCoverage struct {
		Subschemas jsonShare     `json:"subschemas"`
		Keywords   jsonShare     `json:"keywords"`
		Branches   jsonShare     `json:"branches"`
		Gaps       []jsonFailure `json:"gaps"`
	}
	jsonShare struct {
		Total   int `json:"total"`
		Covered int `json:"covered"`
	}
)

// WriteJSON writes the results as one JSON document.
func WriteJSON(w io.Writer, all []Suite) error {
	out := jsonOutput{Tool: "jsonlint", Version: 1, Schemas: []jsonSuite{}}
	for i := range all {
		s := &all[i]
		one := jsonSuite{Schema: report.Path(s.Schema), Tests: []jsonTest{}, NotTested: []string{}}
		for j := range s.Tests {
			t := &s.Tests[j]
			one.Tests = append(one.Tests, jsonTest{report.Path(t.File), t.Line, t.Description, t.IsValid, len(t.Failures) == 0, jsonFailures(t.Failures)})
		}
		for _, path := range s.Others {
			one.NotTested = append(one.NotTested, report.Path(path))
		}
		if g := s.Gaps; g != nil {
			one.Coverage = &jsonCoverage{jsonShare{g.Subschemas, g.Reached}, jsonShare{g.Keywords, g.Rejecting}, jsonShare{g.Alternatives, g.Accepting}, jsonFailures(g.List)}
		}
		out.Schemas = append(out.Schemas, one)
		out.Tests += len(s.Tests)
		out.Failed += s.Failed()
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func jsonFailures(failures []Failure) []jsonFailure {
	all := make([]jsonFailure, len(failures))
	for i, f := range failures {
		all[i] = jsonFailure{report.Path(f.File), f.Start.Line, f.Start.Rune, f.Pointer, f.Code, f.sentence()}
	}
	return all
}
