package format

import (
	"unsafe"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// The kinds of tokens.
const (
	scalar  = 0 // or a string
	closing = 1 // a closing bracket
	opening = 2 // an opening bracket
)

// kinds maps the first byte of a token to the kind of the token.
var kinds = [256]byte{'{': opening, '[': opening, '}': closing, ']': closing}

// separators maps a colon or comma to the offset of the part of walk.breaks that begins with it.
// Any other byte stands for a line ending.
var separators = func() (t [256]uint8) {
	for i := range t {
		t[i] = lineAt
	}
	t[':'], t[','] = colonAt, commaAt
	return t
}()

// lines writes tokens like [walk.print] does if arrays and objects are never put on one line. It is
// faster, because it keeps its state in registers, and copies what separates two tokens in the same way
// as a token, whatever it is. It does without a [mark.Cursor] for the same reason. It stops before a token that needs more: room in the output, deeper
// indentation than there is in w.breaks, unusual white space before it, or the last bytes of the source,
// which cannot be read in whole blocks. The caller must write that token.
//
// The pointers stay inside their slices, because marks ascend, those up to last are less than len(src),
// and a token is copied only if whole blocks are within readable, room and deepest.
func (w *walk) lines(src []byte, marks []uint32, base, n, end, i int) (newN, newEnd, newI int) {
	last := lastInside(marks, len(src)-base)
	from, mark := unsafe.Pointer(&src[base]), unsafe.Pointer(unsafe.SliceData(marks))
	to, breaks := unsafe.Pointer(unsafe.SliceData(w.dst)), unsafe.Pointer(unsafe.SliceData(w.breaks))
	readable, room, indent := cap(src)-base-block, len(w.dst)-3*block, len(w.indent)
	indented := commaAt + len(w.comma) // breaks[commaAt:indented] begins a line
	deepest := len(w.breaks) - indent
	attached := attachedTo(src, end)
	end -= base
tokens:
	for i < last {
		begin, stop, next := at32(mark, i), at32(mark, i+1), i+2
		c := at8(from, begin)
		kind := kinds[c]
		switch {
		case c == '"':
			for escaped := 0; at8(from, stop-1) == '\\' && stop-1 != escaped; next++ { // see mark.ClosingQuote
				if next > last {
					break tokens
				}
				escaped, stop = stop, at32(mark, next)
			}
			stop++
		case kind == scalar:
			next -= int(kinds[at8(from, stop)] & closing) // a closing bracket right after a scalar shares the second mark of the scalar
		case kind == opening && kinds[at8(from, begin+1)] == closing:
			stop, kind = begin+2, scalar // an empty array or object is written like a scalar
		default:
			stop, next = begin+1, i+1
		}
		line := indented - int(kind&closing)*indent
		if stop > readable || n+stop-begin+line > room || kind == opening && line > deepest {
			break
		}
		g, after := at8(from, end), end+1
		if g <= ' ' && kind&closing|attached == 0 {
			if g != ' ' || at8(from, after) <= ' ' {
				break // more than a space before a colon or comma
			}
			g, after = at8(from, after), after+1
		}
		at := int(separators[g])
		if at == commaAt && begin-after > 1 && hasBlankLine(from, after, begin) {
			n = write(to, n, unsafe.Add(breaks, commaAt), w.head)
			at = lineAt
		}
		length := line - at
		if at == colonAt {
			length = len(": ")
		}
		if kind&attached != 0 {
			length = 0
		}
		n = write(to, n, unsafe.Add(breaks, at), length)
		n = write(to, n, unsafe.Add(from, begin), stop-begin)
		end, i, indented, attached = stop, next, line+int(kind>>1)*indent, kind>>1
	}
	w.enter((indented - commaAt - w.head) / indent)
	return n, base + end, i
}

// lastInside returns the index of the last mark that is less than length, or -1.
func lastInside(marks []uint32, length int) int {
	last := len(marks) - 1
	for last >= 0 && int(marks[last]) >= length {
		last--
	}
	return last
}

// attachedTo returns the kind of tokens before which nothing is written if they follow the token that
// ends at src[:end], or 0.
func attachedTo(src []byte, end int) (kind byte) {
	switch {
	case end == 0:
		return opening
	case kinds[src[end-1]] == opening:
		return closing
	}
	return 0
}

// hasBlankLine reports whether from[begin:end], which is white space, has more than one line ending.
func hasBlankLine(from unsafe.Pointer, begin, end int) bool {
	for at8(from, begin) == ' ' || at8(from, begin) == '\t' {
		begin++
	}
	if at8(from, begin) == '\r' {
		begin++
	}
	if at8(from, begin) == '\n' {
		begin++
	}
	const bits = 0x0606060606060606 // the bits of a line feed and a carriage return that spaces and tabs do not have
	for ; end-begin >= 8; begin += 8 {
		if wordAt(from, begin)&bits != 0 {
			return true
		}
	}
	return wordAt(from, begin)&bits&(1<<(8*(end-begin))-1) != 0
}

// write copies length bytes to to[n:], and returns n+length. It copies whole blocks, at least one.
func write(to unsafe.Pointer, n int, from unsafe.Pointer, length int) int {
	to = unsafe.Add(to, n)
	for at := 0; ; at += block {
		syntax.PutBlock((*[block]byte)(unsafe.Add(to, at)), (*[block]byte)(unsafe.Add(from, at)), block)
		if at+block >= length {
			return n + length
		}
	}
}

// wordAt returns eight bytes, the first of which are the lowest bits.
func wordAt(p unsafe.Pointer, i int) uint64 { return word((*[8]byte)(unsafe.Add(p, i))[:]) }

func at8(p unsafe.Pointer, i int) byte { return *(*byte)(unsafe.Add(p, i)) }
func at32(p unsafe.Pointer, i int) int { return int(*(*uint32)(unsafe.Add(p, 4*i))) }
