package tokenizer

import (
	"encoding/binary"
	"math/bits"
	"strconv"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/utf8check"
)

// A frame is an open container on the way to a place in a document.
type frame struct {
	opener int
	object bool
	index  int  // of the current element, in an array
	name   span // of the current member, in an object; empty between members
}

// A span is the part [begin, end) of the input.
type span struct{ begin, end int }

// trace returns the containers that are open at the end of src, outermost first.
// src is the beginning of a document, without error as far as it goes.
func trace(src []byte) []frame {
	t := tracer{src: src}
	var masks [maskBlock]asm.BracketMasks
	for at := 0; at < len(src); {
		n := min((len(src)-at)/maskBlock, len(masks))
		if n == 0 {
			var last [maskBlock]byte
			copy(last[:], src[at:])
			asm.FindBrackets(masks[:1], last[:])
			t.block(at, last[:], &masks[0])
			break
		}
		asm.FindBrackets(masks[:n], src[at:])
		for i := range masks[:n] {
			t.block(at, src[at:at+maskBlock], &masks[i])
			at += maskBlock
		}
	}
	for i := range t.frames {
		f := &t.frames[i]
		begin := f.name.begin + 1
		f.name = span{}
		if f.object {
			f.name = nameAt(src, begin)
		}
	}
	return t.frames
}

// A tracer goes through src block by block. Of objects, the beginning of the name is that of the last
// comma, or of the bracket.
type tracer struct {
	src      []byte
	frames   []frame
	inString bool
	escaped  uint64 // 1 if the first byte that comes next is, else 0
}

// escapedBy returns which bytes of the next block are escaped. An addition carries a bit through each run
// of backslashes that begins at an odd place, and so tells the lengths of all runs (Langdale and Lemire,
// Parsing Gigabytes of JSON per Second, 2019).
func (t *tracer) escapedBy(backslashes uint64) uint64 {
	const even = 0x5555555555555555
	backslashes &^= t.escaped
	follows := backslashes<<1 | t.escaped
	oddRuns, carry := bits.Add64(backslashes&^even&^follows, backslashes, 0)
	t.escaped = carry
	return (even ^ oddRuns<<1) & follows
}

// block takes the 64 bytes at the offset, of which b is a copy.
func (t *tracer) block(at int, b []byte, m *asm.BracketMasks) {
	inside := parities(m.Quotes &^ t.escapedBy(m.Backslashes))
	if t.inString {
		inside = ^inside
	}
	t.inString = inside>>63 != 0
	opens, commas := m.Opens&^inside, commasIn(b)&^inside
	for brackets := opens | m.Closes&^inside; brackets != 0; brackets &= brackets - 1 {
		i := bits.TrailingZeros64(brackets)
		before := uint64(1)<<i - 1
		t.commas(at, commas&before)
		commas &^= before
		if last := len(t.frames) - 1; opens>>i&1 != 0 {
			t.frames = append(t.frames, frame{opener: at + i, object: t.src[at+i] == '{', name: span{begin: at + i}})
		} else if last >= 0 {
			t.frames = t.frames[:last]
		}
	}
	t.commas(at, commas)
}

// commas takes commas between the members of the innermost container.
func (t *tracer) commas(at int, commas uint64) {
	if last := len(t.frames) - 1; last >= 0 && commas != 0 {
		f := &t.frames[last]
		f.index += bits.OnesCount64(commas)
		f.name.begin = at + bits.Len64(commas) - 1
	}
}

// commasIn returns which of 64 bytes are commas.
func commasIn(b []byte) (mask uint64) {
	const word = 8
	for i := 0; i < maskBlock; i += word {
		const moves = 1<<56 | 1<<49 | 1<<42 | 1<<35 | 1<<28 | 1<<21 | 1<<14 | 1<<7 // the bit of byte i from 8i to 56+i
		equal := bytesEqual(binary.LittleEndian.Uint64(b[i:]), ',')
		mask |= equal >> 7 * moves >> 56 << i
	}
	return mask
}

// nameAt returns where the name is that src[i] or white space there begins; it is empty if there is
// none yet.
func nameAt(src []byte, i int) span {
	for i < len(src) && isSpace(src[i]) {
		i++
	}
	if i < len(src) && src[i] == '"' {
		if n, closed := stringLen(src[i:]); closed {
			return span{i, i + n}
		}
	}
	return span{}
}

// stringLen returns the length of the string that b opens and whether it has its
// closing quote.
func stringLen(b []byte) (n int, closed bool) {
	for n = 1; n < len(b); n++ {
		switch b[n] {
		case '"':
			return n + 1, true
		case '\\':
			n++
		}
	}
	return len(b), false
}

// appendPointer appends the JSON Pointer (RFC 6901) of the current value of the
// innermost frame, or of that frame's container itself.
func appendPointer(dst, src []byte, frames []frame, container bool) []byte {
	if container && len(frames) > 0 {
		frames = frames[:len(frames)-1]
	}
	for _, f := range frames {
		dst = append(dst, '/')
		if f.object {
			if f.name != (span{}) {
				dst = appendToken(dst, src[f.name.begin+1:f.name.end-1])
			}
		} else {
			dst = strconv.AppendInt(dst, int64(f.index), 10)
		}
	}
	return dst
}

// appendToken appends a name as a reference token (RFC 6901, section 3). What is not Unicode
// text, ill-formed UTF-8 and lone surrogates, becomes U+FFFD.
func appendToken(dst, body []byte) []byte {
	name, _ := utf8check.AppendValid(nil, escape.AppendUnescaped(nil, body), utf8check.Replace)
	for _, c := range name {
		switch c {
		case '~':
			dst = append(dst, "~0"...)
		case '/':
			dst = append(dst, "~1"...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
