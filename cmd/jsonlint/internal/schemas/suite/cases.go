package suite

import (
	_ "embed"
	"fmt"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/lint"
)

// CasesSchema is the schema of files of cases.
//
//go:embed cases.schema.json
var CasesSchema []byte

// CasesName is the name of CasesSchema in messages.
const CasesName = "cases.schema.json"

// cases runs the tests in a file of cases. If the file itself is not as it must be, the result is a test that has failed.
func (r *Runner) cases(path string) (tests []Test, err error) {
	data, err := regular.ReadFile(path)
	if err != nil {
		return nil, err
	}
	json := Plain(data)
	whole := &text{path: path, data: data, dialect: dialect.JWCC, json: json}
	isRight := Runner{Schema: r.Cases}
	if failures, err := isRight.judge(whole, true); err != nil || len(failures) > 0 {
		return []Test{{File: path, IsValid: true, Failures: failures}}, err
	}
	doc, err := document.Parse(json)
	if err != nil {
		return nil, err
	}
	for _, v := range doc.Root().Elements() {
		c := testCase{Runner: r, whole: whole, value: v}
		c.Test = Test{File: path, Line: v.Position().Line, Description: v.Member("description").String()}
		c.IsValid, _ = v.Member("valid").Bool()
		if err := c.run(); err != nil {
			return nil, err
		}
		tests = append(tests, c.Test)
	}
	return tests, nil
}

// A testCase is one in a file of cases.
type testCase struct {
	*Runner
	Test
	whole *text
	value document.Value
}

// run checks the document of a case.
func (c *testCase) run() (err error) {
	doc := c.whole.part(c.value.Member("data"))
	if file := c.value.Member("file"); file.Exists() {
		if doc, err = c.read(filepath.Join(filepath.Dir(c.File), filepath.FromSlash(file.String()))); err != nil {
			return err
		}
	}
	expected := c.value.Member("errors")
	if c.Failures, err = c.judge(doc, c.IsValid); err != nil || len(c.Failures) > 0 || !expected.Exists() {
		return err
	}
	found, _, err := c.check(doc)
	c.compare(doc, expected, found)
	return err
}

// part returns a value in a file as a document.
func (t *text) part(v document.Value) *text {
	return &text{path: t.path, data: t.data, dialect: t.dialect, json: v.Raw(), at: v.Offset()}
}

// compare notes the errors that have not been found, and the findings that are not expected.
func (c *testCase) compare(doc *text, expected document.Value, found []lint.Diagnostic) {
	isExpected := make([]bool, len(found))
	for _, e := range expected.Elements() {
		isFound := false
		for i, d := range found {
			if matches(e, d) {
				isFound, isExpected[i] = true, true
			}
		}
		if !isFound {
			here := c.whole.part(e)
			c.Failures = append(c.Failures, Failure{c.File, here.diagnostic(0, int64(len(here.json)), "", "the schema does not reject the document at this place"+placesOf(found))})
		}
	}
	for i, d := range found {
		if !isExpected[i] {
			d.Hint = "this is not among the errors of the test"
			c.Failures = append(c.Failures, Failure{doc.path, d})
		}
	}
}

// matches reports whether a finding is one that is expected.
func matches(expected document.Value, d lint.Diagnostic) bool {
	keyword, line := expected.Member("keyword"), expected.Member("line")
	n, _ := line.Int64()
	return expected.Member("pointer").String() == d.Pointer && (!keyword.Exists() || keyword.String() == d.Code) && (!line.Exists() || n == int64(d.Start.Line))
}

// placesOf lists where a document has been rejected.
func placesOf(found []lint.Diagnostic) (list string) {
	const most = 3
	for i, d := range found {
		if i == most {
			return list + ", ..."
		}
		if list == "" {
			list = "; it does at "
		} else {
			list += ", "
		}
		list += fmt.Sprintf("%q (%s, line %d)", d.Pointer, d.Code, d.Start.Line)
	}
	return list
}
