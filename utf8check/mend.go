package utf8check

import (
	"encoding/binary"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// A mender repairs text in which ill-formed sequences are frequent. It examines one byte at a time,
// without branches that depend on the text, because these could not be predicted.
//
// It copies each byte at once, and takes the bytes of a sequence back if it turns out to be
// ill-formed. The replacement is then written in their place.
type mender struct {
	actions [mendFlags + 1]mendAction // what to do after a step with these flags
}

// A mendAction is what to do after a step.
type mendAction struct {
	takeBack, keep uint64 // masks of the number of bytes to take back, and of that to keep
	factor, bytes  uint64 // what is written: the byte multiplied by factor, plus bytes
	size           uint64 // the number of bytes written
	more           uint64 // what is added to the length of the sequence
	_              [2]uint64
}

var (
	replacing = lazy.Value[*mender]{Make: func() *mender { return newMender("\uFFFD") }}
	ignoring  = lazy.Value[*mender]{Make: func() *mender { return newMender("") }}
)

func newMender(replacement string) *mender {
	m, size := new(mender), uint64(len(replacement))
	var word uint64 // the first byte of the replacement is the lowest one
	for i := range len(replacement) {
		word |= uint64(replacement[i]) << (8 * i)
	}
	for flags := range m.actions {
		a := mendAction{factor: 1, size: 1}
		if flags&mendIll != 0 {
			a = mendAction{bytes: word, size: size}
		}
		if flags&mendEnded != 0 {
			a.takeBack = ^uint64(0)
			a.factor <<= 8 * size
			a.bytes = a.bytes<<(8*size) | word
			a.size += size
		}
		if flags&mendInside != 0 {
			a.keep, a.more = ^a.takeBack, 1
		}
		m.actions[flags] = a
	}
	return m
}

// mendedPart is the number of bytes that are mended at a time.
const mendedPart = 64

// mendRoom is memory that is large enough for a repaired part, wherever a word is written to.
type mendRoom [0xFF + 8]byte

// mend repairs the first mendedPart bytes of src, or all of it if it is shorter, and writes them to
// room. It leaves the beginning of a sequence unread that the part does not complete. clean reports
// whether there was no ill-formed sequence.
func (m *mender) mend(room *mendRoom, src []byte) (written, read int, clean bool) {
	part := src[:min(len(src), mendedPart)]
	var memory [mendedPart]uint8
	steps := memory[:len(part)]
	var step, all uint64
	table := mendSteps.Get()
	for i, c := range part {
		step = table[c] >> (step & mendState)
		all |= step
		steps[i] = uint8(step & mendFlags)
	}
	var w, open uint64 // open is the number of bytes of the current sequence so far
	for i, c := range part {
		a := &m.actions[steps[i]&mendFlags]
		at := (w - open&a.takeBack) & 0xFF // the mask has no effect, but saves checks of the index
		binary.LittleEndian.PutUint64(room[at:at+8], uint64(c)*a.factor+a.bytes)
		w = at + a.size
		open = open&a.keep + a.more
	}
	return int(w - open), len(part) - int(open), all&(mendEnded|mendIll) == 0
}

// mendSteps is the automaton of a mender. The entry of a byte has eight bits for each of the eight
// states, at the position that the state has as a number (Per Vognsen, "Shift-based DFAs", 2022).
// They hold the next state, and what is wrong.
var mendSteps = lazy.Value[*[256]uint64]{Make: buildMendSteps}

const (
	mendEnded  = 1 << 0       // the bytes so far are ill-formed, because this byte cannot follow them
	mendIll    = 1 << 1       // the byte is not the beginning of a sequence, and not part of one
	mendInside = 1 << 2       // the next state is within a sequence
	mendFlags  = 0b111        // all of these
	mendState  = 0b00_111_000 // the next state
)

func buildMendSteps() *[256]uint64 {
	steps := new([256]uint64)
	states := [8]State{Accept, oneMore, twoMore, afterE0, afterED, afterF0, threeMore, afterF4}
	numbers := map[State]uint64{}
	for i, s := range states {
		numbers[s] = uint64(8 * i)
	}
	for c := range steps {
		for _, from := range states {
			var step uint64
			to := State(dfa[transitions+int(from)+int(dfa[c])])
			if to == Reject && from != Accept {
				step = mendEnded
				to = State(dfa[transitions+int(dfa[c])])
			}
			if to == Reject {
				step |= mendIll
				to = Accept
			}
			if to != Accept {
				step |= mendInside
			}
			steps[c] |= (step | numbers[to]) << numbers[from]
		}
	}
	return steps
}
