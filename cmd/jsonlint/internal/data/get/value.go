package get

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A MissingError is the error of a query for a value that does not exist. Its text does not name the
// file.
type MissingError struct{ Reason string }

func (e *MissingError) Error() string { return e.Reason }

// An InvalidError is the error of a document or record that is invalid.
type InvalidError struct {
	Position tokenizer.Position // of the error in the file
	Message  string             // what is wrong, in one line
}

func (e *InvalidError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Position.Line, e.Position.Rune, e.Message)
}

// An AmbiguousError is the error of a query whose pointer contains a name that an object has more than
// once. RFC 6901 does not define which member such a pointer refers to. The text does not name the file.
type AmbiguousError struct {
	Pointer, Name string
	First, Second tokenizer.Position // of the first two members with that name, in the file
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("JSON Pointer %q is ambiguous, because an object has the name %q twice: at line %d, column %d, and at line %d, column %d",
		e.Pointer, e.Name, e.First.Line, e.First.Rune, e.Second.Line, e.Second.Rune)
}

// FromDocument returns the value of a query in a whole text in dialect d. The text must be valid, even
// after the value. The result is a part of src.
func (q Query) FromDocument(src []byte, d lint.Dialect) ([]byte, error) {
	if d == lint.NDJSON || d == lint.JSONSeq {
		return nil, fmt.Errorf("has many records; name one of them, as in %s:1", q.File)
	}
	opts := []tokenizer.Option{tokenizer.AllowBOM()}
	if d == lint.IJSON {
		opts = append(opts, tokenizer.IJSON())
	}
	doc, places, err := dialect.Parse(src, d.Accepted(), opts...)
	var bad *tokenizer.SyntaxError
	var other *dialect.Error
	switch {
	case errors.As(err, &other): // first, because it may wrap the other
		return nil, &InvalidError{report.PlaceOf(err, other.Position(), bytes.NewReader(src), d), other.Message()}
	case errors.As(err, &bad):
		message := bad.Message()
		if command.CauseOf(bad) == lint.CauseSeveralDocuments {
			message += fmt.Sprintf("; if each line is a record, name one of them, as in %s:1", q.File)
		}
		return nil, &InvalidError{report.PlaceOf(err, bad.Position(), bytes.NewReader(src), d), message}
	case err != nil:
		return nil, err
	}
	v, err := q.lookup(doc, func(name document.Value) tokenizer.Position { return places.SpanOf(name).Start })
	if err != nil {
		return nil, err
	}
	span := places.SpanOf(v)
	return src[span.Offset:][:span.Length], nil
}

// FromRecords returns the value of a query in a text that consists of records. Other records may be
// invalid. FromRecords reads only as much as it needs, and keeps no more than one record in memory.
// It is an error if d has comments, because a file in such a dialect is one document.
func (q Query) FromRecords(ctx context.Context, r io.Reader, d lint.Dialect) ([]byte, error) {
	if d == lint.JSONC || d == lint.JWCC || d == lint.JSON5 {
		return nil, fmt.Errorf("is one document in the dialect %v, so the file name must be given without :%d", d, q.Record)
	}
	opts := []records.Option{records.Each(tokenizer.AllowBOM())}
	if d == lint.JSONSeq {
		opts = append(opts, records.TextSequence())
	}
	n := int64(0)
	for rec, err := range records.Read(ctx, r, opts...) {
		switch {
		case err != nil:
			return nil, err
		case n+1 < q.Record:
			n++
			continue
		}
		return q.from(&rec)
	}
	return nil, q.Missing(n)
}

// Missing returns the error for a record that does not exist, because there are only n records.
func (q Query) Missing(n int64) error {
	switch n {
	case 0:
		return &MissingError{fmt.Sprintf("there is no record %d, because there are no records", q.Record)}
	case 1:
		return &MissingError{fmt.Sprintf("there is no record %d, but only one", q.Record)}
	}
	return &MissingError{fmt.Sprintf("there is no record %d, but only %d", q.Record, n)}
}

// FromRecordAt returns the value of a query in the record of a file of NDJSON that is at the start of text, which is the rest
// of the file or a part of it with the whole record. The record begins at the start of a line, whose number is given,
// or after a byte order mark there.
func (q Query) FromRecordAt(text []byte, line int64) ([]byte, error) {
	for rec := range records.All(text, records.MaxRecord(records.DefaultMaxRecord)) {
		rec.Line += int(line - 1)
		return q.from(&rec)
	}
	return nil, &MissingError{fmt.Sprintf("there is no record at line %d", line)}
}

// from returns the value of a query in a record.
func (q Query) from(rec *records.Record) ([]byte, error) {
	if err := rec.Err(); err != nil {
		e := &records.RecordError{Record: *rec, Err: err}
		_, at := report.PlaceInRecord(e)
		return nil, &InvalidError{at, e.Message()}
	}
	return q.inRecord(bytes.Clone(rec.Data), rec.Start())
}

// inRecord returns the value of a query in the text of a valid record, which begins at the position start.
func (q Query) inRecord(text []byte, start tokenizer.Position) ([]byte, error) {
	doc, err := document.Parse(text)
	if err != nil {
		return nil, err
	}
	v, err := q.lookup(doc, func(name document.Value) tokenizer.Position {
		return tokenizer.Position(place.Position(name.Position()).In(place.Position(start)))
	})
	var missing *MissingError
	switch {
	case errors.As(err, &missing):
		return nil, &MissingError{fmt.Sprintf("record %d: %s", q.Record, missing.Reason)}
	case err != nil:
		return nil, err
	}
	return v.Raw(), nil
}

// lookup returns the value to which the pointer leads. The function at returns the position of a name.
func (q Query) lookup(doc *document.Document, at func(name document.Value) tokenizer.Position) (document.Value, error) {
	v, err := doc.Lookup(q.Pointer)
	missing := &document.PointerError{}
	if err != nil && !errors.As(err, &missing) {
		return v, err
	}
	switch missing.Fault {
	case document.PointerNoSlash:
		return v, fmt.Errorf("%q is not a JSON Pointer, because it does not begin with '/'%s", q.Pointer, meantPointer(q.Pointer))
	case document.PointerBadTilde:
		return v, fmt.Errorf("%q is not a JSON Pointer, because '~' must be written as ~0; ~1 stands for '/'", q.Pointer)
	}
	switch ambiguous := q.ambiguity(doc.Root(), at); {
	case ambiguous != nil:
		return v, ambiguous
	case err != nil:
		return v, &MissingError{missing.Error()}
	}
	return v, nil
}

// ambiguity returns an error if an object on the way from v to the value of the pointer has the name in the
// pointer twice, and nil otherwise.
func (q Query) ambiguity(v document.Value, at func(name document.Value) tokenizer.Position) error {
	_, tokens, found := strings.Cut(q.Pointer, "/")
	if !found {
		return nil // the pointer has no names
	}
	for token := range strings.SplitSeq(tokens, "/") {
		want := place.UnescapeToken(token)
		var first document.Value
		for name := range v.Members() {
			switch {
			case name.Escaped() && name.String() != want || !name.Escaped() && string(name.Body()) != want:
			case first.Exists():
				return &AmbiguousError{q.Pointer, want, at(first), at(name)}
			default:
				first = name
			}
		}
		v, _ = v.Lookup("/" + token)
	}
	return nil
}

// meantPointer returns a hint at the pointer that was probably meant by a path in another notation,
// such as a.b, $.a.b or #/a/b. It returns "" if the path has brackets or other special characters.
func meantPointer(path string) string {
	names := strings.TrimLeft(path, "#$./")
	if names == "" || strings.ContainsAny(names, "[]{}()*?@#$|~'\"% \t\r\n") {
		return ""
	}
	if !strings.Contains(names, "/") {
		names = strings.ReplaceAll(names, ".", "/")
	}
	return fmt.Sprintf("; did you mean %q?", "/"+names)
}
