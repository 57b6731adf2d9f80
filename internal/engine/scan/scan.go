package scan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// The portable scanner follows the grammar of RFC 8259 one token at a time, without recursion.
// Faster code may decide whether a text is valid, but only the scanner reports errors.

// Document scans all of Src.
func (s *Scanner) Document() bool {
	return s.Length() && s.SkipBOM() && s.Tokens() && s.End()
}

// Length checks the length of Src, which must be all of the input.
func (s *Scanner) Length() bool {
	return int64(len(s.Src)) <= s.MaxBytes || s.TooLong(int(s.MaxBytes))
}

// Tokens scans tokens up to the end of Src.
func (s *Scanner) Tokens() bool {
	for {
		s.SkipSpace()
		if s.Pos == len(s.Src) {
			return true
		}
		if !s.Token(s.Src[s.Pos]) {
			return false
		}
	}
}

// SkipBOM skips a byte order mark at the start of Src, if there is one. It fails at the mark if
// AllowBOM is not set.
func (s *Scanner) SkipBOM() bool {
	n := len(BOM)
	if len(s.Src) < n || string(s.Src[:n]) != BOM {
		return true
	}
	if !s.AllowBOM {
		return s.Fail(flaw.ByteOrderMark, 0, n)
	}
	s.Pos = n
	return true
}

// SkipSpace skips white space.
func (s *Scanner) SkipSpace() {
	for s.Pos < len(s.Src) && syntax.IsSpace(s.Src[s.Pos]) {
		s.Pos++
	}
}

// Token scans one token, whose first byte is c.
func (s *Scanner) Token(c byte) bool {
	switch s.State {
	case WantValue, WantNextElement:
		return s.value(c)
	case WantFirstElement:
		if c == ']' {
			return s.close()
		}
		return s.value(c)
	case WantFirstName:
		if c == '}' {
			return s.close()
		}
		fallthrough
	case WantNextName:
		if c == '"' {
			return s.name()
		}
	case WantColon:
		if c == ':' {
			return s.step(WantValue)
		}
	case AfterElement:
		switch c {
		case ',':
			return s.step(WantNextElement)
		case ']':
			return s.close()
		}
	case AfterMember:
		switch c {
		case ',':
			return s.step(WantNextName)
		case '}':
			return s.close()
		}
	}
	return s.unexpected(c)
}

// step consumes a token of one byte and enters the next state.
func (s *Scanner) step(next State) bool {
	s.Pos++
	s.State = next
	return true
}

// value scans the token that begins a value.
func (s *Scanner) value(c byte) bool {
	if s.Counting && syntax.BeginsValue(c) && !s.allow(s.Tally.Value(&s.Limits, &s.Nesting)) {
		return false
	}
	switch c {
	case '"':
		return s.Text() && s.ValueDone()
	case '{':
		return s.open(true, WantFirstName)
	case '[':
		return s.open(false, WantFirstElement)
	case 't':
		return s.literal("true") && s.ValueDone()
	case 'f':
		return s.literal("false") && s.ValueDone()
	case 'n':
		return s.literal("null") && s.ValueDone()
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.number() && s.ValueDone()
	}
	return s.unexpected(c)
}

// ValueDone enters the state after a complete value. It returns true.
func (s *Scanner) ValueDone() bool {
	s.State = s.Nesting.AfterValue()
	return true
}

// open consumes an opening bracket.
func (s *Scanner) open(object bool, next State) bool {
	if s.Nesting.Depth >= s.MaxDepth {
		return s.Fail(flaw.TooDeep, s.Pos, 1)
	}
	s.Nesting.Push(object)
	if s.Positions != nil {
		s.Positions.Opened(s.Pos)
	}
	if s.UniqueNames && object && s.Pos >= s.Named {
		s.OpenNames()
	}
	if s.Counting {
		s.Tally.Open()
	}
	return s.step(next)
}

// close consumes a closing bracket that matches its opening bracket.
func (s *Scanner) close() bool {
	if s.Counting && !s.allow(s.Tally.token(&s.Limits)) {
		return false
	}
	s.Leave()
	s.Pos++
	return s.ValueDone()
}

// Leave leaves the innermost container, whether or not a bracket closes it.
func (s *Scanner) Leave() {
	if s.Counting {
		s.Tally.Close()
	}
	if s.UniqueNames && s.Nesting.InObject() && s.Pos >= s.Named {
		s.Names.Close()
	}
	if s.Positions != nil {
		s.Positions.Closed()
	}
	s.Nesting.Pop()
}

// name scans the name of a member.
func (s *Scanner) name() bool {
	begin := s.Pos
	if s.Counting && !s.allow(s.Tally.member(&s.Limits)) {
		return false
	}
	ok := s.Text()
	if s.isNameTooLong(begin, ok) {
		return s.Fail(flaw.TokenTooLong, begin, 1)
	}
	if !ok {
		return false
	}
	hasErrors := s.Positions != nil && s.Positions.Quoted // scanning has continued after errors in the name
	if s.UniqueNames && !hasErrors && begin >= s.Named && !s.newName(begin) {
		return false
	}
	s.State = WantColon
	return true
}

// isNameTooLong reports whether the name at Src[begin] exceeds the limit for names of a stream,
// which are held in memory for comparison. If the name is cut off by the end of Src, its part in
// Src counts. ok reports whether the name is complete and valid.
func (s *Scanner) isNameTooLong(begin int, ok bool) bool {
	end := s.Pos
	if !ok && s.Fault.IsCut(len(s.Src)) {
		end = len(s.Src)
	}
	return s.UniqueNames && s.Positions != nil && !s.Positions.Whole && end-begin > s.MaxToken
}

// End checks that the input may end at Pos. If it may not, the fault is behind the last token: white space after it, such as blank
// lines, is nothing that a reader could be sent to.
func (s *Scanner) End() bool {
	kind := flaw.Truncated
	switch {
	case s.State == WantEnd:
		return true
	case s.State == WantValue && s.Nesting.Depth == 0:
		kind = flaw.EmptyInput
	}
	s.Fail(kind, s.Pos, 0)
	if t := s.Positions; t == nil {
		s.Fault.Offset = syntax.SpaceBegin(s.Src, s.Pos, 0)
	} else if s.Fault.Offset = syntax.SpaceBegin(s.Src, s.Pos, t.Here.At); s.Fault.Offset <= t.Here.At {
		s.Fault.Offset = t.EndAt
	}
	return false
}
