package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/lint"
)

// junit writes findings in the XML format of JUnit, as defined by junit-10.xsd, the schema of
// Jenkins. There is a suite for each file and a test case for each finding. The suite of a file
// without findings has one test case, which passes. If a finding does not make the exit status 1,
// its test case passes and has the message in system-out.
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

// File writes the suite of a file with a single write.
func (j *junit) File(f *File) error {
	text := j.suite(f)
	j.begin()
	_, err := io.WriteString(j.w, text)
	return err
}

// suite returns the suite of a file.
func (j *junit) suite(f *File) string {
	name := xmlText(Path(f.Name))
	var cases strings.Builder
	tests, failures, errors := 0, 0, 0
	if f.Trouble != nil {
		tests, errors = 1, 1
		fmt.Fprintf(&cases, "    <testcase name=\"read\" classname=\"%s\"><error message=\"%s\"/></testcase>\n", name, xmlText(f.Trouble.Error()))
	}
	if f.Report != nil {
		for i := range f.Report.Diagnostics {
			d := &f.Report.Diagnostics[i]
			tests++
			if j.fails(d.Severity) {
				failures++
			}
			j.testCase(&cases, name, d)
		}
	}
	if tests == 0 {
		tests = 1
		fmt.Fprintf(&cases, "    <testcase name=\"lint\" classname=\"%s\"/>\n", name)
	}
	return suite(name, tests, failures, errors, cases.String())
}

// suite returns a suite as XML. The name and the cases have already been escaped.
func suite(name string, tests, failures, errors int, cases string) string {
	return fmt.Sprintf("  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n%s  </testsuite>\n", name, tests, failures, errors, cases)
}

// testCase writes the test case of a finding. The parameter class is the escaped name of the file.
func (j *junit) testCase(b *strings.Builder, class string, d *lint.Diagnostic) {
	fmt.Fprintf(b, "    <testcase name=\"%s\" classname=\"%s\">\n", xmlText(label(d)), class)
	message := xmlText(j.fullSentence(d))
	place := fmt.Sprintf("%s:%d:%d", class, d.Start.Line, j.Unit.column(d.Start))
	if j.fails(d.Severity) {
		fmt.Fprintf(b, "      <failure type=\"%s\" message=\"%s\">%s</failure>\n", d.Severity, message, place)
	} else {
		fmt.Fprintf(b, "      <system-out>%s: %s: %s</system-out>\n", place, d.Severity, message)
	}
	b.WriteString("    </testcase>\n")
}

// End adds a suite for the run itself if s.Failure is set, for example because there are too many
// warnings.
func (j *junit) End(s *Summary) error {
	j.begin()
	if s.Failure != "" {
		io.WriteString(j.w, suite("jsonlint", 1, 1, 0, fmt.Sprintf(
			"    <testcase name=\"jsonlint\" classname=\"jsonlint\"><failure message=\"%s\"/></testcase>\n", xmlText(s.Failure))))
	}
	io.WriteString(j.w, "</testsuites>\n")
	return j.w.Flush()
}
