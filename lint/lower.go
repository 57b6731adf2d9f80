package lint

import (
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/tokenizer"
)

// A lowering converts a text to JSON if it is in another dialect.
type lowering struct {
	*source
	found   *findings
	dialect Dialect
	misread []misreading // the invalid tokens that the walk has not passed yet
	cut     int64        // if the last invalid token is a string that a line end cuts off, the offset of that string plus one; otherwise 0
}

// A misreading is a token that is invalid in the dialect, with the finding about the token. The
// finding is nil if it has been omitted.
type misreading struct {
	begin, end int64
	*finding
}

// lower converts the text, adds findings for its invalid tokens, and reports whether the text has
// no invalid tokens.
func (l *lowering) lower() (valid bool) {
	if !l.dialect.isConverted() {
		return true
	}
	errs := l.convert(l.dialect.Notation())
	if len(errs) > 0 && isOtherFormat(tokenizer.Check(l.json)) {
		return false // the walk reports a single error
	}
	for _, e := range errs {
		m := misreading{finding: l.found.add(ruleset.Syntax, e.Offset, int64(e.Length))}
		if m.begin, m.end = e.Token(); m.finding != nil {
			m.Code, m.Kind, m.Message = e.Fault.String(), kindsOfFaults.Get()[e.Fault], e.Message()
		}
		l.misread = append(l.misread, m)
	}
	return len(errs) == 0
}

// kindsOfFaults maps faults that JSON has, too, to the kinds of errors in JSON.
var kindsOfFaults = lazy.Value[map[dialect.Fault]tokenizer.ErrorKind]{Make: func() map[dialect.Fault]tokenizer.ErrorKind {
	return map[dialect.Fault]tokenizer.ErrorKind{
		dialect.UnterminatedString: tokenizer.UnterminatedString, dialect.BadEscape: tokenizer.BadEscape, dialect.BadNumber: tokenizer.BadNumber,
	}
}}

// isMisread reports whether an error is in a token that is invalid in the dialect and therefore
// already has a finding. It sets the pointer of that finding to the pointer of the error. The
// offsets of the errors must be ascending from call to call.
func (l *lowering) isMisread(e *tokenizer.SyntaxError) bool {
	if l.continuesCut(e) {
		return true
	}
	if len(l.misread) == 0 || isUTF8(e.Kind) || e.Kind == tokenizer.DuplicateName {
		return false
	}
	offset := l.places.Offset(e.Offset)
	for len(l.misread) > 0 {
		m := l.misread[0]
		if offset < m.end || offset == m.end && (m.end == int64(len(l.src)) || followsToken(e.Kind)) {
			if m.begin <= offset && m.finding != nil && !m.HasPointer {
				l.found.pointTo(m.finding, e)
			}
			if l.cut = 0; e.Kind == tokenizer.ControlCharacter && offset == m.end {
				l.cut = m.begin + 1
			}
			return m.begin <= offset
		}
		l.misread = l.misread[1:]
	}
	return false
}

// lacksPointer reports whether a finding about an invalid token around the given offset may still get a pointer; see isMisread.
func (l *lowering) lacksPointer(offset int64) bool {
	return slices.ContainsFunc(l.misread, func(m misreading) bool {
		return m.begin <= offset && offset <= m.end && m.finding != nil && !m.HasPointer
	})
}

// continuesCut reports whether an error is the end of the text in a string that a line end cuts off. In JSON, the string may
// continue on the next lines.
func (l *lowering) continuesCut(e *tokenizer.SyntaxError) bool {
	if e.Kind != tokenizer.UnterminatedString || l.cut == 0 {
		return false
	}
	begin, ok := e.Related()
	return ok && l.places.Offset(begin.Offset)+1 == l.cut
}

// followsToken reports whether an error of the given kind may be at the byte after the token that has the error: a string that
// a line end cuts off, or a number that lacks digits.
func followsToken(kind tokenizer.ErrorKind) bool {
	switch kind {
	case tokenizer.ControlCharacter, tokenizer.MissingInteger, tokenizer.MissingFraction, tokenizer.MissingExponent:
		return true
	}
	return false
}

// isValid reports whether the text is valid in a dialect other than JSON. In JSON5, a string may
// contain unescaped NUL characters, which make the text look like UTF-16.
func (l *lowering) isValid(opts []tokenizer.Option) bool {
	return l.dialect.isConverted() && dialect.Check(l.src, l.dialect.Notation(), opts...) == nil
}
