package report

import (
	"bufio"
	"strings"

	"github.com/assayjson/assay/lint"
)

// rdjson writes findings in the Reviewdog Diagnostic Format, in which columns count bytes.
type rdjson struct {
	document
	Options
}

type rdRange struct {
	Start jsonPlace `json:"start"`
	End   jsonPlace `json:"end"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"` // nil for the whole file
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        *rdCode        `json:"code,omitempty"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Related     []rdRelated    `json:"relatedLocations,omitempty"`
}

type rdCode struct {
	Value string `json:"value"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

func newRDJSON(w *bufio.Writer, o Options) Format {
	o.Unit = Byte
	return &rdjson{newDocument(w, `{"source":{"name":"jsonlint","url":"`+home+`"},"diagnostics":[`), o}
}

func (r *rdjson) File(f *File) error {
	if f.Trouble != nil {
		if err := r.element(rdDiagnostic{Message: f.Trouble.Error(), Location: rdLocation{Path: Path(f.Name)}, Severity: "ERROR"}); err != nil {
			return err
		}
	}
	if f.Report == nil {
		return nil
	}
	for i := range f.Report.Diagnostics {
		if err := r.element(r.diagnostic(f, &f.Report.Diagnostics[i])); err != nil {
			return err
		}
	}
	return nil
}

func (r *rdjson) diagnostic(f *File, d *lint.Diagnostic) rdDiagnostic {
	at := r.rdRange(d.Span)
	here := rdLocation{Path(f.Name), &at}
	out := rdDiagnostic{Message: sentence(d), Location: here, Severity: strings.ToUpper(d.Severity.String()), Code: &rdCode{label(d)}}
	for _, related := range d.Related {
		at := r.rdRange(related.Span)
		out.Related = append(out.Related, rdRelated{related.Message, rdLocation{here.Path, &at}})
	}
	// The lines and columns of an edit are known only if the edit replaces exactly the text of the
	// finding.
	if d.Fix != nil && len(d.Fix.Edits) == 1 && d.Fix.Edits[0].Offset == d.Offset && d.Fix.Edits[0].Length == d.Length {
		out.Suggestions = []rdSuggestion{{at, d.Fix.Edits[0].New}}
	}
	return out
}

func (r *rdjson) rdRange(s lint.Span) rdRange {
	return rdRange{r.jsonPlace(s.Start), r.jsonPlace(s.End)}
}

func (r *rdjson) End(*Summary) error { return r.end("]}\n") }
