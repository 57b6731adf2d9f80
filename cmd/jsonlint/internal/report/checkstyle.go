package report

import (
	"bufio"
	"fmt"
	"io"
)

// checkstyle writes the XML of Checkstyle: files with findings.
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

func (c *checkstyle) File(f *File) error {
	c.begin()
	if f.Trouble == nil && len(f.Report.Diagnostics) == 0 {
		return nil
	}
	fmt.Fprintf(c.w, "  <file name=\"%s\">\n", xmlText(f.Name))
	if f.Trouble != nil {
		fmt.Fprintf(c.w, "    <error severity=\"error\" message=\"%s\" source=\"jsonlint\"/>\n", xmlText(f.Trouble.Error()))
	}
	if f.Report != nil {
		for i := range f.Report.Diagnostics {
			d := &f.Report.Diagnostics[i]
			fmt.Fprintf(c.w, "    <error line=\"%d\" column=\"%d\" severity=\"%s\" message=\"%s\" source=\"jsonlint.%s\"/>\n",
				d.Start.Line, c.Unit.column(d.Start), d.Severity, xmlText(c.fullSentence(d)), xmlText(label(d)))
		}
	}
	_, err := io.WriteString(c.w, "  </file>\n")
	return err
}

func (c *checkstyle) End(*Summary) error {
	c.begin()
	io.WriteString(c.w, "</checkstyle>\n")
	return c.w.Flush()
}
