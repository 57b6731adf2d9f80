package records

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/flaw"
)

// next returns the first piece of b. The parameter b must not be empty. If final is set, the input
// ends with b.
func (f *framer) next(b []byte, final bool) piece {
	var p piece
	switch {
	case f.skipping:
		p = f.skip(b, final)
	case f.format == lines:
		p = f.line(b, final)
	case f.format == textSequence:
		p = f.text(b, final)
	default:
		p = f.concatenated(b, final)
	}
	if p.size > 0 {
		f.searched = 0
	}
	return p
}

// line returns the piece with the next line.
func (f *framer) line(b []byte, final bool) piece {
	end := bytes.IndexByte(b[f.searched:], '\n') + f.searched
	size := end + 1
	if end < f.searched { // no newline
		f.searched = len(b)
		const returns = 1 // a CR at the end of b may belong to the line end
		switch {
		case final:
			end, size = len(b), len(b)
		case len(b)-returns > f.maxRecord:
			return f.giveUp(b, 0)
		default:
			return piece{}
		}
	}
	if end > 0 && b[end-1] == '\r' {
		end--
	}
	if end > f.maxRecord {
		return f.tooLong(0, size)
	}
	return piece{size: size, end: end}
}

const separator = 0x1E // the ASCII record separator, RS (RFC 7464, section 2.1)

// text returns the piece with the next text of a sequence and the separator before it.
func (f *framer) text(b []byte, final bool) piece {
	begin, kind := 1, flaw.ErrorKind(0)
	if b[0] != separator {
		begin, kind = 0, flaw.MissingSeparator
	}
	from := max(begin, f.searched)
	size := from + bytes.IndexByte(b[from:], separator)
	if size < from {
		f.searched = len(b)
		const lineEnd = 2 // length of the longest line end; line ends do not count toward the limit
		switch {
		case final:
			size = len(b)
		case len(b)-begin-lineEnd > f.maxRecord:
			return f.giveUp(b, begin)
		default:
			return piece{}
		}
	}
	p := piece{size: size, begin: begin, end: begin + len(withoutEnd(b[begin:size])), kind: kind, none: begin == size}
	if p.end-p.begin > f.maxRecord {
		return f.tooLong(begin, size)
	}
	return p
}

// withoutEnd returns line without its line end.
func withoutEnd(line []byte) []byte {
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		n--
	}
	if n > 0 && line[n-1] == '\r' {
		n--
	}
	return line[:n:n]
}

// skip returns the piece with the rest of a record that is too long. It never splits a character,
// so that columns are counted correctly.
func (f *framer) skip(b []byte, final bool) piece {
	p := piece{none: true, rest: true}
	switch f.format {
	case lines:
		p.size = bytes.IndexByte(b, '\n') + 1
		f.skipping = p.size == 0
	case textSequence:
		p.size = bytes.IndexByte(b, separator)
		f.skipping = p.size < 0
	default:
		p.size = nextValue(b, 0, f.afterNewline)
		f.skipping = p.size < 0
	}
	switch {
	case !f.skipping && p.size == 0:
		return f.next(b, final)
	case f.skipping && final:
		p.size = len(b)
	case f.skipping:
		p.size = wholeCharacters(b)
	}
	f.afterNewline = p.size > 0 && b[p.size-1] == '\n'
	return p
}
