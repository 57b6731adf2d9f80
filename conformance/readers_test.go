package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assayjson/assay/decode"
	"github.com/assayjson/assay/encode"
	"github.com/assayjson/assay/leb128"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// consumers are the functions that take a reader. Each function returns the error of the reader, or
// another error if it finds something invalid.
var consumers = map[string]func(r io.Reader) error{
	"tokenizer.CheckReader":                  checkWith(),
	"tokenizer.CheckReader, ahead":           checkWith(tokenizer.ReadAhead()),
	"tokenizer.CheckReader, I-JSON":          checkWith(tokenizer.IJSON()),
	"tokenizer.CheckReader, names":           checkWith(tokenizer.UniqueNames()),
	"tokenizer.CheckReader, names and ahead": checkWith(tokenizer.UniqueNames(), tokenizer.ReadAhead()),
	"tokenizer.CheckReader, limits":          checkWith(tokenizer.MaxTokens(1e9), tokenizer.MaxNumber(1000)),
	"tokenizer.ValidReader":                  validWith(),
	"tokenizer.ValidReader, ahead":           validWith(tokenizer.UniqueNames(), tokenizer.ReadAhead()),
	"tokenizer.ValidReader, limits":          validWith(tokenizer.MaxTokens(1e9)),
	"tokenizer.Checker":                      checkerReads,
	"tokenizer.NewReader":                    tokensWith(),
	"encode.Writer.CopyReader":               copied,
	"tokenizer.NewReader, going on":          tokensWith(tokenizer.KeepGoing(), tokenizer.UniqueNames()),
	"records.Read":                           recordsWith(),
	"records.Read, concatenated":             recordsWith(records.Concatenated()),
	"records.ReadBad":                        badRecordsWith(),
	"records.ReadBad, ahead":                 badRecordsWith(records.ReadAhead(), records.Workers(2)),
	"records.ReadBad, concatenated":          badRecordsWith(records.Concatenated()),
	"records.Split":                          splitWith(),
	"records.Split, ahead":                   splitWith(records.ReadAhead(), records.Workers(2)),
	"records.Split, concatenated":            splitWith(records.Concatenated()),
	"lint.Split":                             lintSplit,
	"records.ReadSalvage":                    salvage,
	"lint.CheckReader":                       lintWith(lint.Options{}),
	"lint.CheckReader, NDJSON":               lintWith(lint.Options{Dialect: lint.NDJSON}),
	"lint.CheckReader, JSONC":                lintWith(lint.Options{Dialect: lint.JSONC}),
	"lint.CheckReader, schema":               lintWith(lint.Options{Schema: anything{}}),
	"payload.Decode":                         decodeBody,
	"decode.Read":                            decodeReader,
	"decode.ReadRecords":                     decodeRecords(),
	"decode.ReadRecords, workers":            decodeRecords(decode.Workers(2)),
	"decode.ReadRecords, concatenated":       decodeRecords(decode.RecordOptions(records.Concatenated())),
	"leb128.Reader":                          integers,
}

var errWrong = errors.New("found wrong")

func checkWith(opts ...tokenizer.ReaderOption) func(io.Reader) error {
	return func(r io.Reader) error { return tokenizer.CheckReader(context.Background(), r, opts...) }
}

func validWith(opts ...tokenizer.ReaderOption) func(io.Reader) error {
	return func(r io.Reader) error {
		valid, err := tokenizer.ValidReader(context.Background(), r, opts...)
		if !valid && err == nil {
			return errWrong
		}
		return err
	}
}

func checkerReads(r io.Reader) error {
	c := tokenizer.NewChecker()
	if _, err := c.ReadFrom(r); err != nil {
		return err
	}
	return c.Close()
}

func tokensWith(opts ...tokenizer.TokenizerOption) func(io.Reader) error {
	return func(r io.Reader) error { return lastError(tokenizer.NewReader(r, opts...)) }
}

func recordsWith(opts ...records.Option) func(io.Reader) error {
	return func(r io.Reader) error {
		for record, err := range records.Read(context.Background(), r, opts...) {
			if err != nil {
				return err
			}
			if err := record.Err(); err != nil {
				return err
			}
		}
		return nil
	}
}

func splitWith(opts ...records.SplitOption) func(io.Reader) error {
	return func(r io.Reader) error {
		totals, err := records.Split(context.Background(), r, nil, nil, opts...)
		if err == nil && totals.Bad > 0 {
			return errWrong
		}
		return err
	}
}

func lintSplit(r io.Reader) error {
	report, _, err := lint.New(lint.Options{Dialect: lint.NDJSON}).Split(context.Background(), r, lint.Division{})
	if err == nil && len(report.Diagnostics) > 0 {
		return errWrong
	}
	return err
}

// salvage returns the error of a reader, or a SyntaxError if an input ends in the middle of a record.
func salvage(r io.Reader) error {
	for part, err := range records.ReadSalvage(context.Background(), r, records.AllKinds()) {
		if err != nil {
			return err
		}
		if part.Reason != 0 {
			return tokenizer.Check(part.Text)
		}
	}
	return nil
}

func badRecordsWith(opts ...records.ReadBadOption) func(io.Reader) error {
	return func(r io.Reader) error {
		for record, err := range records.ReadBad(context.Background(), r, opts...) {
			if err != nil {
				return err
			}
			return record.AsError()
		}
		return nil
	}
}

func lintWith(options lint.Options) func(io.Reader) error {
	l := lint.New(options)
	return func(r io.Reader) error {
		report, err := l.CheckReader(context.Background(), r)
		if err == nil && len(report.Diagnostics) > 0 {
			return fmt.Errorf("%w: %s", errWrong, report.Diagnostics[0].Message)
		}
		return err
	}
}

func decodeReader(r io.Reader) error {
	_, err := decode.Read[json.RawMessage](context.Background(), r)
	return err
}

func decodeRecords(opts ...decode.RecordOption) func(io.Reader) error {
	return func(r io.Reader) error {
		for _, err := range decode.ReadRecords[json.RawMessage](context.Background(), r, opts...) {
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// integers reads integers of one byte each: any text in ASCII consists of them.
func integers(r io.Reader) error {
	reader, dst := leb128.NewReader(r, leb128.Strict), make([]int64, 1000)
	for {
		if _, err := reader.Int64s(dst); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// anything is a schema that accepts all documents.
type anything struct{}

func (anything) Check([]byte) ([]contract.Finding, error) { return nil, nil }

func decodeBody(r io.Reader) error {
	var v *json.RawMessage // a pointer, because Decode only checks the text for a RawMessage itself
	return payload.Decode(httptest.NewRecorder(), requestOf(r), &v, payload.Options{MaxBytes: 16 << 20})
}

// An unruly reader returns its data and then breaks the contract of io.Reader, or fails.
type unruly struct {
	data  []byte
	then  func(p []byte) (int, error)
	whole bool // the reader breaks the contract or fails in the call that returns the last data
	calls int
}

func (r *unruly) Read(p []byte) (int, error) {
	n := copy(p, r.data)
	r.data = r.data[n:]
	if n > 0 && (len(r.data) > 0 || !r.whole) {
		return n, nil
	}
	if r.calls++; r.calls > 10_000 {
		panic("the reader is read forever")
	}
	more, err := r.then(p[n:])
	return n + more, err
}

var errReader = errors.New("the reader has failed")

// All consumers react in the same way to a reader that breaks the contract of io.Reader or fails,
// whatever data came before.
func TestReadersThatBreakTheirContract(t *testing.T) {
	for _, c := range []struct {
		name  string
		then  func(p []byte) (int, error)
		whole bool
		want  func(err error) bool
	}{
		{"too many", func(p []byte) (int, error) { return len(p) + 1, nil }, false, isOfReader},
		{"too many and the end", func(p []byte) (int, error) { return len(p) + 1, io.EOF }, false, isOfReader},
		{"far too many", func(p []byte) (int, error) { return math.MaxInt, nil }, false, isOfReader},
		{"negative", func([]byte) (int, error) { return -1, nil }, false, isOfReader},
		{"negative and the end", func([]byte) (int, error) { return -1, io.EOF }, false, isOfReader},
		{"nothing forever", func([]byte) (int, error) { return 0, nil }, false, func(err error) bool { return errors.Is(err, io.ErrNoProgress) }},
		{"an error", func([]byte) (int, error) { return 0, errReader }, false, isErrReader},
		{"an error with data", func([]byte) (int, error) { return 0, errReader }, true, isErrReader},
		{"an unexpected end", func([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }, false, func(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }},
		{"the end with data", func([]byte) (int, error) { return 0, io.EOF }, true, func(err error) bool { return err == nil }},
	} {
		for name, consume := range consumers {
			for _, text := range textsOfReaders {
				err := consume(&unruly{data: []byte(text), then: c.then, whole: c.whole})
				if !c.want(err) {
					t.Errorf("%s, %s after %d bytes: %v", name, c.name, len(text), err)
				}
			}
		}
	}
}

func isErrReader(err error) bool { return errors.Is(err, errReader) }

// isOfReader reports whether err is an error of the reader, as opposed to an error in the text.
func isOfReader(err error) bool {
	var bad *tokenizer.SyntaxError
	return err != nil && !errors.As(err, &bad) && !errors.Is(err, errWrong)
}

// textsOfReaders are documents on one line, which are also records. All but the first of them are
// as long as buffers.
var textsOfReaders = []string{"[1]\n", linesOf(4 << 10), linesOf(60 << 10), linesOf(64 << 10), linesOf(256 << 10), linesOf(1 << 20), linesOf(3 << 20)}

// linesOf returns a document of n bytes on one line.
func linesOf(n int) string {
	const element = `{"a":"b"},`
	b := "[" + strings.Repeat(element, (n-8)/len(element)) + "1"
	return b + strings.Repeat(" ", n-len(b)-2) + "]\n"
}

// A reader that sometimes returns nothing is read to its end. After io.EOF, no reader is read
// again, so an error that it would then return does not matter.
func TestReadersThatAreSlowOrFailAfterTheEnd(t *testing.T) {
	for name, consume := range consumers {
		for _, text := range textsOfReaders {
			if err := consume(&fickle{data: []byte(text)}); err != nil {
				t.Errorf("%s, %d bytes: %v", name, len(text), err)
			}
			ended := false
			atEnd := func([]byte) (int, error) {
				if ended {
					return 0, errReader
				}
				ended = true
				return 0, io.EOF
			}
			for _, whole := range []bool{false, true} {
				ended = false
				if err := consume(&unruly{data: []byte(text), then: atEnd, whole: whole}); err != nil {
					t.Errorf("%s, %d bytes, read after the end: %v", name, len(text), err)
				}
			}
		}
	}
}

// A fickle reader returns nothing in nine of ten calls, and a few KiB in the tenth call.
type fickle struct {
	data  []byte
	calls int
}

func (r *fickle) Read(p []byte) (int, error) {
	switch r.calls++; {
	case r.calls%10 != 0:
		return 0, nil
	case len(r.data) == 0:
		return 0, io.EOF
	}
	n := copy(p, r.data[:min(len(r.data), 3000)])
	r.data = r.data[n:]
	return n, nil
}

// If a reader panics, the panic reaches the caller and does not affect the next call.
func TestReadersThatPanic(t *testing.T) {
	for name, consume := range consumers {
		for _, text := range textsOfReaders {
			func() {
				defer func() {
					if r := recover(); r != errReader {
						t.Errorf("%s, after %d bytes: %v", name, len(text), r)
					}
				}()
				consume(&unruly{data: []byte(text), then: func([]byte) (int, error) { panic(errReader) }})
				t.Errorf("%s: no panic", name)
			}()
			if err := consume(bytes.NewReader([]byte(text))); err != nil {
				t.Errorf("%s, %d bytes after a panic: %v", name, len(text), err)
			}
		}
	}
}

// All consumers return an error for a nil reader.
func TestReadersThatAreNil(t *testing.T) {
	for name, consume := range consumers {
		if name == "payload.Decode" {
			continue // net/http treats a nil reader as a missing body
		}
		if err := consume(nil); !isOfReader(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// lastError returns the last error of a document, or nil.
func lastError(tokens *tokenizer.Tokenizer) (err error) {
	for _, failed := range tokens.All() {
		err = failed
	}
	return err
}

// copied copies a document to a Writer.
func copied(r io.Reader) error {
	w := encode.NewWriter(io.Discard, encode.Options{})
	for range w.CopyReader(context.Background(), r, "a name that does not occur") {
	}
	return w.Close()
}
