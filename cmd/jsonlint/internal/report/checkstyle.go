package report

import (
	"bufio"
	"fmt"
	"io"
)

// checkstyle writes findings in the XML format of Checkstyle, grouped by file.
type checkstyle struct {
	w     *bufio.Writer
	begun bool
	Options
}

func newCheckstyle(w *bufio.Writer, o Options) Format { return &checkstyle{w: w, Options: o} }

func (c *checkstyle) begin() {
	if !c.begun {
		io.WriteString(c.w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n")
	}
	c.begun = true
}

// File writes the element of a file, unless there is nothing to report.
func (c *checkstyle) File(f *File) error {
	head := fmt.Sprintf("  <file name=\"%s\">\n", xmlText(Path(f.Name)))
	if f.Trouble != nil {
		head += fmt.Sprintf("    <error severity=\"error\" message=\"%s\" source=\"jsonlint\"/>\n", xmlText(f.Trouble.Error()))
	}
	c.begin()
	if f.Trouble == nil && f.findings() == 0 {
		return nil
	}
	c.w.WriteString(head)
	defer c.w.WriteString("  </file>\n") // even if a finding panics
	for i := range f.findings() {
		d := &f.Report.Diagnostics[i]
		_, err := fmt.Fprintf(c.w, "    <error line=\"%d\" column=\"%d\" severity=\"%s\" message=\"%s\" source=\"jsonlint.%s\"/>\n",
			d.Start.Line, c.Unit.column(d.Start), d.Severity, xmlText(c.fullSentence(d)), xmlText(label(d)))
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *checkstyle) End(*Summary) error {
	c.begin()
	io.WriteString(c.w, "</checkstyle>\n")
	return c.w.Flush()
}
