package report

import (
	"bufio"
	"fmt"
)

// compact writes findings for editors, one per line. The form will not change in later versions.
//
//	path:line:column: severity: message [rule/code]
type compact struct {
	w *bufio.Writer
	Options
}

func newCompact(w *bufio.Writer, o Options) Format { return &compact{w, o} }

func (c *compact) File(f *File) error {
	if f.Report == nil {
		return nil
	}
	for i := range f.Report.Diagnostics {
		d := &f.Report.Diagnostics[i]
		fmt.Fprintf(c.w, "%s:%d:%d: %s: %s [%s]\n", Path(f.Name), d.Start.Line, c.Unit.column(d.Start), d.Severity, Line(c.fullSentence(d)), label(d))
	}
	return c.w.Flush()
}

func (c *compact) End(*Summary) error { return c.w.Flush() }
