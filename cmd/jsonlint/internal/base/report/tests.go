package report

import (
	"bufio"
	"fmt"
	"io"
)

// A TestSuite is a list of tests that belong together.
type TestSuite struct {
	Name  string
	Tests []Test
}

// A Test is a test with its result.
type Test struct {
	Name    string
	Failure string // why it has failed, in one line; "" if it has passed or has not run
	Details string // more about the failure
	Skipped string // why it has not run; "" if it has
}

// WriteTests writes the results of tests in the XML format of JUnit, as defined by junit-10.xsd, the schema of Jenkins.
func WriteTests(w io.Writer, suites []TestSuite) error {
	b := bufio.NewWriter(w)
	io.WriteString(b, xmlHead+"<testsuites name=\"jsonlint\">\n")
	for _, s := range suites {
		failures, skipped := 0, 0
		for _, t := range s.Tests {
			if t.Failure != "" {
				failures++
			}
			if t.Skipped != "" {
				skipped++
			}
		}
		name := xmlText(s.Name)
		fmt.Fprintf(b, "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\">\n", name, len(s.Tests), failures, skipped)
		for _, t := range s.Tests {
			fmt.Fprintf(b, "    <testcase name=\"%s\" classname=\"%s\"", xmlText(t.Name), name)
			switch {
			case t.Failure != "":
				fmt.Fprintf(b, ">\n      <failure message=\"%s\">%s</failure>\n    </testcase>\n", xmlText(t.Failure), xmlEscaper.Get().Replace(t.Details))
			case t.Skipped != "":
				fmt.Fprintf(b, ">\n      <skipped message=\"%s\"/>\n    </testcase>\n", xmlText(t.Skipped))
			default:
				io.WriteString(b, "/>\n")
			}
		}
		io.WriteString(b, suiteEnd)
	}
	io.WriteString(b, "</testsuites>\n")
	return b.Flush()
}
