package mistake

import (
	"bytes"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// This file measures what people write instead of a value, a name or a comma, so that such text can
// be skipped as a whole. Nothing here reads past the end of a line.

// PhraseLen returns the length of the text at the start of b that is meant to be one value: words
// with only spaces between them, a function call, a text in parentheses, or a scalar in another
// notation. It returns 0 if b starts with none of these.
func (s *Search) PhraseLen(b []byte) int {
	b = FirstLine(b)
	switch {
	case len(b) == 0:
		return 0
	case b[0] == '(':
		return s.parensLen(b)
	case b[0] == '-' && isIndent(syntax.ByteAt(b, 1)):
		return 1 + s.scalarAfterSpaces(b[1:])
	case isShellVariable(b) && b[1] == '{':
		return 1 + bytes.IndexByte(b, '}')
	case b[0] == '<' && isPlaceholder(nil, b):
		return 1 + bytes.IndexByte(b, '>')
	}
	n := s.ScalarLen(b)
	if special, _ := SpecialLen(b); special > n {
		return special // as in -nan(ind) and 1.#INF
	}
	if n == 0 || !syntax.BeginsWord(b) {
		return n
	}
	n += s.scalarInQuotes(string(b[:n]), b[n:])
	for {
		n += s.parensLen(b[n:])
		more := s.scalarAfterSpaces(b[n:])
		word := bytes.TrimLeft(b[n:n+more], " \t")
		if !syntax.BeginsWord(word) || isLiteral(word) {
			break
		}
		n += more
	}
	if syntax.ByteAt(b, n) == '"' && IsSeparated(b[n+1:]) {
		n++ // the opening quotation mark is missing
	}
	return n
}

// NameLen returns the length of the text at the start of b that is meant to be a name, or 0.
func (s *Search) NameLen(b []byte) int {
	b = FirstLine(b)
	n := s.ScalarLen(b)
	if bare := bareNameLen(b); bare > n {
		return bare
	}
	switch {
	case n == 0 && syntax.ByteAt(b, 0) == ':' && syntax.BeginsWord(b[1:]):
		return 1 + syntax.WordLen(b[1:]) // a Ruby symbol
	case n == 0:
		return 0
	case syntax.ByteAt(b, n) == '"' && FirstSolid(b[n+1:]) == ':':
		return n + 1 // the opening quotation mark is missing
	}
	return n + s.scalarInQuotes(string(b[:n]), b[n:])
}

// scalarInQuotes returns the length of the string at the start of rest, which is the text after
// word. It returns 0 if there is no string, or if word is not a valid Python string prefix.
func (s *Search) scalarInQuotes(word string, rest []byte) int {
	if syntax.ByteAt(rest, 0) != '\'' || !isPythonPrefix(word, rest) {
		return 0
	}
	return s.ScalarLen(rest)
}

// NamelessLen returns the length of the run of names without values at the start of b, including
// the commas between these names.
func (s *Search) NamelessLen(b []byte) int {
	b = FirstLine(b)
	end := s.NameLen(b)
	for {
		rest := bytes.TrimLeft(b[end:], " \t")
		if syntax.ByteAt(rest, 0) != ',' {
			return end
		}
		rest = bytes.TrimLeft(rest[1:], " \t")
		n := s.NameLen(rest)
		if n == 0 || !IsSeparated(rest[n:]) {
			return end
		}
		end = len(b) - len(rest) + n
	}
}

// PlaceholderLen returns the length of a placeholder such as {{name}} or {% name %}, or 0. b starts
// with the second byte of the placeholder; its first brace is the last byte of the parameter
// before. The last brace, which closes the first one, is not counted.
func PlaceholderLen(before, b []byte) int {
	if b[0] == '<' || syntax.ByteAt(before, len(before)-1) != '{' || !isPlaceholder(before, b) {
		return 0
	}
	end := []byte("}}")
	if b[0] == '%' {
		end = []byte("%}")
	}
	return bytes.Index(FirstLine(b), end) + 1
}

// IsSeparated reports whether a member may end right before b. It may if b, without leading spaces
// and tabs, is empty or starts with a comma, a closing brace or a line end.
func IsSeparated(b []byte) bool {
	b = bytes.TrimLeft(b, " \t")
	return len(b) == 0 || bytes.IndexByte([]byte(",}]\r\n"), b[0]) >= 0
}

// IsLoneString reports whether b starts with a string that is not followed by a colon.
func IsLoneString(b []byte) bool {
	b = bytes.TrimLeft(b, " \t")
	if syntax.ByteAt(b, 0) != '"' {
		return false
	}
	n := scan.TokenLen(b)
	return n > 1 && IsSeparated(b[n:])
}

// UnopenedLen returns the length of the string at the start of b if its opening quotation mark is
// missing. The closing quotation mark is included; it must be followed by the end of a member, not
// by a colon. UnopenedLen returns 0 if b does not start with such a string.
func (s *Search) UnopenedLen(b []byte) int {
	b = FirstLine(b)
	for n := 0; ; {
		i := bytes.IndexByte(b[n:], '"')
		if i < 0 {
			s.Vain += len(b)
			return 0
		}
		n += i + 1
		switch c := syntax.ByteAt(b, n); {
		case syntax.IsWord(c) || c == '"':
			continue // the most frequent case
		case FirstSolid(b[n:]) == ':':
			s.Vain += n
			return 0
		case IsSeparated(b[n:]):
			return n
		}
	}
}

// ExpressionLen returns the length of the operators and operands at the start of b: each operator
// is followed by its second operand.
func (s *Search) ExpressionLen(b []byte) int {
	b = FirstLine(b)
	end := 0
	for {
		rest := bytes.TrimLeft(b[end:], " \t")
		if c := syntax.ByteAt(rest, 0); c == 0 || bytes.IndexByte([]byte("+-*/%"), c) < 0 {
			return end
		}
		rest = bytes.TrimLeft(rest[1:], " \t")
		n := 0
		switch c := syntax.ByteAt(rest, 0); {
		case c == '"':
			n = scan.TokenLen(rest)
		case syntax.WordLen(rest) > 0:
			n = s.ScalarLen(rest)
		}
		if n == 0 {
			return end
		}
		end = len(b) - len(rest) + n
	}
}

// parensLen returns the length of the text in parentheses at the start of b, or 0.
func (s *Search) parensLen(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			i += scan.TokenLen(b[i:]) - 1
		}
		if depth == 0 {
			return 0
		}
	}
	s.Vain += len(b)
	return 0
}

// scalarAfterSpaces returns the length of a scalar at the start of b, including the spaces before
// it, or 0 if there is none.
func (s *Search) scalarAfterSpaces(b []byte) int {
	rest := bytes.TrimLeft(b, " \t")
	n := s.ScalarLen(rest)
	if n == 0 {
		return 0
	}
	return len(b) - len(rest) + n
}

// isLiteral reports whether word is true, false or null.
func isLiteral(word []byte) bool {
	return string(word) == "true" || string(word) == "false" || string(word) == "null"
}

// ScalarLen returns the length of the word, number or string in other quotation marks at the start
// of b, or 0.
func (s *Search) ScalarLen(b []byte) int {
	if n := wordsLen(b); n > 0 {
		return n
	}
	opener, size := utf8.DecodeRune(b)
	closer := closersOf(opener)
	if closer == "" {
		return 0
	}
	end := closerAt(b, size, closer)
	if end < 0 {
		s.Vain += len(b)
		return 0
	}
	if syntax.IsSpace(b[end]) {
		s.Vain += end
		return 0
	}
	_, last := utf8.DecodeRune(b[end:])
	return end + last
}

// wordsLen returns the length of the words at the start of b that only signs and points separate. A number is
// such a text, too.
func wordsLen(b []byte) int {
	n := 0
	for n < len(b) {
		switch size := syntax.WordLen(b[n:]); {
		case size > 0:
			n += size
		case syntax.LooksNumeric(b[n]):
			n++
		default:
			return n
		}
	}
	return n
}
