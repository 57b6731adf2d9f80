package dialect

import (
	"errors"

	"github.com/assayjson/assay/tokenizer"
)

// Check returns nil when src is one document of dialect d, and otherwise the first error.
// For JSON it is [tokenizer.Check], whose [*tokenizer.SyntaxError] it returns; for others the
// error is an [*Error], whose places are those of src. The options are the tokenizer's.
//
// The error keeps src, which must not change while it is in use.
func Check(src []byte, d Dialect, opts ...tokenizer.Option) error {
	if d == JSON {
		return tokenizer.Check(src, opts...)
	}
	json, m, errs := Lower(src, d)
	var bad *tokenizer.SyntaxError
	if !errors.As(tokenizer.Check(json, opts...), &bad) {
		return nil
	}
	return errorIn(src, &m, errs, bad)
}

// errorIn returns the error in src for the first one in its JSON text: that of the same
// token, if there is one.
func errorIn(src []byte, m *Map, errs []*Error, bad *tokenizer.SyntaxError) *Error {
	offset, length := m.Span(bad.Offset, int64(bad.Length))
	if len(errs) > 0 && int64(errs[0].token) <= offset {
		return errs[0]
	}
	e := &Error{Offset: offset, Length: int(length), Fault: NotJSON, src: src, syntax: bad, places: *m}
	if related, ok := bad.Related(); ok {
		e.related, e.relatedLength = m.Span(related.Offset, int64(related.Length))
		e.hasRelated = true
	}
	return e
}
