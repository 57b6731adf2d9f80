package fastscan

import (
	"github.com/assayjson/assay/internal/engine/plain"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// Rest scans the source of s from Pos, which may be 0, to the end of the document.
func Rest(s *scan.Scanner) bool {
	if s.Pos == 0 && !(s.Length() && s.SkipBOM()) {
		return false
	}
	if maySkim(s) {
		skim(s)
	}
	return s.Tokens() && s.End()
}

// maySkim reports whether s only has to check the grammar, the depth and whether names are unique.
func maySkim(s *scan.Scanner) bool {
	n := len(s.Src)
	return !s.IJSON && !s.Counting && s.Positions == nil && n <= s.MaxString && n <= s.MaxNumber
}

// skim consumes valid tokens like [scan.Scanner.Tokens], but several times faster. It stops at the first
// invalid token, so that the scanner can find the fault there.
func skim(s *scan.Scanner) {
	src, i, state, n := s.Src, s.Pos, s.State, &s.Nesting
	next := transitions(n)
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
				s.OpenNames()
			}
			next, state, i = transitions(n), openedState(class == objectOpener), i+1
			continue
		case to == closes:
			if s.UniqueNames && class == objectCloser && i >= s.Named {
				s.Names.Close()
			}
			n.Pop()
			next, state, i = transitions(n), n.AfterValue(), i+1
		case to >= scan.NumStates:
			break tokens
		case class == stringToken:
			end := skimPlain(s, i)
			isPlain := end > 0
			if !isPlain {
				end = skimString(s, i)
			}
			if end == 0 || to == scan.WantColon && s.UniqueNames && i >= s.Named && !scan.AddName(s, i, end, !isPlain) {
				break tokens
			}
			i, state = end, to
			if to == scan.WantColon && i < len(src) && src[i] == ':' {
				i, state = pastSpace(src, i+1), scan.WantValue
			}
		case class == scalarToken:
			end := i + 1
			if end == len(src) || !syntax.IsDigit(src[i]) || syntax.LooksNumeric(src[end]) { // not a single digit
				if end = skimScalar(src, i); end == i {
					break tokens
				}
			}
			i, state = end, to
		default:
			i, state = i+1, to
			continue
		}
		// A value has ended. Usually, a comma follows.
		if to := next[state][comma]; to < scan.NumStates && i < len(src) && src[i] == ',' {
			i, state = pastSpace(src, i+1), to
		}
	}
	s.Pos, s.State = i, state
}

// pastSpace returns i, or i+1 if src[i] is a space.
func pastSpace(src []byte, i int) int {
	if i < len(src) && src[i] == ' ' {
		i++
	}
	return i
}

// skimPlain returns the end of the string that begins at Src[quote]. It returns 0 for a string that
// has characters that are not plain (see [plain.Len]), or does not end in Src.
func skimPlain(s *scan.Scanner, quote int) (end int) {
	if quote < s.From {
		return 0
	}
	end = quote + 1
	if end += plain.Len(s.Src[end:]); end < len(s.Src) && s.Src[end] == '"' {
		return end + 1
	}
	return 0
}

// skimString returns the end of the string that begins at Src[quote]. If the string is invalid,
// skimString returns 0 and sets From, so that the valid part is not scanned again.
func skimString(s *scan.Scanner, quote int) (end int) {
	s.Pos = quote
	if s.Text() {
		return s.Pos
	}
	s.Fault, s.From = scan.Fault{}, s.Resume
	return 0
}

// skimScalar returns the end of the number or literal at src[i], or i if it is invalid.
func skimScalar(src []byte, i int) int {
	switch src[i] {
	case 't':
		return i + skimLiteral(src[i:], "true")
	case 'f':
		return i + skimLiteral(src[i:], "false")
	case 'n':
		return i + skimLiteral(src[i:], "null")
	}
	n, kind := scan.ConsumeNumber(src[i:])
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
