package report

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// PlaceOf returns the position at which checking reports the first error of a document, so that all subcommands name the same one. The
// error is one of a library, and at is its position there. The two differ only if a comma is missing after the last value on a line: the
// libraries report the next token, and checking reports the end of the line. Then PlaceOf reads src, the document in the given dialect.
func PlaceOf(err error, at tokenizer.Position, src io.Reader, d lint.Dialect) tokenizer.Position {
	var e *tokenizer.SyntaxError
	if !errors.As(err, &e) || e.Kind != tokenizer.MissingComma {
		return at
	}
	if found := firstComma(src, d); found != nil {
		return found.Start
	}
	return at
}

// firstComma returns the first error of a text if it is a missing comma, and nil otherwise.
func firstComma(src io.Reader, d lint.Dialect) *lint.Diagnostic {
	l := lint.New(lint.Options{Dialect: d, Severities: map[string]lint.Severity{"bom": lint.Off}, MaxProblems: 1, StopAt: lint.Error})
	r, err := l.CheckReader(context.Background(), src)
	if err != nil || len(r.Diagnostics) == 0 || r.Diagnostics[0].Code != tokenizer.MissingComma.String() {
		return nil
	}
	return &r.Diagnostics[0]
}

// PlaceInRecord is like [PlaceOf] for an invalid record. It also returns the offset of the error. Both refer to the input of the record.
func PlaceInRecord(e *records.RecordError) (offset int64, at tokenizer.Position) {
	offset, at = e.ErrorOffset(), e.Position()
	if e.Err == nil || e.Err.Kind != tokenizer.MissingComma || bytes.IndexByte(e.Data, '\n') < 0 {
		return offset, at
	}
	const separator = "\x1e" // only records of text sequences have several lines
	found := firstComma(io.MultiReader(bytes.NewReader([]byte(separator)), bytes.NewReader(e.Data)), lint.JSONSeq)
	if found == nil {
		return offset, at
	}
	p := place.Position(found.Start)
	if p.Line == 1 {
		p.Column, p.Rune, p.UTF16 = p.Column-1, p.Rune-1, p.UTF16-1
	}
	return e.Offset + found.Offset - int64(len(separator)), tokenizer.Position(p.In(place.Position(e.Start())))
}
