package format

import (
	"bytes"
	"unsafe"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// separators maps a colon or comma to the offset of the part of walk.breaks that begins with it.
// Any other byte stands for a line ending.
var separators = func() (t [256]uint8) {
	for i := range t {
		t[i] = lineAt
	}
	t[':'], t[','] = colonAt, commaAt
	return t
}()

// lines writes tokens like [walk.print] does. It is faster, because it keeps its state in registers, and copies what
// separates two tokens in the same way as a token, whatever it is. An array or object on one line is written like a token.
// For the same reason, lines does without a [mark.Cursor]. It stops before a token that needs more: room in the output, deeper
// indentation than there is in w.breaks, unusual white space before it, a bracket for which opens returns -1, or the last bytes of the
// source, which cannot be read in whole blocks. The caller must write that token.
//
// The pointers stay inside their slices, because marks ascend, those up to last are less than len(src),
// and a token is copied only if whole blocks are within readable, room and deepest.
func (w *walk) lines(src []byte, marks []uint32, base, n, end, i int) (newN, newEnd, newI int) {
	last := lastInside(marks, len(src)-base)
	from, mark := unsafe.Pointer(&src[base]), unsafe.Pointer(unsafe.SliceData(marks))
	to, breaks := unsafe.Pointer(unsafe.SliceData(w.dst)), unsafe.Pointer(unsafe.SliceData(w.breaks))
	readable, room, indent := cap(src)-base-block, len(w.dst)-3*block, len(w.indent)
	indented, deepest := commaAt+len(w.comma), len(w.breaks)-indent // breaks[commaAt:indented] begins a line
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
		case kind == opening && kinds[at8(from, begin+1)] == closing && w.fits.knows(i):
			stop, kind = begin+2, scalar // an empty array or object is written like a scalar
		default:
			stop, next = begin+1, i+1
		}
		g, after := at8(from, end), end+1
		if g == ' ' && kind&closing|attached == 0 {
			g, after = at8(from, after), after+1
		}
		line := indented - int(kind&closing)*indent
		if g <= ' ' && kind&closing|attached == 0 || stop > readable || n+stop-begin+line > room || kind == opening && line > deepest {
			break // with g <= ' ', there is more than a space before a colon or comma
		}
		at, loose := int(separators[g]), false
		if kind == opening && w.fits.width > 0 {
			if opens := w.opens(src[base:], marks, i, n, at, indented); opens < 0 {
				break
			} else if opens > 0 {
				stop, next, kind, loose = at32(mark, opens-1)+1, opens, scalar, !w.fits.sizes[i].same
			}
		}
		if at == commaAt && begin-after > 1 && hasBlankLine(from, after, begin) {
			n = write(to, n, unsafe.Add(breaks, commaAt), w.head)
			at = lineAt
		}
		if n = write(to, n, unsafe.Add(breaks, at), separation(at, line, kind&attached)); loose {
			n = w.oneLine(src[base:], marks, i, next-1, n)
		} else {
			n = write(to, n, unsafe.Add(from, begin), stop-begin)
		}
		end, i, indented, attached = stop, next, line+int(kind>>1)*indent, kind>>1
	}
	w.leave(indented, n)
	return n, base + end, i
}

// leave sets the fields of w to the state at the end of lines.
func (w *walk) leave(indented, n int) {
	w.enter((indented - commaAt - w.head) / len(w.indent))
	w.findLine(w.comma[w.head:], n)
}

// separation returns how many bytes of breaks[at:line] separate two tokens, or 0 if they are attached.
func separation(at, line int, attached byte) int {
	switch {
	case attached != 0:
		return 0
	case at == colonAt:
		return len(": ")
	}
	return line - at
}

// opens returns the index of the mark after an array or object that is written on one line, and whose opening bracket has mark i. It
// returns 0 if more than one line is needed, and -1 if lines cannot write it: if its size is not known yet, if it is too long for the
// memory, or if numbers in it may fill lines. It follows dst[:n] and what begins at breaks[at].
func (w *walk) opens(text []byte, marks []uint32, i, n, at, indented int) (next int) {
	if !w.fits.knows(i) {
		return -1
	}
	if size := w.fits.sizes[i]; size.columns <= w.fits.width {
		indent := w.breaks[commaAt+w.head : indented]
		column := w.p.indentation(indent)
		if at == colonAt {
			w.findLine(indent, n)
			column = w.columnAfter(indent, n) + len(": ")
		}
		if w.isFlat(size.columns, column, len(indent) > 0) {
			next = i + size.marks + 1
			length := int(marks[next-1]+1-marks[i]) + 2*(next-i) // at most
			if int(marks[next-1]) >= cap(text)-block || n+length+indented > len(w.dst)-3*block {
				return -1
			}
			return next
		}
	}
	if text[marks[i]] == '[' && kindOf(text[marks[i+1]]) == numbers {
		return -1
	}
	return 0
}

// findLine sets w.line to the start of the line to which dst[:n] belongs, if the line has begun since w.line was set. The line begins
// with the given white space.
func (w *walk) findLine(indent []byte, n int) {
	from := max(w.line, 0)
	if i := bytes.LastIndexByte(w.dst[from:n], '\n'); i >= 0 {
		w.line = min(from+i+1+len(indent), n)
	}
}

// oneLine writes the array or object whose brackets have marks i and last on one line.
func (w *walk) oneLine(text []byte, marks []uint32, i, last, n int) int {
	from, to := unsafe.Pointer(unsafe.SliceData(text)), unsafe.Pointer(unsafe.SliceData(w.dst))
	end, before := int(marks[i]), byte('[')
	for i <= last {
		begin := int(marks[i])
		c, g := text[begin], text[end]
		if g <= ' ' {
			g = separator(text[end:begin])
		}
		switch {
		case g == ',' || g == ':':
			*(*[2]byte)(unsafe.Add(to, n)) = [2]byte{g, ' '}
			n += 2
		case (before == '{' && c != '}' || c == '}' && before != '{') && w.p.brace > 0:
			*(*byte)(unsafe.Add(to, n)) = ' '
			n++
		}
		end, i = tokenEnd(text, marks, i, c)
		n = write(to, n, unsafe.Add(from, begin), end-begin)
		before = c
	}
	return n
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
