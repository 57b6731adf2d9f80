package tokenizer

import (
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// This is the portable scanner. It decides what is JSON, and it finds and names
// every error: faster code may answer yes or no, and then leaves the rest to it.
// It follows the grammar of RFC 8259 one token at a time, without recursion.

// A state says what the grammar wants next.
type state uint8

const (
	wantValue        state = iota // the document itself, or the value after a colon
	wantFirstElement              // after [
	wantNextElement               // after a comma in an array
	afterElement
	wantFirstName // after {
	wantNextName  // after a comma in an object
	wantColon
	afterMember
	wantEnd // after the document

	numStates = iota
)

// expectedIn is what each state allows.
var expectedIn = [numStates]Expected{
	wantValue:        ExpectValue,
	wantFirstElement: ExpectValue | ExpectBracket,
	wantNextElement:  ExpectValue,
	afterElement:     ExpectComma | ExpectBracket,
	wantFirstName:    ExpectName | ExpectBrace,
	wantNextName:     ExpectName,
	wantColon:        ExpectColon,
	afterMember:      ExpectComma | ExpectBrace,
	wantEnd:          ExpectEnd,
}

// A scanner reads one document. Its methods return false when they have met a
// fault, which they leave in the field of that name.
type scanner struct {
	src []byte
	config
	pos     int // of the next byte
	state   state
	nesting nesting
	names   nameSets // of the open objects, if they must be unique
	named   int      // up to here, src is known to names already
	tally   tallies  // if something is counted
	fault   fault
	resume  int          // where an unterminated string may be gone on with, if more comes
	from    int          // where to go on with a string of which the beginning has been scanned
	trail   *place.Trail // of what src does not hold any more; nil where it holds all
}

// reset makes s ready for another document, with the same configuration.
func (s *scanner) reset(src []byte) {
	s.names.reset()
	s.src, s.pos, s.state, s.named, s.fault = src, 0, wantValue, 0, fault{}
	s.nesting, s.tally = nesting{outer: s.nesting.outer[:0]}, tallies{outer: s.tally.outer[:0]}
	s.resume, s.from, s.trail = 0, 0, nil
}

// document scans all of src.
func (s *scanner) document() bool {
	return s.length() && s.byteOrderMark() && s.tokens() && s.end()
}

// rest scans all of src from where the scanner stands, which may be its beginning.
func (s *scanner) rest() bool {
	if s.pos == 0 && !(s.length() && s.byteOrderMark()) {
		return false
	}
	if s.maySkim() {
		s.skim()
	}
	return s.tokens() && s.end()
}

// length looks at the length of src, which is the input.
func (s *scanner) length() bool {
	return int64(len(s.src)) <= s.maxBytes || s.tooLong(int(s.maxBytes))
}

// tokens scans up to the end of src.
func (s *scanner) tokens() bool {
	for {
		s.skipSpace()
		if s.pos == len(s.src) {
			return true
		}
		if !s.token(s.src[s.pos]) {
			return false
		}
	}
}

const byteOrderMark = "\xEF\xBB\xBF"

func (s *scanner) byteOrderMark() bool {
	n := len(byteOrderMark)
	if len(s.src) < n || string(s.src[:n]) != byteOrderMark {
		return true
	}
	if !s.allowBOM {
		return s.fail(ByteOrderMark, 0, n)
	}
	s.pos = n
	return true
}

func (s *scanner) skipSpace() {
	for s.pos < len(s.src) && syntax.IsSpace(s.src[s.pos]) {
		s.pos++
	}
}

// token scans one token, which begins with c.
func (s *scanner) token(c byte) bool {
	switch s.state {
	case wantValue, wantNextElement:
		return s.value(c)
	case wantFirstElement:
		if c == ']' {
			return s.close()
		}
		return s.value(c)
	case wantFirstName:
		if c == '}' {
			return s.close()
		}
		fallthrough
	case wantNextName:
		if c == '"' {
			return s.name()
		}
	case wantColon:
		if c == ':' {
			return s.step(wantValue)
		}
	case afterElement:
		switch c {
		case ',':
			return s.step(wantNextElement)
		case ']':
			return s.close()
		}
	case afterMember:
		switch c {
		case ',':
			return s.step(wantNextName)
		case '}':
			return s.close()
		}
	}
	return s.unexpected(c)
}

// step passes a token of one byte.
func (s *scanner) step(next state) bool {
	s.pos++
	s.state = next
	return true
}

// value scans the token that begins a value.
func (s *scanner) value(c byte) bool {
	if s.counting && beginsValue(c) && !s.allow(s.tally.value(&s.limits, &s.nesting)) {
		return false
	}
	switch c {
	case '"':
		return s.text() && s.valueDone()
	case '{':
		return s.open(true, wantFirstName)
	case '[':
		return s.open(false, wantFirstElement)
	case 't':
		return s.literal("true") && s.valueDone()
	case 'f':
		return s.literal("false") && s.valueDone()
	case 'n':
		return s.literal("null") && s.valueDone()
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.number() && s.valueDone()
	}
	return s.unexpected(c)
}

// valueDone enters the state after a complete value.
func (s *scanner) valueDone() bool {
	s.state = s.nesting.afterValue()
	return true
}

// open passes an opening bracket.
func (s *scanner) open(object bool, next state) bool {
	if s.nesting.depth >= s.maxDepth {
		return s.fail(TooDeep, s.pos, 1)
	}
	s.nesting.push(object)
	if s.trail != nil {
		s.trail.Opened(s.pos)
	}
	if s.uniqueNames && object && s.pos >= s.named {
		s.names.open()
	}
	if s.counting {
		s.tally.open()
	}
	return s.step(next)
}

// close passes a closing bracket that fits its opener.
func (s *scanner) close() bool {
	if s.counting && !s.allow(s.tally.token(&s.limits)) {
		return false
	}
	s.leave()
	s.pos++
	return s.valueDone()
}

// leave leaves the innermost container, whether or not there is a bracket for it.
func (s *scanner) leave() {
	if s.counting {
		s.tally.close()
	}
	if s.uniqueNames && s.nesting.inObject() && s.pos >= s.named {
		s.names.close()
	}
	if s.trail != nil {
		s.trail.Closed()
	}
	s.nesting.pop()
}

// name scans a member's name.
func (s *scanner) name() bool {
	begin := s.pos
	if s.counting && !s.allow(s.tally.member(&s.limits)) {
		return false
	}
	ok := s.text()
	if s.isNameTooLong(begin, ok) {
		return s.fail(TokenTooLong, begin, 1)
	}
	if !ok {
		return false
	}
	hasErrors := s.trail != nil && s.trail.Quoted // it has been gone on after them
	if s.uniqueNames && !hasErrors && begin >= s.named && !s.newName(begin) {
		return false
	}
	s.state = wantColon
	return true
}

// isNameTooLong reports whether the name src[begin:], or what there is of it, is longer than what a
// stream may hold in memory to compare it.
func (s *scanner) isNameTooLong(begin int, ok bool) bool {
	end := s.pos
	if !ok && s.isCut() {
		end = len(s.src)
	}
	return s.uniqueNames && s.trail != nil && !s.trail.Whole && end-begin > s.maxToken
}

// end judges the end of the input.
func (s *scanner) end() bool {
	switch {
	case s.state == wantEnd:
		return true
	case s.state == wantValue && s.nesting.depth == 0:
		return s.fail(EmptyInput, s.pos, 0)
	}
	return s.fail(Truncated, s.pos, 0)
}
