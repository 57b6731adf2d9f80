package records

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/syntax"
)

// validLines walks over the lines from b[n] on that are known to be valid. It does as little as
// possible for each line, because records may be very short.
func (w *recordReader) validLines(b []byte, n int, yield func(Record) bool) (end int, goOn bool) {
	w.countTo(b, n)
	begin, valid, ends := n, b[:n+w.trusted], lineEnds{next: n}
	isPlain := w.config.format == lines
	r := Record{} // set field by field, because copying bytes that have just been written is slow
	r.setStart(w.at)
	for goOn = true; goOn && n < len(valid); r.start = lineStart {
		first := valid[n]
		if first <= ' ' {
			if blank := w.blankLines(valid[n:]); blank > 0 {
				r.Line += bytes.Count(valid[n:n+blank], newline)
				n += blank
				ends = lineEnds{next: n}
				continue
			}
		}
		if ends.found == 0 {
			ends.search(valid)
		}
		stop := ends.pop()
		r.Data, r.Offset = valid[n:stop:stop], w.offset+int64(n)
		if last := len(r.Data) - 1; last >= 0 && r.Data[last] == '\r' {
			r.Data = r.Data[:last:last]
		}
		switch isRecord := first > ' ' && isPlain || w.hasRecord(&r); {
		case !isRecord || !w.isWanted(r.Data):
		case w.pairs != nil:
			goOn = w.pairs(r, nil)
		default:
			goOn = yield(r)
		}
		if n = stop + 1; n > len(valid) { // the last line has no newline
			n = stop
			break
		}
		r.Line++
	}
	w.count = begin + syntax.LastIndex(b[begin:n], '\n') + 1
	if r.Line > w.at.Line {
		w.at = place.Position{Line: r.Line, Column: 1, Rune: 1, UTF16: 1}
	}
	w.pass(n - begin)
	return n, goOn
}

// hasRecord reports whether the valid line in r.Data is a record, rather than a blank line to skip.
// In concatenated values, it removes the white space around the value.
func (w *recordReader) hasRecord(r *Record) bool {
	isConcatenated := w.config.format == concatenated
	if (isConcatenated || w.config.blank == SkipBlank) && isBlank(r.Data) {
		return false
	}
	if isConcatenated {
		r.trim()
	}
	return true
}

// lineStart holds the columns of the first byte of a line.
var lineStart = columns{1, 1, 1}

// lineEnds finds the newlines of a text one after the other. It searches several bytes at a time.
type lineEnds struct {
	found uint64 // has bit 7 of each byte set that is one of the newlines that pop has not returned yet
	at    int    // offset in the text of the bytes that found is about
	next  int    // offset of the text that has not been searched
}

// pop removes the first newline from found, and returns its offset in the text.
func (e *lineEnds) pop() int {
	i := e.at + bits.TrailingZeros64(e.found)/8
	e.found &= e.found - 1
	return i
}

// search sets found, which must be 0, to the next newlines of the text b. The end of b counts as a
// newline.
func (e *lineEnds) search(b []byte) {
	const word = 8
	if rest := b[e.next:]; len(rest) >= word {
		e.found, e.at = newlinesIn(binary.LittleEndian.Uint64(rest)), e.next
		e.next += word
		if e.found != 0 {
			return
		}
	}
	i := bytes.IndexByte(b[e.next:], '\n')
	if i < 0 {
		i = len(b) - e.next
	}
	e.found, e.at, e.next = 1<<7, e.next+i, e.next+i+1
}

// newlinesIn returns a word that has bit 7 set in each byte in which w has a newline.
func newlinesIn(w uint64) uint64 {
	const newlines, low = 0x0A0A0A0A0A0A0A0A, 0x7F7F7F7F7F7F7F7F
	w ^= newlines
	return ^((w&low + low) | w | low)
}
