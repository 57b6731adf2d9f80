package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/assayjson/assay/lint"
)

// junit writes findings in the XML format of JUnit, as defined by junit-10.xsd, the schema of
// Jenkins. There is a suite for each file and a test case for each finding. The suite of a file
// without findings has one test case, which passes. If a finding does not make the exit status 1,
// its test case passes and has the message in system-out.
type junit struct {
	frame
	Options
}

func newJUnit(w *bufio.Writer, o Options) Format {
	return &junit{frame{w, xmlHead + "<testsuites name=\"jsonlint\">\n"}, o}
}

// File writes the suite of a file.
func (j *junit) File(f *File) error {
	name, errors := xmlText(Path(f.Name)), 0
	trouble := ""
	if f.Trouble != nil {
		errors = 1
		trouble = fmt.Sprintf("    <testcase name=\"read\" classname=\"%s\"><error message=\"%s\"/></testcase>\n", name, xmlText(f.Trouble.Error()))
	}
	tests, failures := errors+f.findings(), 0
	for i := range f.findings() {
		if j.fails(f.Report.Diagnostics[i].Severity) {
			failures++
		}
	}
	if tests == 0 {
		tests = 1
		trouble = fmt.Sprintf("    <testcase name=\"lint\" classname=\"%s\"/>\n", name)
	}
	j.begin()
	io.WriteString(j.w, suiteHead(name, tests, failures, errors)+trouble)
	defer io.WriteString(j.w, suiteEnd) // even if a finding panics
	for i := range f.findings() {
		if err := j.testCase(name, &f.Report.Diagnostics[i]); err != nil {
			return err
		}
	}
	return nil
}

// suiteHead returns the beginning of a suite as XML. The name has already been escaped.
func suiteHead(name string, tests, failures, errors int) string {
	return fmt.Sprintf("  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n", name, tests, failures, errors)
}

const suiteEnd = "  </testsuite>\n"

// testCase writes the test case of a finding. The parameter class is the escaped name of the file.
func (j *junit) testCase(class string, d *lint.Diagnostic) error {
	message := xmlText(j.fullSentence(d))
	place := fmt.Sprintf("%s:%d:%d", class, d.Start.Line, j.Unit.column(d.Start))
	result := fmt.Sprintf("<system-out>%s: %s: %s</system-out>", place, d.Severity, message)
	if j.fails(d.Severity) {
		result = fmt.Sprintf("<failure type=\"%s\" message=\"%s\">%s</failure>", d.Severity, message, place)
	}
	_, err := fmt.Fprintf(j.w, "    <testcase name=\"%s\" classname=\"%s\">\n      %s\n    </testcase>\n", xmlText(label(d)), class, result)
	return err
}

// End adds a suite for the run itself if s.Failure is set, for example because there are too many
// warnings.
func (j *junit) End(s *Summary) error {
	tail := "</testsuites>\n"
	if s.Failure != "" {
		testCase := fmt.Sprintf("    <testcase name=\"jsonlint\" classname=\"jsonlint\"><failure message=\"%s\"/></testcase>\n", xmlText(s.Failure))
		tail = suiteHead("jsonlint", 1, 1, 0) + testCase + suiteEnd + tail
	}
	return j.end(tail)
}
