package dialect

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"

	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// A Lexer splits a text into tokens, including white space and comments. It leaves nothing out: all
// tokens together are equal to the text. It does not check whether a token is allowed where it is. In
// JSON5, it checks each token, but does not report bytes that are not UTF-8. In the other dialects,
// it checks only comments. It does not report an invalid string, number or word, or a token of the
// kind [Invalid]. Use [Check] to check a text. A Lexer must not be used concurrently.
type Lexer struct {
	src     []byte
	dialect Dialect
	pos     int
	err     *Error // the error in the token that is being read

	blanking
}

// blanking gives package lint a reader that replaces comments with spaces.
type blanking = hidden.Part[hidden.Blanker]

// Next returns the next token. After the last token, the error is [io.EOF]. Any other error is an
// [*Error] about the token that is returned with it, and the next call continues with the next
// token. Next allocates only errors.
func (l *Lexer) Next() (Token, error) {
	begin := l.pos
	if begin == len(l.src) {
		return Token{Begin: begin, End: begin}, io.EOF
	}
	l.err = nil
	kind := l.token(l.src[begin])
	if l.err == nil {
		return Token{kind, begin, l.pos}, nil
	}
	l.err.end = l.pos
	return Token{kind, begin, l.pos}, l.err
}

// token consumes the token that starts with c, and returns its kind.
func (l *Lexer) token(c byte) TokenKind {
	switch c {
	case '{', '}', '[', ']', ':', ',':
		l.pos++
		return TokenKind(c)
	case ' ', '\t', '\n', '\r':
		return l.space()
	case '"':
		l.string('"')
		return String
	case '/':
		if l.dialect.HasComments() {
			return l.comment()
		}
		return l.invalid()
	}
	if l.dialect == JSON5 {
		return l.tokenOfJSON5(c)
	}
	if !isWordByte(c) {
		return l.invalid()
	}
	return l.word(c)
}

// tokenOfJSON5 is like token, for tokens that JSON does not have.
func (l *Lexer) tokenOfJSON5(c byte) TokenKind {
	switch {
	case c == '\'':
		l.string('\'')
		return String
	case syntax.IsDigit(c) || c == '+' || c == '-' || c == '.':
		l.number()
		return Number
	}
	if l.spaceLen() > 0 {
		return l.space()
	}
	if _, n := identifierRune(l.src[l.pos:], syntax.IsIdentifierStart); n > 0 || c == '\\' {
		begin := l.pos
		kind := l.identifier()
		if l.pos < len(l.src) && l.src[l.pos] == '(' {
			return l.call(begin)
		}
		return kind
	}
	return l.invalid()
}

// call consumes the rest of a NaN such as nan(ind), whose word has been consumed. Other calls are left as they are.
func (l *Lexer) call(begin int) TokenKind {
	n, _ := mistake.SpecialLen(l.src[begin:])
	if begin+n <= l.pos {
		return Word
	}
	l.failJSON5(BadNumber, begin, begin, 1)
	l.pos = begin + n
	return Number
}

// space consumes white space.
func (l *Lexer) space() TokenKind {
	for l.pos < len(l.src) {
		n := l.spaceLen()
		if n == 0 {
			break
		}
		l.pos += n
	}
	return Space
}

// spaceLen returns the length of the character at pos if it is white space, or 0.
func (l *Lexer) spaceLen() int {
	c := l.src[l.pos]
	if syntax.IsSpace(c) {
		return 1
	}
	if l.dialect != JSON5 || c > '\f' && c < 0x80 {
		return 0
	}
	return spaceLenOfJSON5(l.src[l.pos:])
}

// comment consumes a comment, or a slash that does not begin a comment.
func (l *Lexer) comment() TokenKind {
	rest := l.src[l.pos+1:]
	if len(rest) == 0 {
		return l.invalid()
	}
	switch rest[0] {
	case '/':
		l.pos += 1 + l.lineLen(rest)
		return LineComment
	case '*':
		n, ok := blockLen(rest[1:])
		if !ok {
			l.fail(UnterminatedComment, l.pos, 2)
		}
		l.pos += len("/*") + n
		return BlockComment
	}
	return l.invalid()
}

// blockLen returns the length of the rest of a block comment, and whether the comment is closed. The
// parameter b starts after the opening of the comment. Most comments are short, and a search for a
// single byte takes less time to start than a search for both.
func blockLen(b []byte) (n int, ok bool) {
	for n < len(b) {
		i := bytes.IndexByte(b[n:], '/')
		if i < 0 {
			break
		}
		if n += i + 1; n > 1 && b[n-2] == '*' {
			return n, true
		}
	}
	return len(b), false
}

// lineLen returns the length of the line at the start of b, without its line end.
func (l *Lexer) lineLen(b []byte) int {
	const word = 8
	for i := 0; i < len(b); i++ {
		for len(b)-i >= word {
			w := binary.LittleEndian.Uint64(b[i:])
			if stop := bytesBelow(w, '\r'+1) | bytesBelow(w^eachByte*uint64(lineSeparator[0]), 1); stop != 0 {
				i += bits.TrailingZeros64(stop) / 8
				break
			}
			i += word
		}
		if i < len(b) && (b[i] == '\n' || b[i] == '\r' || l.dialect == JSON5 && lineSeparatorLen(b[i:]) > 0) {
			return i
		}
	}
	return len(b)
}

// string consumes a string. A string that is not closed ends at the end of its line.
func (l *Lexer) string(quote byte) {
	begin := l.pos
	for l.pos++; l.pos < len(l.src); l.pos++ {
		if quote == '"' {
			if l.pos += plainLen(l.src[l.pos:]); l.pos == len(l.src) {
				break
			}
		}
		switch c := l.src[l.pos]; {
		case c == quote:
			l.pos++
			return
		case c == '\\':
			l.escape(begin)
		case c == '\n' || c == '\r':
			l.failJSON5(LineBreakInString, begin, l.pos, 1)
			return
		}
	}
	l.pos = len(l.src)
	l.failJSON5(UnterminatedString, begin, l.pos, 0)
}

// escape consumes an escape except for its last byte. Of an invalid escape, it consumes the part that
// can affect where the string ends.
func (l *Lexer) escape(begin int) {
	if l.dialect != JSON5 {
		l.pos++
		if l.pos < len(l.src) && (l.src[l.pos] == '\n' || l.src[l.pos] == '\r') {
			l.pos-- // the line ends anyway
		}
		return
	}
	n, ok := escapeLen(l.src[l.pos:])
	if !ok {
		l.failJSON5(BadEscape, begin, l.pos, n)
	}
	l.pos += n - 1
}

// word consumes a number or literal, or something meant to be one.
func (l *Lexer) word(c byte) TokenKind {
	for l.pos < len(l.src) && isWordByte(l.src[l.pos]) {
		l.pos++
	}
	if syntax.IsDigit(c) || c == '-' || c == '+' || c == '.' {
		return Number
	}
	return Word
}

// number consumes a JSON5 number, including anything invalid in it.
func (l *Lexer) number() {
	begin := l.pos
	n, ok := numberLen(l.src[begin:])
	l.pos += n
	if ok && (l.pos == len(l.src) || !isWordByte(l.src[l.pos]) && l.src[l.pos] != '#') {
		return
	}
	special, _ := mistake.SpecialLen(l.src[begin:])
	if ok && special <= n && !isWordByte(l.src[l.pos]) {
		return
	}
	l.failJSON5(BadNumber, begin, l.pos, min(1, len(l.src)-l.pos))
	for l.pos < len(l.src) && isWordByte(l.src[l.pos]) {
		l.pos++
	}
	l.pos = max(l.pos, begin+special)
}

// identifier consumes an unquoted name. Literals, Infinity and NaN look like names, so it consumes
// them, too. It continues after an invalid character or escape that was meant to be part of the
// name, so that each name is a single token.
func (l *Lexer) identifier() TokenKind {
	begin, is := l.pos, syntax.IsIdentifierStart
	if n := syntax.ASCIIWordLen(l.src[begin:]); n > 0 {
		l.pos += n
		is = syntax.IsIdentifierPart
	}
	for ; l.pos < len(l.src); is = syntax.IsIdentifierPart {
		_, n := identifierRune(l.src[l.pos:], is)
		if n == 0 {
			if l.src[l.pos] != '\\' {
				break
			}
			n, _ = escapeLen(l.src[l.pos:])
			l.failJSON5(BadIdentifier, begin, l.pos, n)
		}
		l.pos += n
	}
	return Word
}

// invalid consumes a character that does not begin a token, or an ill-formed UTF-8 sequence.
// Package tokenizer reports the ill-formed sequences.
func (l *Lexer) invalid() TokenKind {
	n, kind := utf8check.Sequence(l.src[l.pos:])
	if kind == utf8check.WellFormed {
		l.failJSON5(BadCharacter, l.pos, l.pos, n)
	}
	l.pos += n
	return Invalid
}

// failJSON5 records a fault that package tokenizer reports in other dialects.
func (l *Lexer) failJSON5(fault Fault, token, at, n int) {
	if l.dialect == JSON5 && l.err == nil {
		l.err = &Error{Offset: int64(at), Length: n, Fault: fault, src: l.src, token: token}
	}
}

func (l *Lexer) fail(fault Fault, at, n int) {
	l.err = &Error{Offset: int64(at), Length: n, Fault: fault, src: l.src, token: at}
}
