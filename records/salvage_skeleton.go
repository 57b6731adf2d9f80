package records

import (
	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/engine/scan"
)

// A skeleton follows the structure of a value: brackets, commas, colons and quotation marks. It does
// not check what strings, numbers and literals consist of, and accepts commas before closing
// brackets. So it finds the end of most invalid values, too. A value may arrive in pieces.
type skeleton struct {
	maxDepth  int
	multiline bool // newlines are white space
	nesting   scan.Nesting
	state     scan.State
	inside    insideToken
	opener    int // offset of an opening bracket that may begin a record in the string that ends directly before the next byte; -1 if there is none
}

// An insideToken is the kind of token in which a skeleton has stopped.
type insideToken uint8

const (
	betweenTokens insideToken = iota
	insideString
	insideEscape // after a backslash
	insideWord   // in a number, a literal, or other text
)

// reset prepares s for the value that begins with the next byte.
func (s *skeleton) reset() {
	s.nesting = scan.Nesting{Outer: s.nesting.Outer[:0]}
	s.state, s.inside, s.opener = scan.WantValue, betweenTokens, -1
}

// A stop is the reason why a skeleton has stopped.
type stop uint8

const (
	stopShort    stop = iota // more input is needed
	stopClosed               // the value is complete
	stopBroken               // the next byte cannot follow
	stopBoundary             // the next byte is a control character that no record contains
	stopDeep                 // the next byte is a bracket that would exceed the maximum depth
)

// A class is what a byte is to a skeleton.
type class uint8

const (
	classWord class = iota // part of a number or literal
	classBlank
	classBoundary
	classQuote
	classComma
	classColon
	classObject
	classArray
	classEndObject
	classEndArray
)

// classes maps bytes to classes.
var classes = func() (of [256]class) {
	for c := range 0x20 {
		of[c] = classBoundary
	}
	of[' '], of['\t'], of['\r'] = classBlank, classBlank, classBlank
	of['"'], of[','], of[':'] = classQuote, classComma, classColon
	of['{'], of['['], of['}'], of[']'] = classObject, classArray, classEndObject, classEndArray
	return of
}()

// isOpener reports whether c is an opening bracket.
func isOpener(c byte) bool { return c == '{' || c == '[' }

// blanks returns how many spaces, tabs and CRs are at the start of b.
func blanks(b []byte) int {
	n := 0
	for n < len(b) && classes[b[n]] == classBlank {
		n++
	}
	return n
}

// isBeforeValue reports whether c comes before a value inside an object or array.
func isBeforeValue(c byte) bool { return c == ':' || c == ',' || c == '[' }

// beginsRecord reports whether b begins like a record that is not empty: with an opening bracket and
// a quotation mark, and at most one space, tab or CR between them. If b is too short to decide, short is
// true.
func beginsRecord(b []byte) (begins, short bool) {
	if len(b) == 0 || !isOpener(b[0]) {
		return false, len(b) == 0
	}
	b = b[1:]
	if len(b) > 0 && classes[b[0]] == classBlank {
		b = b[1:]
	}
	return len(b) > 0 && b[0] == '"', len(b) == 0
}

// scan continues at b[at]. It returns the offset of the first byte that it has not consumed.
func (s *skeleton) scan(b []byte, at int) (int, stop) {
	for at < len(b) {
		c := b[at]
		switch s.inside {
		case insideString:
			if at = s.text(b, at); at == len(b) {
				return at, stopShort
			}
			if classes[b[at]] == classBoundary && (s.inside == insideString || !s.multiline) {
				return at, stopBoundary
			}
			continue
		case insideEscape:
			if classes[c] == classBoundary {
				return at, stopBoundary
			}
			s.inside = insideString
			at++
			continue
		case insideWord:
			if classes[c] == classWord {
				at++
				continue
			}
			s.inside, s.state = betweenTokens, s.nesting.AfterValue()
		}
		switch class := classes[c]; class {
		case classBlank:
		case classBoundary:
			if c != '\n' || !s.multiline {
				return at, stopBoundary
			}
		default:
			if stop := s.token(class); stop != stopShort {
				return at, stop
			}
			if s.state == scan.WantEnd {
				return at + 1, stopClosed
			}
		}
		s.opener = -1
		at++
	}
	return at, stopShort
}

// token consumes the first byte of a token between tokens. It returns stopShort if the byte can
// follow.
func (s *skeleton) token(c class) stop {
	inValue := s.state == scan.WantValue || s.state == scan.WantFirstElement || s.state == scan.WantNextElement
	inName := s.state == scan.WantFirstName || s.state == scan.WantNextName
	afterValue := s.state == scan.AfterElement || s.state == scan.AfterMember
	switch {
	case c == classQuote && (inValue || inName):
		s.inside = insideString
	case c == classWord && inValue:
		s.inside = insideWord
	case c == classComma && s.state == scan.AfterElement:
		s.state = scan.WantNextElement
	case c == classComma && s.state == scan.AfterMember:
		s.state = scan.WantNextName
	case c == classColon && s.state == scan.WantColon:
		s.state = scan.WantValue
	case (c == classObject || c == classArray) && inValue:
		if s.nesting.Depth >= s.maxDepth {
			return stopDeep
		}
		s.nesting.Push(c == classObject)
		s.state = scan.WantFirstElement
		if c == classObject {
			s.state = scan.WantFirstName
		}
	case c == classEndObject && s.nesting.InObject() && (inName || afterValue),
		c == classEndArray && !s.nesting.InObject() && (inValue && s.state != scan.WantValue || afterValue):
		s.nesting.Pop()
		s.state = s.nesting.AfterValue()
	default:
		return stopBroken
	}
	return stopShort
}

// text continues in a string at b[at]. It returns the offset of the first byte after the string, after
// a backslash, or of a control character, or the length of b.
func (s *skeleton) text(b []byte, at int) int {
	for {
		at += quoting.PlainLen(b[at:])
		for at < len(b) && b[at] >= 0x80 {
			at++
		}
		switch {
		case at == len(b):
			return at
		case b[at] == '\\':
			s.inside = insideEscape
			return at + 1
		case b[at] == '"':
			s.inside = betweenTokens
			s.opener = openerBefore(b, at)
			if s.state == scan.WantFirstName || s.state == scan.WantNextName {
				s.state = scan.WantColon
			} else {
				s.state = s.nesting.AfterValue()
			}
			return at + 1
		case classes[b[at]] == classBoundary:
			return at
		case b[at] == '\t' || b[at] == '\r':
			at++
		}
	}
}

// openerBefore returns the offset of an opening bracket before the quotation mark b[quote], with at
// most one space, tab or CR between them. It returns -1 if there is none.
func openerBefore(b []byte, quote int) int {
	i := quote - 1
	if i > 0 && classes[b[i]] == classBlank {
		i--
	}
	if i >= 0 && isOpener(b[i]) {
		return i
	}
	return -1
}
