package records

import (
	"github.com/assayjson/assay/internal/engine/syntax"
)

// concatenated returns the piece with the next value. If b starts with white space, it returns a
// piece with only that white space.
func (f *framer) concatenated(b []byte, final bool) piece {
	if n := syntax.Spaces(b); n > 0 {
		return piece{size: n, none: true}
	}
	if !f.invalid {
		// The first maxRecord+1 bytes show whether the value is too long, whatever follows.
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
			return piece{size: end, end: end, valid: true}
		case found == valueUnfinished && !full:
			return piece{}
		case found == valueInvalid:
			f.searched = max(end, 1)
		default:
			f.value.tooLong, f.searched = true, f.maxRecord
		}
		f.invalid = true
	}
	return f.invalidValue(b, final)
}

// invalidValue returns the piece with a value that is invalid or too long. The value ends before
// the first line, at f.searched or later, that starts with another value.
func (f *framer) invalidValue(b []byte, final bool) piece {
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
		p.kind, p.invalid = 0, true
		if !f.skipping {
			p.end = min(size, f.maxRecord)
		}
		for syntax.IsSpace(b[p.end-1]) {
			p.end--
		}
	}
	f.invalid = false
	f.value.reset()
	return p
}
