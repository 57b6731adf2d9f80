package scan

import (
	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/syntax"
)

// maySkim reports whether nothing but the grammar and the depth matters to s.
func (s *Scanner) maySkim() bool {
	n := len(s.Src)
	return !s.IJSON && !s.UniqueNames && !s.Counting && s.Positions == nil && n <= s.MaxString && n <= s.MaxNumber
}

// skim passes valid tokens as [Scanner.tokens] does, but several times faster. It stops at the first
// invalid token, so that the scanner can name the fault.
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
			next, state = n.transitions(), openedState(class == objectOpener)
			i++
		case to == closes:
			n.Pop()
			next, state = n.transitions(), n.AfterValue()
			i++
		case to >= NumStates:
			break tokens
		case class == stringToken:
			end, ok := s.skimString(i)
			if !ok {
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

// skimString returns the end of the string that Src[quote] opens. If the string is invalid, From is set so
// that its beginning is not scanned again.
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

// skimScalar returns the end of the number or literal that src[i] begins, or i if it is invalid.
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

// skimLiteral returns the length of the literal want if b begins with it, or 0.
func skimLiteral(b []byte, want string) int {
	n := len(want)
	if len(b) < n || string(b[:n]) != want || len(b) > n && syntax.IsWord(b[n]) {
		return 0
	}
	return n
}

// whiteSpace is the class of white space in a text. It takes the place of lineFeed, since line feeds are
// not tokens there.
const whiteSpace = lineFeed

// textClasses are the classes of the bytes with which tokens begin.
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
