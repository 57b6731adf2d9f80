package report

import (
	"bufio"

	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/tokenizer"
)

// jsonPlace is a position in a text. Lines and columns start at 1.
type jsonPlace struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type jsonSpan struct {
	Offset int64     `json:"offset"`
	Length int64     `json:"length"`
	Start  jsonPlace `json:"start"`
	End    jsonPlace `json:"end"`
}

type jsonFinding struct {
	Rule     string `json:"rule"`
	Code     string `json:"code,omitempty"`
	Severity string `json:"severity"`
	jsonSpan
	Pointer *string       `json:"pointer,omitempty"`
	Message string        `json:"message"`
	Hint    string        `json:"hint,omitempty"`
	Related []jsonRelated `json:"related,omitempty"`
	Fix     *jsonFix      `json:"fix,omitempty"`
}

type jsonRelated struct {
	jsonSpan
	Message string `json:"message"`
}

type jsonFix struct {
	Title string     `json:"title"`
	Edits []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Text   string `json:"text"`
}

type jsonFile struct {
	Path    string `json:"path"`
	Dialect string `json:"dialect,omitempty"`
	Decoded string `json:"decodedFrom,omitempty"`
	Bytes   int64  `json:"bytes"`
	Trouble string `json:"trouble,omitempty"`
	Omitted int    `json:"omitted,omitempty"`

	Suppressed int `json:"suppressed,omitempty"`
	Known      int `json:"inBaseline,omitempty"`

	Fixed    int           `json:"fixed,omitempty"`
	Findings []jsonFinding `json:"findings"`
}

type jsonSummary struct {
	Files    int   `json:"files"`
	Troubled int   `json:"troubled"`
	Errors   int   `json:"errors"`
	Warnings int   `json:"warnings"`
	Infos    int   `json:"infos"`
	Omitted  int   `json:"omitted"`
	Fixed    int   `json:"fixed"`
	Bytes    int64 `json:"bytes"`

	Suppressed int `json:"suppressed"`
	Known      int `json:"inBaseline"`
}

// jsonReport writes all findings in one JSON document.
type jsonReport struct {
	document
	Options
}

func newJSON(w *bufio.Writer, o Options) Format {
	head := marshal(map[string]any{"version": 1, "tool": "jsonlint", "toolVersion": o.Version, "columnUnit": Units[o.Unit]})
	return &jsonReport{newDocument(w, string(head[:len(head)-1])+`,"files":[`), o}
}

func (j *jsonReport) File(f *File) error {
	return j.elementWithList(j.file(f), f.findings(), func(i int) any { return j.jsonFinding(&f.Report.Diagnostics[i]) })
}

// findings returns the number of findings in the report.
func (f *File) findings() int {
	if f.Report == nil {
		return 0
	}
	return len(f.Report.Diagnostics)
}

func (j *jsonReport) End(s *Summary) error {
	return j.end(`],"summary":` + string(marshal(summaryOf(s))) + "}\n")
}

func summaryOf(s *Summary) jsonSummary {
	return jsonSummary{s.Files, s.Troubled, s.Errors, s.Warnings, s.Infos, s.Omitted, s.Fixed, s.Bytes, s.Suppressed, s.Known}
}

// file returns the fields of a file without its findings.
func (o Options) file(f *File) jsonFile {
	j := jsonFile{Path: Path(f.Name), Dialect: f.Dialect.String(), Decoded: f.Decoded, Findings: []jsonFinding{}}
	if f.Trouble != nil {
		j.Trouble = f.Trouble.Error()
	}
	if f.Report != nil {
		j.Bytes, j.Omitted, j.Fixed = f.Report.Bytes, f.Report.Omitted, f.Fixed
		j.Known = knownIn(f.Report)
		j.Suppressed = len(f.Report.Suppressed) - j.Known
	}
	return j
}

func (o Options) jsonFinding(d *lint.Diagnostic) jsonFinding {
	j := jsonFinding{Rule: d.Rule, Code: d.Code, Severity: d.Severity.String(), jsonSpan: o.jsonSpan(d.Span), Message: d.Message, Hint: d.Hint}
	if d.HasPointer {
		j.Pointer = &d.Pointer
	}
	for _, r := range d.Related {
		j.Related = append(j.Related, jsonRelated{o.jsonSpan(r.Span), r.Message})
	}
	if d.Fix != nil {
		j.Fix = &jsonFix{Title: d.Fix.Title}
		for _, e := range d.Fix.Edits {
			j.Fix.Edits = append(j.Fix.Edits, jsonEdit{e.Offset, e.Length, e.New})
		}
	}
	return j
}

func (o Options) jsonSpan(s lint.Span) jsonSpan {
	return jsonSpan{s.Offset, s.Length, o.jsonPlace(s.Start), o.jsonPlace(s.End)}
}

func (o Options) jsonPlace(p tokenizer.Position) jsonPlace {
	return jsonPlace{p.Line, o.Unit.column(p)}
}

// ndjson writes each finding as a JSON object on a line of its own.
type ndjson struct {
	w *bufio.Writer
	Options
}

func newNDJSON(w *bufio.Writer, o Options) Format { return &ndjson{w, o} }

func (n *ndjson) File(f *File) error {
	file := n.file(f)
	for i := range f.findings() {
		n.line(struct {
			Type string `json:"type"`
			Path string `json:"path"`
			jsonFinding
		}{"finding", file.Path, n.jsonFinding(&f.Report.Diagnostics[i])})
	}
	if file.Trouble != "" {
		n.line(map[string]string{"type": "trouble", "path": file.Path, "message": file.Trouble})
	}
	return n.w.Flush()
}

func (n *ndjson) End(s *Summary) error {
	n.line(struct {
		Type string `json:"type"`
		jsonSummary
	}{"summary", summaryOf(s)})
	return n.w.Flush()
}

func (n *ndjson) line(v any) {
	n.w.Write(marshal(v))
	n.w.WriteByte('\n')
}
