package dialect

import (
	"errors"
	"io"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntaxerror"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// Check returns nil if src is one document in dialect d, and the first error otherwise. For JSON, Check
// does the same as [tokenizer.Check], and the error is a [*tokenizer.SyntaxError]. For other dialects
// the error is an [*Error] with offsets in src. opts are the options of the tokenizer.
//
// The error keeps src, which must not change while the error is in use.
func Check(src []byte, d Dialect, opts ...tokenizer.Option) error {
	if d == JSON {
		return tokenizer.Check(src, opts...)
	}
	json, m, errs := Lower(src, d)
	var bad *tokenizer.SyntaxError
	if !errors.As(tokenizer.Check(json, opts...), &bad) {
		return nil
	}
	return errorIn(src, d, &m, errs, bad)
}

// errorIn returns the first error in src. The parameter bad is the first error in the JSON text of src,
// and errs are the errors that Lower returned. If errs has an error before bad or in the same token,
// errorIn returns the first of these, or invalid UTF-8 that comes before it in the token.
func errorIn(src []byte, d Dialect, m *Map, errs []*Error, bad *tokenizer.SyntaxError) *Error {
	offset, length := m.Span(bad.Offset, int64(bad.Length))
	if len(errs) > 0 && int64(errs[0].token) <= offset {
		invalid := invalidBefore(src, errs[0])
		if invalid == nil {
			return errs[0]
		}
		text, before := syntaxerror.ReportOf(bad).Text, bad.Offset-offset // Lower copies such a token, so distances are the same
		offset, length = invalid.Offset, int64(invalid.Length)
		bad = syntaxerror.New(&flaw.Report{Offset: before + offset, Length: invalid.Length, Kind: flaw.ErrorKind(invalid.Kind), Text: text})
	}
	if bad.Kind == tokenizer.ErrorKind(flaw.UTF8MissingContinuation) && d.mayGoOn(src, int(offset)) {
		report := *syntaxerror.ReportOf(bad)
		report.Kind = flaw.UTF8Truncated
		bad = syntaxerror.New(&report)
	}
	e := &Error{Offset: offset, Length: int(length), Fault: NotJSON, src: src, syntax: bad, places: *m}
	if related, ok := bad.Related(); ok {
		e.related, e.relatedLength = m.Span(related.Offset, int64(related.Length))
		e.hasRelated = true
	}
	return e
}

// invalidBefore returns the first invalid UTF-8 in a token with an error, if it comes before the error; otherwise nil.
func invalidBefore(src []byte, e *Error) *utf8check.Error {
	encoding, invalid := utf8check.Check(src[e.token:]).(*utf8check.Error)
	if !invalid || int64(e.token)+encoding.Offset >= e.Offset {
		return nil
	}
	encoding.Offset += int64(e.token)
	return encoding
}

// mayGoOn reports whether src ends in a character that begins at offset and is cut off where the dialect
// allows characters outside ASCII and JSON does not: in a comment, or in JSON5 as white space or part of
// a name. There, the text is incomplete, and in JSON it is invalid.
func (d Dialect) mayGoOn(src []byte, offset int) bool {
	if _, kind := utf8check.Sequence(src[offset:]); kind != utf8check.Truncated {
		return false
	}
	if d == JSON5 {
		return true
	}
	for l := NewLexer(src, d); ; {
		if token, err := l.Next(); token.End > offset || err == io.EOF {
			return token.Kind.IsComment()
		}
	}
}
