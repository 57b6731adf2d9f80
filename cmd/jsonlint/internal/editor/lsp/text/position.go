package text

import (
	"encoding/binary"
	"math"
	"unicode/utf8"
)

// An Encoding is the unit in which the characters before a place on a line are counted.
type Encoding uint8

// The units: code units of UTF-16, which is the default of the protocol, bytes, and code points. A byte that
// is not part of valid UTF-8 counts as one unit.
const (
	UTF16 Encoding = iota
	UTF8
	UTF32
)

// A Position is a place between two characters. Both numbers begin at 0.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"` // in units of an [Encoding], from the beginning of the line
}

// A Range is the part of a text between two positions.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// units returns how many units of e the first character of b has, and its length in bytes. There must
// be at least one byte.
func (e Encoding) units(b []byte) (units, size int) {
	if b[0] < utf8.RuneSelf {
		return 1, 1
	}
	r, size := utf8.DecodeRune(b)
	switch {
	case e == UTF8:
		return size, size
	case e == UTF16 && r > 0xFFFF:
		return 2, size
	}
	return 1, size
}

// count returns how many units of e the part of a line has.
func (e Encoding) count(line []byte) (n int) {
	if e == UTF8 {
		return len(line)
	}
	for len(line) > 0 {
		if ascii := leadingASCII(line); ascii > 0 {
			n, line = n+ascii, line[ascii:]
			continue
		}
		units, size := e.units(line)
		n, line = n+units, line[size:]
	}
	return n
}

// skip returns the length in bytes of the first n units of the line, or of the whole line if it has
// fewer. It stops before a character of which n includes only a part.
func (e Encoding) skip(line []byte, n int) (at int) {
	for at < len(line) && n > 0 {
		if ascii := min(leadingASCII(line[at:]), n); ascii > 0 {
			n, at = n-ascii, at+ascii
			continue
		}
		units, size := e.units(line[at:])
		if n -= units; n < 0 {
			break
		}
		at += size
	}
	return at
}

// leadingASCII returns how many characters of ASCII b begins with. It examines eight at a time, and
// may return fewer if there are fewer than eight.
func leadingASCII(b []byte) (n int) {
	for n+8 <= len(b) && binary.LittleEndian.Uint64(b[n:])&0x8080808080808080 == 0 {
		n += 8
	}
	return n
}

// offsetOf returns the offset of a position in b. Positions outside are moved to the end of their line or
// of the text.
func offsetOf(b []byte, marks []mark, e Encoding, p Position) int {
	begin, end := lineNumbered(b, marks, int(min(p.Line, math.MaxInt32)))
	return begin + e.skip(b[begin:end], int(min(p.Character, math.MaxInt32)))
}

// clamped returns the offset that stands for an offset. One outside is moved to the end of the text, and one in
// the middle of a line end to its beginning.
func clamped(b []byte, offset int) int {
	offset = min(max(offset, 0), len(b))
	if 0 < offset && offset < len(b) && b[offset-1] == '\r' && b[offset] == '\n' {
		offset--
	}
	return offset
}
