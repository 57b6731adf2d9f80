package recordscmd

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"slices"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/tokenizer"
)

// A splitter writes the elements of an array, each on a line of its own. It is the reader of a check of the document, and follows the
// structure only of what has been checked. The text that is still needed stays in memory.
type splitter struct {
	out  io.Writer
	most int // an element is written before all of it is known if there is more text than this; 0 for mostText
	walk

	in      io.Reader
	scanned int64 // the offset up to which the walk has come

	done   int64 // the offset up to which elements have been copied to line
	inside bool  // a part of an element has been copied
	begun  bool  // a part of that element has been written
	indent bool  // done is where white space is left out: before an element, or after a line break

	line  []byte // output that has not been written
	count int64  // number of elements in the output and in line
	err   error  // an error of out
}

const (
	mostText = 256 << 10
	mostLine = 64 << 10
)

// newSplitter returns a splitter for the array at a JSON Pointer.
func newSplitter(out io.Writer, pointer string, names []string) *splitter {
	s := &splitter{out: out, walk: walk{pointer: pointer, names: names}}
	s.array = s
	return s
}

// convert implements [converter].
func (s *splitter) convert(r io.Reader) error {
	*s = splitter{
		out: s.out, most: cmp.Or(s.most, mostText), walk: walk{array: s, text: s.text[:0], pointer: s.pointer, names: s.names},
		in: r, line: s.line[:0], count: s.count,
	}
	err := tokenizer.CheckReader(context.Background(), s, tokenizer.AllowBOM())
	end := s.base + int64(len(s.text))
	var invalid *tokenizer.SyntaxError
	if errors.As(err, &invalid) {
		end = min(end, invalid.Offset) // the text before the error is the beginning of a valid document
	}
	if err == nil || invalid != nil {
		s.Passed(reading.Offset(end))
	}
	if s.flush(); s.err != nil {
		return &outputError{s.err}
	}
	switch {
	case err != nil:
		return err
	case s.failure != nil:
		return s.failure
	case s.phase == before:
		return missing(s.pointer, 0, "is neither an array nor an object")
	}
	return nil
}

// end implements [converter].
func (s *splitter) end() error { return nil }

// written implements [converter].
func (s *splitter) written() (n int64, begun bool) { return s.count, s.begun }

// Read implements [io.Reader].
func (s *splitter) Read(p []byte) (n int, err error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err = reading.Some(s.in, p)
	s.text = append(s.text, p[:n]...)
	return n, err
}

// Passed implements [reading.Follower]. It drops what is no longer needed of the text before the offset.
func (s *splitter) Passed(offset reading.Offset) {
	end := int64(offset)
	if end <= s.scanned {
		return
	}
	s.scan(s.scanned, end)
	s.scanned = end
	kept := end
	switch {
	case s.phase == within:
		if end-s.done > int64(s.most) {
			s.copyTo(s.trimmed(end))
			s.begun = s.inside
			s.flush()
		}
		kept = s.done
	case s.phase != over && !s.decided:
		if end-s.mark > int64(s.most) {
			s.decide(end)
		}
		if !s.decided {
			kept = s.mark
		}
	}
	s.text = s.text[:copy(s.text, s.text[kept-s.base:])]
	s.base = kept
}

// beginElement implements [elements].
func (s *splitter) beginElement(at int64) { s.done, s.indent = at, true }

// endElement implements [elements].
func (s *splitter) endElement(at int64) {
	s.copyTo(s.trimmed(at))
	if !s.inside {
		return
	}
	s.line = append(s.line, '\n')
	s.inside, s.begun = false, false
	if s.count++; len(s.line) >= mostLine {
		s.flush()
	}
}

// scalars implements [elements]. What is between two of the commas is a scalar, so that all white space outside of strings is left out.
//
// The bits of kept are those of the bytes that are copied. Each run of them is copied by words, and its commas become line feeds.
func (s *splitter) scalars(at int64, commas, outside uint64) {
	first, last := bits.TrailingZeros64(commas), bits.Len64(commas)-1
	s.endElement(at + int64(first))
	text := s.text[at-s.base:][:place.MaskBlock+word]
	kept := (1<<last<<1 - 1<<first<<1) &^ (blanks(text[:place.MaskBlock]) & outside)
	s.line = slices.Grow(s.line, len(text))
	out, n := s.line[len(s.line):cap(s.line)], 0
	for kept != 0 {
		begin := bits.TrailingZeros64(kept)
		length := bits.TrailingZeros64(^(kept >> begin))
		for i := 0; i < length; i += word {
			binary.LittleEndian.PutUint64(out[n+i:], binary.LittleEndian.Uint64(text[begin+i:]))
		}
		run := uint64(1)<<length - 1
		for c := commas >> begin & run; c != 0; c &= c - 1 {
			out[n+bits.TrailingZeros64(c)] = '\n'
		}
		n += length
		kept &^= run << begin
	}
	s.line = s.line[:len(s.line)+n]
	s.count += int64(bits.OnesCount64(commas)) - 1
	s.beginElement(at + int64(last) + 1)
}

// blanks returns the bits of the control characters and spaces among 64 bytes.
func blanks(b []byte) (mask uint64) {
	for i := 0; i < len(b); i += word {
		w := binary.LittleEndian.Uint64(b[i:])
		m := ^(w | 0x80*each - (' '+1)*each) &^ w & (0x80 * each) // the highest bit of each such byte
		mask |= m >> 7 * 0x0102_0408_1020_4080 >> 56 << i         // the product has the bits of all bytes in the highest byte
	}
	return mask
}

// trimmed returns the offset before the white space before an offset.
func (s *splitter) trimmed(at int64) int64 {
	for at > s.done && s.text[at-s.base-1] <= ' ' {
		at--
	}
	return at
}

// copyTo copies the text of an element up to the given offset, without line breaks and the indentation after them. No string has a
// line break in it, because control characters must be escaped there.
//
// Eight bytes at a time are copied, and looked at as one word.
func (s *splitter) copyTo(end int64) {
	if s.done >= end {
		return
	}
	part := s.text[s.done-s.base : end-s.base]
	s.done = end
	s.line = slices.Grow(s.line, len(part)+word)
	out, n := s.line[len(s.line):cap(s.line)], 0
	for i := 0; i < len(part); i++ {
		if s.indent {
			if i += spaces(part[i:]); i == len(part) {
				break
			}
			s.indent, s.inside = false, true
		}
		for ; i+word <= len(part); i, n = i+word, n+word {
			w := binary.LittleEndian.Uint64(part[i:])
			binary.LittleEndian.PutUint64(out[n:], w)
			if m := (w - ' '*each) &^ w & (0x80 * each); m != 0 { // the lowest bit of m, that of a control character, is exact
				i, n = i+bits.TrailingZeros64(m)/8, n+bits.TrailingZeros64(m)/8
				break
			}
		}
		for ; i < len(part) && part[i] >= ' '; i, n = i+1, n+1 {
			out[n] = part[i]
		}
		if i == len(part) {
			break
		}
		if s.indent = part[i] != '\t'; !s.indent {
			out[n] = '\t'
			n++
		}
	}
	s.line = s.line[:len(s.line)+n]
}

const (
	word = 8                     // number of bytes in a word
	each = 0x0101_0101_0101_0101 // the number 1 in each byte
)

// spaces returns the length of the white space that b begins with.
func spaces(b []byte) (n int) {
	for n+word <= len(b) {
		if w := binary.LittleEndian.Uint64(b[n:]) ^ ' '*each; w != 0 {
			n += bits.TrailingZeros64(w) / 8
			break
		}
		n += word
	}
	for n < len(b) && b[n] <= ' ' {
		n++
	}
	return n
}

// flush writes what has been copied.
func (s *splitter) flush() {
	if s.err == nil {
		_, s.err = s.out.Write(s.line)
	}
	s.line = s.line[:0]
}
