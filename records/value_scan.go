package records

import (
	"bytes"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// A valueScan finds the end of a value. Each call of scan passes a longer beginning of the same
// value.
type valueScan struct {
	scanner scan.Scanner
	token   int  // offset up to which the token at scanner.Pos has been searched
	tooLong bool // the value is too long, and has not been scanned further
}

// A found is the result of a valueScan.
type found uint8

const (
	valueUnfinished found = iota
	valueWhole
	valueInvalid
)

// reset prepares v for the next value.
func (v *valueScan) reset() {
	s := &v.scanner
	*v = valueScan{scanner: scan.Scanner{Rules: s.Rules, Nesting: scan.Nesting{Outer: s.Nesting.Outer[:0]}}}
}

// scan continues to scan the value at the start of b. It returns the offset of the end of the
// value, or of its error. If final is set, the input ends with b. If full is set, scan will not see
// more of the value and must decide from the part in b.
func (v *valueScan) scan(b []byte, final, full bool) (end int, found found) {
	s := &v.scanner
	for s.Src = b; ; {
		s.SkipSpace()
		if s.Pos == len(b) {
			if !final {
				return s.Pos, valueUnfinished
			}
			return s.Pos, valueInvalid
		}
		c, pos, state := b[s.Pos], s.Pos, s.State
		if v.token > pos && !full && !final && !v.tokenEnds(b) {
			return pos, valueUnfinished
		}
		ok := s.Token(c)
		if !final && isAtEnd(s, ok, c) {
			s.Pos, s.State = pos, state
			if v.token <= pos {
				v.token = pos + 1
			}
			return pos, valueUnfinished
		}
		switch {
		case !ok:
			return s.Fault.Offset, valueInvalid
		case s.State == scan.WantEnd && syntax.LooksNumeric(c) && s.Pos < len(b) && syntax.LooksNumeric(b[s.Pos]):
			return s.Pos, valueInvalid // a number or literal without white space after it
		case s.State == scan.WantEnd:
			return s.Pos, valueWhole
		}
	}
}

// tokenEnds reports whether the token at scanner.Pos ends in b or may be invalid. The beginning of
// the token has already been scanned. Over all calls, tokenEnds looks at each byte only once.
func (v *valueScan) tokenEnds(b []byte) bool {
	if b[v.scanner.Pos] != '"' {
		for v.token < len(b) && syntax.LooksNumeric(b[v.token]) {
			v.token++
		}
		return v.token < len(b)
	}
	for {
		v.token += quoting.PlainLen(b[v.token:])
		switch rest := b[v.token:]; {
		case len(rest) == 0 || rest[0] == '\\' && len(rest) == 1:
			return false
		case rest[0] == '\\':
			v.token += 2
		case rest[0] >= 0x80:
			v.token++
		default:
			return true
		}
	}
}

// nextValue returns the offset in b of the first line that starts with a value, or -1 if there is
// no such line. The search begins at b[from]. The parameter afterNewline reports whether b starts
// at the start of a line.
func nextValue(b []byte, from int, afterNewline bool) int {
	if from == 0 && afterNewline && len(b) > 0 && syntax.BeginsValue(b[0]) {
		return 0
	}
	for i := max(from-1, 0); ; {
		n := bytes.IndexByte(b[i:], '\n')
		i += n + 1
		if n < 0 || i == len(b) {
			return -1
		}
		if syntax.BeginsValue(b[i]) {
			return i
		}
	}
}

// isAtEnd reports whether the last token may continue after the end of the source. c is its first byte, and
// ok is the result of Token. If ok is false, isAtEnd reports whether the only fault may be that the source ends.
func isAtEnd(s *scan.Scanner, ok bool, c byte) bool {
	if ok {
		return s.Pos == len(s.Src) && syntax.LooksNumeric(c)
	}
	switch s.Fault.Kind {
	case flaw.Truncated, flaw.UnterminatedString, flaw.UTF8Truncated:
		return true
	case flaw.UTF8MissingContinuation:
		return s.Fault.Offset+s.Fault.Length == len(s.Src)
	}
	return false
}
