package syntaxerror_test

import (
	"errors"
	"testing"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/tokenizer"
)

// An error that is made from the report of another error is the same, and has the same report.
func TestReportsMakeErrors(t *testing.T) {
	want, _ := tokenizer.Check([]byte("[1,]")).(*tokenizer.SyntaxError)
	report := syntaxerror.ReportOf(want)
	if report == nil || report.Offset != 2 {
		t.Fatalf("the report is %+v", report)
	}
	s := new(scan.Scanner)
	s.Rules = scan.Plain(scan.DefaultMaxDepth)
	var m syntaxerror.Maker
	s.Reset([]byte("[1,]"))
	s.Document()
	for name, got := range map[string]*tokenizer.SyntaxError{"New": syntaxerror.New(report), "Copy": syntaxerror.Copy(report), "Maker": m.Of(s, false), "alone": m.Of(s, true)} {
		if got.Error() != want.Error() || got.Length != want.Length || got.Kind != want.Kind || got.Expected != want.Expected {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		r := syntaxerror.ReportOf(got)
		if r == nil || (r == report) != (name == "New") {
			t.Errorf("%s: the report is %p, and was %p", name, r, report)
		}
	}
}

// Errors that package tokenizer has not made, and errors that have been changed, have no report.
func TestChangedErrorsHaveNoReport(t *testing.T) {
	changed := func(change func(e *tokenizer.SyntaxError)) error {
		e, _ := tokenizer.Check([]byte("[1,]")).(*tokenizer.SyntaxError)
		change(e)
		return e
	}
	for name, err := range map[string]error{
		"nil":         nil,
		"nil pointer": (*tokenizer.SyntaxError)(nil),
		"other type":  errors.New("other"),
		"made":        &tokenizer.SyntaxError{Offset: 2, Length: 1},
		"offset":      changed(func(e *tokenizer.SyntaxError) { e.Offset++ }),
		"length":      changed(func(e *tokenizer.SyntaxError) { e.Length++ }),
		"kind":        changed(func(e *tokenizer.SyntaxError) { e.Kind++ }),
	} {
		if r := syntaxerror.ReportOf(err); r != nil {
			t.Errorf("%s: the report is %+v", name, r)
		}
	}
	if e := syntaxerror.New(nil); e != nil {
		t.Errorf("an error without a report: %v", e)
	}
}
