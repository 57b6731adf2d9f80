package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/lint"
)

// An element is the definition of an XML element in a schema. The names of required attributes end
// with "!". The children are the elements that it may contain. If mixed is true, it may also
// contain text.
type element struct {
	attributes string
	children   string
	mixed      bool
}

// junit10 is part of junit-10.xsd, the schema in the xunit plugin of Jenkins. It omits the elements
// for tests that are run again.
var junit10 = map[string]element{
	"testsuites": {attributes: "name time tests failures errors", children: "testsuite"},
	"testsuite": {
		attributes: "name! tests! failures! errors! group time skipped timestamp hostname id package file log url",
		children:   "testsuite properties testcase system-out system-err",
	},
	"testcase":   {attributes: "name! time classname group", children: "skipped error failure system-out system-err"},
	"failure":    {attributes: "type message", mixed: true},
	"error":      {attributes: "type message", mixed: true},
	"skipped":    {attributes: "type message", mixed: true},
	"properties": {children: "property"},
	"property":   {attributes: "name! value!"},
	"system-out": {mixed: true},
	"system-err": {mixed: true},
}

// checkElement returns an error if the schema does not allow the element of a start tag inside its
// parent, or does not allow the attributes of the tag.
func checkElement(parent string, tag xml.StartElement) error {
	name := tag.Name.Local
	e, known := junit10[name]
	if !known || parent != "" && !slices.Contains(strings.Fields(junit10[parent].children), name) {
		return fmt.Errorf("<%s> in <%s>", name, parent)
	}
	allowed := strings.Fields(e.attributes)
	for _, a := range tag.Attr {
		if !slices.Contains(allowed, a.Name.Local) && !slices.Contains(allowed, a.Name.Local+"!") {
			return fmt.Errorf("<%s> with the attribute %s", name, a.Name.Local)
		}
	}
	for _, a := range allowed {
		required, is := strings.CutSuffix(a, "!")
		if is && !slices.ContainsFunc(tag.Attr, func(a xml.Attr) bool { return a.Name.Local == required }) {
			return fmt.Errorf("<%s> without the attribute %s", name, required)
		}
	}
	return nil
}

// checkJUnit returns an error for the first violation of the schema in a document.
func checkJUnit(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	open := []string{""}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		parent := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			if err := checkElement(parent, token); err != nil {
				return err
			}
			open = append(open, token.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if strings.TrimSpace(string(token)) != "" && !junit10[parent].mixed {
				return fmt.Errorf("text in <%s>: %s", parent, token)
			}
		}
	}
}

func TestJUnitIsWhatJenkinsTakes(t *testing.T) {
	for _, failOn := range []lint.Severity{lint.Off, lint.Info, lint.Warning, lint.Error, lint.Error + 1} {
		for _, files := range [][]*File{files(), nil} {
			if err := checkJUnit(write(t, "junit", Options{FailOn: failOn}, files)); err != nil {
				t.Errorf("--fail-on %d: %v", failOn, err)
			}
		}
	}
	for _, invalid := range []string{
		`<testsuites><testsuite name="a" tests="1" failures="0" errors="0"><testcase name="a" file="a"/></testsuite></testsuites>`,
		`<testsuites><testsuite name="a" tests="1" failures="0"/></testsuites>`,
		`<testsuites><testcase name="a"/></testsuites>`,
		`<testsuites>a</testsuites>`,
	} {
		if checkJUnit(invalid) == nil {
			t.Errorf("nothing is wrong with %s", invalid)
		}
	}
}

// junitCounts checks the attributes of all suites against their contents. It returns the name of
// each suite and its numbers of tests, failures, errors and outputs.
func junitCounts(t *testing.T, text string) string {
	t.Helper()
	var v struct {
		Suites []struct {
			Name     string `xml:"name,attr"`
			Tests    int    `xml:"tests,attr"`
			Failures int    `xml:"failures,attr"`
			Errors   int    `xml:"errors,attr"`
			Cases    []struct {
				Failure *string `xml:"failure"`
				Error   *string `xml:"error"`
				Out     string  `xml:"system-out"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range v.Suites {
		failures, errors, outputs := 0, 0, 0
		for _, c := range s.Cases {
			if c.Failure != nil {
				failures++
			}
			if c.Error != nil {
				errors++
			}
			if c.Out != "" {
				outputs++
			}
		}
		if failures != s.Failures || errors != s.Errors || len(s.Cases) != s.Tests {
			t.Errorf("%s: %d tests, %d failures and %d errors are announced as %d, %d and %d", s.Name, len(s.Cases), failures, errors, s.Tests, s.Failures, s.Errors)
		}
		fmt.Fprintf(&b, "%s %d/%d/%d/%d; ", s.Name, len(s.Cases), failures, errors, outputs)
	}
	return strings.TrimSuffix(b.String(), "; ")
}

// A finding that does not make the exit status 1 is not a failure.
func TestJUnitWarningsPass(t *testing.T) {
	all := []*File{{Name: "good", Report: &lint.Report{}}, {Name: "bad", Report: files()[1].Report}, {Name: "gone", Trouble: io.ErrUnexpectedEOF}}
	for failOn, want := range map[lint.Severity]string{
		lint.Off:       "good 1/0/0/0; bad 3/1/0/2; gone 1/0/1/0",
		lint.Info:      "good 1/0/0/0; bad 3/3/0/0; gone 1/0/1/0",
		lint.Warning:   "good 1/0/0/0; bad 3/2/0/1; gone 1/0/1/0",
		lint.Error + 1: "good 1/0/0/0; bad 3/0/0/3; gone 1/0/1/0",
	} {
		if got := junitCounts(t, write(t, "junit", Options{FailOn: failOn}, all)); got != want {
			t.Errorf("--fail-on %d: %s, want %s", failOn, got, want)
		}
	}
	var out strings.Builder
	f := New("junit", &out, Options{})
	if err := f.End(&Summary{Failure: "3 warnings, more than 2"}); err != nil || junitCounts(t, out.String()) != "jsonlint 1/1/0/0" {
		t.Errorf("%v: %s", err, out.String())
	}
}
