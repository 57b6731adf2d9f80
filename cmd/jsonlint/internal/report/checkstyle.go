package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
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

// File writes the element of a file with a single write.
func (c *checkstyle) File(f *File) error {
	text := c.file(f)
	c.begin()
	_, err := io.WriteString(c.w, text)
	return err
}

// file returns the element of a file, or "" if there is nothing to report.
func (c *checkstyle) file(f *File) string {
	if f.Trouble == nil && (f.Report == nil || len(f.Report.Diagnostics) == 0) {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  <file name=\"%s\">\n", xmlText(Path(f.Name)))
	if f.Trouble != nil {
		fmt.Fprintf(&b, "    <error severity=\"error\" message=\"%s\" source=\"jsonlint\"/>\n", xmlText(f.Trouble.Error()))
	}
	if f.Report != nil {
		for i := range f.Report.Diagnostics {
			d := &f.Report.Diagnostics[i]
			fmt.Fprintf(&b, "    <error line=\"%d\" column=\"%d\" severity=\"%s\" message=\"%s\" source=\"jsonlint.%s\"/>\n",
				d.Start.Line, c.Unit.column(d.Start), d.Severity, xmlText(c.fullSentence(d)), xmlText(label(d)))
		}
	}
	b.WriteString("  </file>\n")
	return b.String()
}

func (c *checkstyle) End(*Summary) error {
	c.begin()
	io.WriteString(c.w, "</checkstyle>\n")
	return c.w.Flush()
}
