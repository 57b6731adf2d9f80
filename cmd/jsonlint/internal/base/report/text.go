package report

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/assayjson/assay/lint"
)

// text writes findings for people in this form.
//
//	path:line:column: message [rule]
//	path:line:column: warning: message [rule]
//
// If Options.Width or Options.Color is set, the first form has the word "error:", too. If
// Options.Width is set, each finding is followed by the source line, the hint and the related
// positions.
type text struct {
	w *bufio.Writer
	Options
}

func newText(w *bufio.Writer, o Options) Format { return &text{w, o} }

func (t *text) File(f *File) error {
	if f.Report == nil {
		return nil
	}
	if f.Decoded != "" && len(f.Report.Diagnostics) > 0 {
		fmt.Fprintf(t.w, "%s: decoded from %s; positions refer to the decoded text\n", Path(f.Name), f.Decoded)
	}
	for i := range f.Report.Diagnostics {
		t.finding(f.Name, &f.Report.Diagnostics[i])
	}
	if f.Report.Omitted > 0 {
		fmt.Fprintf(t.w, "%s: %s\n", Path(f.Name), omitted(f.Report))
	}
	return t.w.Flush()
}

// omitted returns a note about the findings in a report that are not shown, with the number of those of each rule.
func omitted(r *lint.Report) string {
	note := Count(r.Omitted, "more finding")
	hidden := ruleCounts{}
	hidden.addOmitted(r)
	if len(hidden) > 0 {
		note += ": " + hidden.String()
	}
	return note + " (see --max-problems)"
}

func (t *text) finding(name string, d *lint.Diagnostic) {
	severity := ""
	if d.Severity != lint.Error || t.Width > 0 || t.Color {
		severity = t.paint(styleOf(d.Severity), d.Severity.String()+":") + " "
	}
	place := append([]byte(Path(name)), ':')
	place = append(strconv.AppendInt(place, int64(d.Start.Line), 10), ':')
	place = append(strconv.AppendInt(place, int64(t.Unit.column(d.Start)), 10), ':')
	message := Line(d.Message)
	if t.Width == 0 {
		message = Line(t.fullSentence(d))
	}
	for _, part := range []string{t.paint(bold, string(place)), " ", severity, message, " ", t.paint(faint, "["+d.Rule+"]"), "\n"} {
		t.w.WriteString(part)
	}
	if t.Width > 0 {
		t.details(name, d)
	}
}

// details writes what is shown below the line of a finding.
func (t *text) details(name string, d *lint.Diagnostic) {
	at := int(d.Offset - d.ContextOffset)
	if 0 <= at && at <= len(d.Context) {
		length := int(min(d.Length, int64(len(d.Context))+1))
		lines := excerpt(d.Context, at, length, d.Start.Line, t.Width, d.Start.Column-1 > at)
		source, marks, _ := strings.Cut(lines, "\n")
		if source != "" {
			bar := strings.Index(marks, "|") + 1
			fmt.Fprintf(t.w, "%s\n%s%s\n", source, marks[:bar], t.paint(styleOf(d.Severity), strings.TrimSuffix(marks[bar:], "\n")))
		}
	}
	if d.Hint != "" {
		fmt.Fprintf(t.w, "  %s %s\n", t.paint(cyan, "hint:"), Line(d.Hint))
	}
	for _, r := range d.Related {
		if mentions(d, r) {
			continue
		}
		fmt.Fprintf(t.w, "  %s %s:%d:%d: %s\n", t.paint(cyan, "see"), Path(name), r.Start.Line, t.Unit.column(r.Start), Line(r.Message))
	}
}

func (t *text) End(*Summary) error { return t.w.Flush() }
