package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/assayjson/assay/lint"
)

// junit writes the XML of JUnit: a suite for each file, with a case for each finding, or one
// that passes.
type junit struct {
	w     *bufio.Writer
	begun bool
	Options
}

func newJUnit(w *bufio.Writer, o Options) Format { return &junit{w: w, Options: o} }

func (j *junit) begin() {
	if !j.begun {
		io.WriteString(j.w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"jsonlint\">\n")
	}
	j.begun = true
}

func (j *junit) File(f *File) error {
	j.begin()
	var found []lint.Diagnostic
	if f.Report != nil {
		found = f.Report.Diagnostics
	}
	name, errors := xmlText(f.Name), 0
	if f.Trouble != nil {
		errors = 1
	}
	fmt.Fprintf(j.w, "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n", name, max(len(found)+errors, 1), len(found), errors)
	if f.Trouble != nil {
		fmt.Fprintf(j.w, "    <testcase name=\"read\" classname=\"%s\"><error message=\"%s\"/></testcase>\n", name, xmlText(f.Trouble.Error()))
	}
	for i := range found {
		d := &found[i]
		fmt.Fprintf(j.w, "    <testcase name=\"%s\" classname=\"%s\" file=\"%s\" line=\"%d\">\n", xmlText(label(d)), name, name, d.Start.Line)
		fmt.Fprintf(j.w, "      <failure type=\"%s\" message=\"%s\">%s:%d:%d</failure>\n    </testcase>\n",
			d.Severity, xmlText(j.fullSentence(d)), name, d.Start.Line, j.Unit.column(d.Start))
	}
	if len(found) == 0 && f.Trouble == nil {
		fmt.Fprintf(j.w, "    <testcase name=\"lint\" classname=\"%s\"/>\n", name)
	}
	_, err := io.WriteString(j.w, "  </testsuite>\n")
	return err
}

func (j *junit) End(*Summary) error {
	j.begin()
	io.WriteString(j.w, "</testsuites>\n")
	return j.w.Flush()
}
