package records

import (
	"bytes"

	"github.com/assayjson/assay/asm/quoting"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

// concatenated finds a value, or the white space before one.
func (f *framer) concatenated(b []byte, final bool) piece {
	if n := syntax.Spaces(b); n > 0 {
		return piece{size: n, none: true}
	}
	if !f.wrong {
		// One byte more than the limit shows that a value is too long, whatever comes after it.
		full := len(b) > f.maxRecord
		seen := b
		if full {
			seen = b[:f.maxRecord+1]
		}
		f.searched = 1
		end, found := f.value.scan(seen, final && !full, full)
		switch {
		case found == valueWhole && end <= f.maxRecord:
			f.value.reset()
			return piece{size: end, end: end, right: true}
		case found == valueUnfinished && !full:
			return piece{}
		case found == valueWrong:
			f.searched = max(end, 1)
		default:
			f.value.tooLong, f.searched = true, f.maxRecord
		}
		f.wrong = true
	}
	return f.wrongValue(b, final)
}

// wrongValue returns the piece with a value that is invalid or too long. It ends where a line
// begins with another value, at f.searched or later.
func (f *framer) wrongValue(b []byte, final bool) piece {
	size := nextValue(b, f.searched, false)
	switch {
	case size >= 0:
	case final:
		size = len(b)
	case len(b) <= f.maxRecord:
		f.searched = len(b)
		return piece{}
	default:
		p := f.giveUp(b, 0)
		if p.size == 0 {
			return p
		}
		size = p.size
	}
	p := f.tooLong(0, size)
	if !f.value.tooLong {
		p.kind, p.wrong = 0, true
		if !f.skipping {
			p.end = min(size, f.maxRecord)
		}
		for syntax.IsSpace(b[p.end-1]) {
			p.end--
		}
	}
	f.wrong = false
	f.value.reset()
	return p
}

// nextValue returns where in b, at from or later, a line begins with a value, or -1.
// afterNewline reports whether a line begins at the start of b.
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

// A valueScan looks for the end of a value that is seen in longer and longer parts.
type valueScan struct {
	scanner scan.Scanner
	token   int  // up to where the token at scanner.Pos has been looked at
	tooLong bool // the value is too long, and has not been looked at any further
}

// A found is what a valueScan finds.
type found uint8

const (
	valueUnfinished found = iota
	valueWhole
	valueWrong
)

// reset prepares v for the next value.
func (v *valueScan) reset() {
	s := &v.scanner
	*v = valueScan{scanner: scan.Scanner{Rules: s.Rules, Nesting: scan.Nesting{Outer: s.Nesting.Outer[:0]}}}
}

// scan continues with the value that b begins with, and returns where it ends or where its error
// is. With final, nothing comes after b. With full, no more of the value will be seen, so that the
// scan must decide by what there is.
func (v *valueScan) scan(b []byte, final, full bool) (end int, found found) {
	s := &v.scanner
	for s.Src = b; ; {
		s.SkipSpace()
		if s.Pos == len(b) {
			if !final {
				return s.Pos, valueUnfinished
			}
			return s.Pos, valueWrong
		}
		c, pos, state := b[s.Pos], s.Pos, s.State
		if v.token > pos && !full && !final && !v.tokenEnds(b) {
			return pos, valueUnfinished
		}
		ok := s.Token(c)
		if !final && s.AtEnd(ok, c) {
			s.Pos, s.State = pos, state
			if v.token <= pos {
				v.token = pos + 1
			}
			return pos, valueUnfinished
		}
		switch {
		case !ok:
			return s.Fault.Offset, valueWrong
		case s.State == scan.WantEnd && syntax.LooksNumeric(c) && s.Pos < len(b) && syntax.LooksNumeric(b[s.Pos]):
			return s.Pos, valueWrong // a number or literal that no white space follows
		case s.State == scan.WantEnd:
			return s.Pos, valueWhole
		}
	}
}

// tokenEnds reports whether the token at scanner.Pos, whose beginning has been seen, ends in b or
// may be invalid. It looks at each byte once.
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
