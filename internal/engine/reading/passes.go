package reading

import (
	"cmp"
	"errors"
	"hash/crc32"
	"io"
	"slices"
)

// ErrChanged is the error for a text that is not the same each time it is read.
var ErrChanged = errors.New("the text was changed while it was read")

// Passes notice that a text differs from what has been read of it before. The text is read several
// times, each time from its start, but not always to its end. A text that has become longer is noticed
// as soon as more is read than there was, so a pass over a text that grows all the time ends.
//
// Texts of the same length are compared by a checksum, so one change in four thousand million is not
// noticed.
type Passes struct {
	now     pass
	earlier []pass // in ascending order of their lengths
	changed bool   // Add has returned ErrChanged
}

// A pass is what has been read of a text from its start.
type pass struct {
	n     int64  // number of bytes
	sum   uint32 // their CRC-32C
	ended bool   // the text has no more bytes
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (p *pass) add(text []byte) {
	p.n, p.sum = p.n+int64(len(text)), crc32.Update(p.sum, castagnoli, text)
}

// Add adds the next part of the text and an error or nil, which a reader has returned. It returns what Read must
// return instead: the same, or no bytes and [ErrChanged] if the text is not the same as before. Once the error is
// ErrChanged, it stays so.
func (s *Passes) Add(text []byte, err error) (n int, _ error) {
	s.changed = s.changed || !s.add(text, err == io.EOF)
	if s.changed {
		return 0, ErrChanged
	}
	return len(text), err
}

// add adds the next part of the text, and reports whether it is the same as before.
func (s *Passes) add(text []byte, atEnd bool) bool {
	for _, e := range s.earlier {
		n := e.n - s.now.n
		if n < 0 {
			continue // it has been compared
		}
		if n > int64(len(text)) {
			break
		}
		s.now.add(text[:n])
		if text = text[n:]; s.now.sum != e.sum || e.ended && len(text) > 0 {
			return false
		}
	}
	s.now.add(text)
	s.now.ended = atEnd
	last := len(s.earlier) - 1
	return !atEnd || last < 0 || s.earlier[last].n <= s.now.n
}

// Len returns the number of bytes that have been added in this pass.
func (s *Passes) Len() int64 { return s.now.n }

// Again begins the next pass.
func (s *Passes) Again() {
	i, _ := slices.BinarySearchFunc(s.earlier, s.now, func(a, b pass) int { return cmp.Compare(a.n, b.n) })
	s.earlier = slices.Insert(s.earlier, i, s.now)
	s.now = pass{}
}
