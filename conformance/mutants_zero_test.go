package conformance

import (
	"errors"
	"io"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// tryZero calls the methods of errors made by hand, and of zero values.
func (t *trial) tryZero() {
	e := &tokenizer.SyntaxError{
		Offset:   int64(t.rng.IntN(len(t.data)+2)) - 1,
		Length:   t.rng.IntN(10) - 1,
		Kind:     tokenizer.ErrorKind(t.rng.IntN(60)),
		Expected: tokenizer.Expected(t.rng.IntN(64)),
	}
	_ = everythingOf(e)
	_, _ = pointerOf(e)
	r := records.RecordError{Record: records.Record{Data: t.data}, Err: e}
	_, _, _ = r.ErrorOffset(), r.Position(), r.Error()

	var checker tokenizer.Checker
	t.same("zero Checker", errors.Join(t.writeAll(&checker)), errors.Join(tokenizer.Check(t.data)))
	_ = t.writeAll(&escape.Writer{})
	var doc document.Document
	_, _ = doc.Get("a", 1).Int64()
	_, _ = doc.Lookup("/a")
	if doc.Root().Exists() || doc.Root().Pointer() != "" || doc.Root().Offset() != -1 {
		t.fail("zero Document", "has a value")
	}
	_ = (&dialect.Error{Offset: e.Offset, Length: e.Length, Fault: dialect.Fault(e.Kind)}).Error()
	_ = (&utf8check.Error{Offset: e.Offset, Length: e.Length, Kind: utf8check.ErrorKind(e.Kind)}).Error()
	_ = (&escape.Error{Offset: e.Offset, Length: e.Length, Fault: escape.Fault(e.Kind)}).Error()
	var tokens tokenizer.Tokenizer
	for range 3 {
		if _, err := tokens.Next(); err == nil || err == io.EOF {
			t.fail("zero Tokenizer", "%v", err)
		}
	}
}
