package tape

import (
	"math/bits"
	"slices"

	"github.com/assayjson/assay/internal/engine/mark"
)

// A Tape is a document and a few positions for each of its tokens, with links between brackets. The tape is made from the marks of
// the kernels ([Tape.Index]), or from tokens if the kernels give no marks ([Tape.Append]). It is the same in both cases.
//
// The marks are, in increasing order, the offsets of
//
//   - each bracket;
//   - both quotation marks of each string, the first one with HasEscape if the string has an escape;
//   - the beginning and the end of each number and literal. If a bracket directly follows the
//     number or literal, its end and the bracket share a mark.
//
// If Marks[i] is an opening bracket, Links[i] is the index in Marks of its closing bracket. If
// Marks[i] is a closing bracket, Links[i] is the number of values, where the name of a member counts
// as another value. All other links have no meaning. The tape of a scalar has no links.
type Tape struct {
	Data  []byte
	Marks []uint32
	Links []uint32

	open   []container // the stack of open containers, while links are made
	unique bool        // no object has two members with the same name
	spots  spotTable   // what Element remembers
}

// Begin prepares t for a document, and removes all marks. The parameter unique means that no object has two members with the same
// name.
func (t *Tape) Begin(data []byte, unique bool) {
	t.Data, t.Marks, t.unique = data, t.Marks[:0], unique
	t.spots.clear()
}

// A container is an array or object that is open. It has the index of its mark in the upper 32 bits,
// and the number of values in it so far, including names, in the lower 32 bits.
type container uint64

const (
	// HasEscape is set in the mark of the first quotation mark of a string with escapes.
	HasEscape = mark.HasEscape
	// MostBytes is the largest position that a mark can hold together with HasEscape.
	MostBytes = 1<<31 - 1
)

// position returns the position of the mark with index i.
func (t *Tape) position(i uint32) uint32 { return t.Marks[i] &^ HasEscape }

// Append appends the marks of the next token, which begins at the given position. A string may have escapes.
func (t *Tape) Append(begin uint32, raw []byte, escaped bool) {
	end := begin + uint32(len(raw))
	switch {
	case raw[0] == '"':
		if escaped {
			begin |= HasEscape
		}
		t.Marks = append(t.Marks, begin, end-1)
	case bracket[raw[0]] == 0:
		t.Marks = append(t.Marks, begin, end)
	default:
		if n := len(t.Marks); n == 0 || t.Marks[n-1] != begin {
			t.Marks = append(t.Marks, begin)
		}
	}
}

// Link makes the links of a valid document, unless it is a scalar. Between two brackets there
// are only names, strings, numbers and literals. Each of these has two marks, but the last one may
// share its second mark with the bracket after it.
func (t *Tape) Link() {
	if bracket[t.Data[t.position(0)]] != 0 {
		t.link()
	}
}

// link makes the links. It finds the brackets among 64 marks at a time without branches, which would often be mispredicted.
func (t *Tape) link() {
	data := t.Data
	t.Links = slices.Grow(t.Links[:0], len(t.Marks))[:len(t.Marks)]
	links, open := t.Links, slices.Grow(t.open[:0], 16)
	var here container
	last := uint32(0) // index of the last bracket
	for done := 0; done < len(t.Marks); done += 64 {
		marks := t.Marks[done:min(done+64, len(t.Marks))]
		for brackets := bracketsOf(marks, data); brackets != 0; brackets &= brackets - 1 {
			k := bits.TrailingZeros64(brackets)
			i := uint32(done + k)
			here += container((i - last) / 2)
			last = i
			if data[marks[k]]&opens != 0 {
				open = append(open, here+1)
				here = container(i) << 32
				continue
			}
			links[here>>32] = i
			links[i] = uint32(here)
			here, open = open[len(open)-1], open[:len(open)-1]
		}
	}
	t.open = open
}

// opens is the bit that is set in opening brackets, and not in closing brackets.
const opens = '[' &^ ']'

// bracketsOf returns a bit mask of the brackets among at most 64 marks. Bit i is set if marks[i] is
// a bracket.
func bracketsOf(marks []uint32, data []byte) uint64 {
	var brackets uint64
	i := 0
	for ; i+4 <= len(marks); i += 4 { // unrolled, because most of the time is spent here
		m := (*[4]uint32)(marks[i:])
		four := bracket[data[m[0]&^HasEscape]] | bracket[data[m[1]&^HasEscape]]<<1 | bracket[data[m[2]&^HasEscape]]<<2 | bracket[data[m[3]&^HasEscape]]<<3
		brackets |= uint64(four) << (i & 63)
	}
	for ; i < len(marks); i++ {
		brackets |= uint64(bracket[data[marks[i]&^HasEscape]]) << (i & 63)
	}
	return brackets
}

// bracket is 1 for brackets and 0 for all other bytes.
var bracket = [256]uint8{'{': 1, '[': 1, '}': 1, ']': 1}
