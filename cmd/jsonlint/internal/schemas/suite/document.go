package suite

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// A Runner tests a schema.
type Runner struct {
	Schema   contract.Schema
	Dialect  func(path string) (lint.Dialect, error) // of a document
	Cases    contract.Schema                         // the schema of files of cases
	Coverage *contract.Coverage                      // nil if it is not asked for

	Uncovered int // documents that are too complex to be covered completely
}

// A text is a document, or a file that contains one.
type text struct {
	path    string
	data    []byte // the whole file
	dialect dialect.Dialect

	json []byte // the document
	at   int64  // the offset of the document in data, after the conversion to JSON
	to   dialect.Map
}

// mark is a byte order mark.
const mark = "\uFEFF"

// read reads a document. Programs that read JSON often accept comments, and this is not about them.
func (r *Runner) read(path string) (*text, error) {
	d, err := r.Dialect(path)
	if err != nil {
		return nil, err
	}
	t := &text{path: path, dialect: dialect.JWCC}
	if d.Notation() == dialect.JSON5 {
		t.dialect = dialect.JSON5
	}
	if t.data, err = regular.ReadFile(path); err != nil {
		return nil, err
	}
	t.json, t.to, _ = dialect.Lower(withoutMark(t.data), t.dialect)
	return t, nil
}

// Plain returns a schema as JSON with the same offsets, as package schema reads it: without a byte order mark, comments and trailing commas.
func Plain(schema []byte) []byte {
	json, _, _ := dialect.Lower(withoutMark(schema), dialect.JWCC)
	return json
}

// withoutMark returns a text with spaces instead of a byte order mark.
func withoutMark(data []byte) []byte {
	if rest, ok := bytes.CutPrefix(data, []byte(mark)); ok {
		return append([]byte("   "), rest...)
	}
	return data
}

// diagnostic returns a finding in the document.
func (t *text) diagnostic(offset, length int64, code, message string) lint.Diagnostic {
	offset, length = t.to.Span(t.at+offset, length)
	d, _ := lint.New(lint.Options{}).Diagnose("schema", t.data, offset, length, message)
	d.Code = code
	return d
}

// judge checks a document, and returns why the test has failed, if it has.
func (r *Runner) judge(t *text, isValid bool) (failures []Failure, err error) {
	findings, isTested, err := r.check(t)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", t.path, err)
	case isValid, !isTested:
		for _, d := range findings {
			if !isValid {
				d.Hint = "this does not show that the schema rejects the document"
			}
			failures = append(failures, Failure{t.path, d})
		}
	case len(findings) == 0:
		failures = []Failure{{t.path, t.diagnostic(0, 0, "", "the schema must reject this document, but accepts it")}}
	}
	return failures, nil
}

// check checks a document against the schema. If the document does not test the schema, because it is not JSON or too complex, the
// findings say why.
func (r *Runner) check(t *text) (all []lint.Diagnostic, isTested bool, err error) {
	findings, err := r.Schema.Check(t.json)
	var invalid *tokenizer.SyntaxError
	var failed *contract.CheckError
	switch {
	case errors.As(err, &invalid):
		return []lint.Diagnostic{t.syntax(invalid)}, false, nil
	case errors.As(err, &failed):
		return []lint.Diagnostic{t.diagnostic(0, 0, "", "not checked against the schema: "+failed.Reason)}, false, nil
	case err != nil:
		return nil, false, err
	}
	isTested = true
	for _, f := range findings {
		d := t.diagnostic(f.Offset, int64(f.Length), f.Keyword, f.Detail)
		d.Pointer, d.HasPointer = f.Pointer, true
		all = append(all, d)
		isTested = isTested && f.Location != "" // otherwise, it is not the schema that rejects the value
	}
	return all, isTested, r.cover(t)
}

// cover adds a document to the coverage.
func (r *Runner) cover(t *text) error {
	covering, ok := r.Schema.(interface {
		Cover(data []byte, c *contract.Coverage) error
	})
	if !ok || r.Coverage == nil {
		return nil
	}
	err := covering.Cover(t.json, r.Coverage)
	var failed *contract.CheckError
	if errors.As(err, &failed) {
		r.Uncovered++
		return nil
	}
	return err
}

// syntax returns the finding for a document that is not JSON, or that is nested too deeply.
func (t *text) syntax(invalid *tokenizer.SyntaxError) lint.Diagnostic {
	d := t.diagnostic(invalid.Offset, int64(invalid.Length), invalid.Kind.String(), invalid.Message())
	var bad *dialect.Error
	if t.at == 0 && errors.As(dialect.Check(withoutMark(t.data), t.dialect), &bad) {
		d, _ = lint.New(lint.Options{}).Diagnose("syntax", t.data, bad.Offset, int64(bad.Length), bad.Message())
	}
	d.Rule = "syntax"
	return d
}
