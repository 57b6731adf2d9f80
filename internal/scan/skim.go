package scan

import (
	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/syntax"
)

// maySkim reports whether s only has to check the grammar, the depth and whether names are unique.
func (s *Scanner) maySkim() bool {
	n := len(s.Src)
	return !s.IJSON && !s.Counting && s.Positions == nil && n <= s.MaxString && n <= s.MaxNumber
}

// skim consumes valid tokens like [Scanner.tokens], but several times faster. It stops at the first
// invalid token, so that the scanner can find the fault there.
func (s *Scanner) skim() {
	src, i, state, n := s.Src, s.Pos, s.State, &s.Nesting
	next := n.transitions()
tokens:
	for i < len(src) {
		class := textClasses[src[i]]
		if class == whiteSpace {
			i++
			continue
		}
		switch to := next[state][class]; {
		case to == opens && n.Depth < s.MaxDepth:
			n.Push(class == objectOpener)
			if s.UniqueNames && class == objectOpener && i >= s.Named {
				s.Names.Open()
			}
			next, state = n.transitions(), openedState(class == objectOpener)
			i++
		case to == closes:
			if s.UniqueNames && class == objectCloser && i >= s.Named {
				s.Names.Close()
			}
			n.Pop()
			next, state = n.transitions(), n.AfterValue()
			i++
		case to >= NumStates:
			break tokens
		case class == stringToken:
			end, ok := s.skimString(i)
			if !ok || to == WantColon && !s.skimName(i, end) {
				break tokens
			}
			i, state = end, to
		case class == scalarToken:
			end := skimScalar(src, i)
			if end == i {
				break tokens
			}
			i, state = end, to
		default:
			i, state = i+1, to
		}
	}
	s.Pos, s.State = i, state
}

// skimString returns the end of the string that begins at Src[quote]. If the string is invalid,
// skimString sets From, so that the valid part is not scanned again.
func (s *Scanner) skimString(quote int) (end int, ok bool) {
	if quote >= s.From {
		end = quote + 1 + quoting.PlainLen(s.Src[quote+1:])
		if end < len(s.Src) && s.Src[end] == '"' {
			return end + 1, true
		}
	}
	s.Pos = quote
	if s.stringBody() {
		return s.Pos, true
	}
	s.Fault, s.From = Fault{}, s.Resume
	return 0, false
}

// skimName reports whether the object does not have the name Src[begin:end] yet, if names must be
// unique. It then adds the name.
func (s *Scanner) skimName(begin, end int) bool {
	if !s.UniqueNames || begin < s.Named {
		return true
	}
	_, isNew := s.Names.add(s.Src, begin, end, true)
	return isNew
}

// skimScalar returns the end of the number or literal at src[i], or i if it is invalid.
func skimScalar(src []byte, i int) int {
	rest := src[i:]
	if syntax.IsDigit(rest[0]) && len(rest) > 1 && !syntax.LooksNumeric(rest[1]) {
		return i + 1
	}
	switch rest[0] {
	case 't':
		return i + skimLiteral(rest, "true")
	case 'f':
		return i + skimLiteral(rest, "false")
	case 'n':
		return i + skimLiteral(rest, "null")
	}
	n, kind := consumeNumber(rest)
	if kind != 0 {
		return i
	}
	return i + n
}

// skimLiteral returns the length of want if b begins with this literal, and 0 otherwise.
func skimLiteral(b []byte, want string) int {
	n := len(want)
	if len(b) < n || string(b[:n]) != want || len(b) > n && syntax.IsWord(b[n]) {
		return 0
	}
	return n
}

// whiteSpace is the class of white space in a text. It has the value of lineFeed, a class that is
// not needed for texts, because a line feed in a text is not a token.
const whiteSpace = lineFeed

// textClasses maps the first byte of a token, or white space, to its class.
var textClasses = func() (classes [256]tokenClass) {
	for c := range classes {
		classes[c] = noToken
	}
	for _, c := range []byte("{}[],:\"") {
		classes[c] = tokenClasses[c]
	}
	for _, c := range []byte("-0123456789tfn") {
		classes[c] = scalarToken
	}
	for _, c := range []byte(" \t\r\n") {
		classes[c] = whiteSpace
	}
	return classes
}()
