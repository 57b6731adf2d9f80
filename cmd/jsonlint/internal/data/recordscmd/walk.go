package recordscmd

import (
	"bytes"
	"math/bits"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/internal/engine/place"
)

// A walk follows the structure of a valid document, which arrives in pieces. It looks at 64 bytes at a time: kernels find their
// brackets, commas and strings, and only those that are directly in the array or object at a certain level are looked at one by one.
// That container is the document itself at first, then each container on the way to the array, the array, and on the way back each
// of the former again.
type walk struct {
	array   elements
	text    []byte // what has been read of the document and is still needed
	base    int64  // the offset of text in the file
	pointer string
	names   []string // the reference tokens of the pointer, decoded
	depth   int      // number of open containers
	level   int      // the number of open containers when only those around the watched container and that container are open
	kinds   []byte   // the opening brackets of the watched container and those around it
	index   uint64   // number of commas so far in the watched container, before the array has been found
	mark    int64    // the offset after the last comma or opening bracket in the watched container
	decided bool     // the value after mark has been compared with the pointer
	phase   phase
	failure *missingError // why there is no array, or why it is not clear which one is meant
}

// elements takes the elements of the array.
type elements interface {
	// beginElement begins an element, or the end of an empty array.
	beginElement(at int64)
	// endElement ends an element, unless the array is empty.
	endElement(at int64)
	// scalars is for 64 bytes in which there are commas of the array and no brackets outside of strings, and after which there are 64 more
	// bytes: it ends an element at each comma, and begins one after it.
	scalars(at int64, commas, outside uint64)
}

// A phase is a part of the walk.
type phase uint8

const (
	before phase = iota // searching for the array
	within              // in the array
	after               // after the array, where the names on the way to it must not occur again
	over                // the rest of the document does not matter
)

// scan follows a piece of the document, which begins and ends outside of strings. It is the text from one offset to another.
func (w *walk) scan(from, to int64) {
	text := w.text[from-w.base : to-w.base]
	blocks := place.Blocks{Text: text}
	for at := 0; at < len(text) && w.phase != over; at += place.MaskBlock {
		m, _ := blocks.Next()
		switch {
		case w.depth-bits.OnesCount64(m.Closes) > w.level:
			w.depth += bits.OnesCount64(m.Opens) - bits.OnesCount64(m.Closes)
		case w.phase == within && m.Opens|m.Closes == 0 && m.Commas != 0 && len(text)-at >= 2*place.MaskBlock:
			w.array.scalars(from+int64(at), m.Commas, m.Outside)
		default:
			w.block(m.Opens, m.Closes, m.Commas, from+int64(at))
		}
	}
}

// block follows the brackets and commas of the 64 bytes at an offset.
func (w *walk) block(opens, closes, commas uint64, offset int64) {
	for all := opens | closes | commas; all != 0 && w.phase != over; all &= all - 1 {
		bit := all & -all
		at := offset + int64(bits.TrailingZeros64(all))
		switch {
		case commas&bit != 0:
			if w.depth == w.level {
				w.comma(at)
			}
		case opens&bit != 0:
			if w.depth == w.level && w.phase != within {
				w.open(at)
			}
			w.depth++
		default:
			if w.depth--; w.depth < w.level {
				w.close(at)
			}
		}
	}
}

// comma handles a comma in the watched container.
func (w *walk) comma(at int64) {
	if w.phase == within {
		w.array.endElement(at)
		w.array.beginElement(at + 1)
		return
	}
	w.scalar(at)
	w.mark, w.decided = at+1, false
	w.index++
}

// open handles the opening bracket of a value in the watched container.
func (w *walk) open(at int64) {
	matches := !w.decided && w.matches(at)
	w.decided = true
	switch {
	case !matches:
	case w.phase == after:
		w.ambiguous()
	default:
		c := w.text[at-w.base]
		w.kinds = append(w.kinds, c)
		w.level++
		w.index, w.mark, w.decided = 0, at+1, false
		switch {
		case len(w.kinds) <= len(w.names):
		case c == '[':
			w.phase = within
			w.array.beginElement(at + 1)
		default:
			w.fail(len(w.names), "is an object, not an array")
		}
	}
}

// close handles the closing bracket of the watched container.
func (w *walk) close(at int64) {
	if w.phase == within {
		w.array.endElement(at)
		w.phase = after
	} else {
		w.scalar(at)
	}
	if w.phase == before {
		w.lacks()
	}
	w.level--
	w.kinds = w.kinds[:len(w.kinds)-1]
	w.decided = true
	if w.level == 0 {
		w.phase = over
	}
}

// scalar handles what is between the mark and the comma or closing bracket at an offset, which is a scalar if it has not been
// compared with the pointer yet.
func (w *walk) scalar(at int64) {
	switch {
	case w.decided || w.phase == over || !w.matches(at):
	case w.phase == after:
		w.ambiguous()
	default:
		w.fail(len(w.kinds), "is %s, not an array", describe(w.text[w.mark-w.base:at-w.base], w.kinds))
	}
}

// matches reports whether the value in the watched container that is between the mark and an offset, or that begins there, is on the way
// to the array.
func (w *walk) matches(at int64) bool {
	if len(w.kinds) == 0 {
		return true // the document
	}
	text, name := w.text[w.mark-w.base:at-w.base], w.names[len(w.kinds)-1]
	if w.kinds[len(w.kinds)-1] == '[' {
		n, ok := elementNumber(name)
		isEnd := len(bytes.TrimSpace(text)) == 0 && at-w.base < int64(len(w.text)) && w.text[at-w.base] == ']'
		return w.phase == before && ok && n == w.index && !isEnd
	}
	raw := nameIn(text)
	if raw == nil {
		return false // the end of an empty object
	}
	body := raw[1 : len(raw)-1]
	if bytes.IndexByte(body, '\\') >= 0 {
		body = escape.AppendUnescaped(nil, body)
	}
	return string(body) == name
}

// decide compares the value after the mark with the pointer before its end is known, so that its text can be dropped unless it is on the
// way to the array.
func (w *walk) decide(to int64) {
	if n := len(w.kinds); n > 0 && (w.kinds[n-1] == '[' || nameIn(w.text[w.mark-w.base:to-w.base]) != nil) {
		w.decided = !w.matches(to)
	}
}

// nameIn returns the name that a member begins with, in quotation marks. If there is none, or if it is cut off, it returns nil.
func nameIn(member []byte) []byte {
	begin := bytes.IndexByte(member, '"')
	if begin < 0 {
		return nil
	}
	for end := begin + 1; end < len(member); end++ {
		switch member[end] {
		case '\\':
			end++
		case '"':
			return member[begin : end+1]
		}
	}
	return nil
}

// describe returns what a scalar is, in a container with the last of the given opening brackets.
func describe(text []byte, kinds []byte) string {
	if kinds[len(kinds)-1] == '{' {
		name := nameIn(text)
		text = text[bytes.Index(text, name)+len(name):]
		text = text[bytes.IndexByte(text, ':')+1:]
	}
	switch text = bytes.TrimSpace(text); {
	case text[0] == '"':
		return "a string"
	case text[0] == '-' || text[0] <= '9':
		return "a number"
	}
	return string(text)
}

// lacks fails because the watched container, which ends, has no value on the way to the array.
func (w *walk) lacks() {
	n := len(w.kinds) - 1
	if w.kinds[n] == '{' {
		w.fail(n, "has no member %q", w.names[n])
		return
	}
	if want, ok := elementNumber(w.names[n]); ok {
		w.fail(n, "is an array without an element %d", want)
	} else {
		w.fail(n, "is an array, and %q is not the number of an element", w.names[n])
	}
}

// ambiguous fails because the watched container has a name on the way to the array twice.
func (w *walk) ambiguous() {
	n := len(w.kinds) - 1
	w.fail(n, "has the name %q twice, so it is not clear which array is meant", w.names[n])
}

// fail ends the walk.
func (w *walk) fail(n int, format string, args ...any) {
	w.failure, w.phase = missing(w.pointer, n, format, args...), over
}
