package report

import (
	"bufio"
	"fmt"
)

// checkstyle writes findings in the XML format of Checkstyle, grouped by file.
type checkstyle struct {
	frame
	Options
}

func newCheckstyle(w *bufio.Writer, o Options) Format {
	return &checkstyle{frame{w, xmlHead + "<checkstyle version=\"4.3\">\n"}, o}
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

func (c *checkstyle) End(*Summary) error { return c.end("</checkstyle>\n") }
