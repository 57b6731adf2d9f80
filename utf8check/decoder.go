package utf8check

// A State is a state of Höhrmann's automaton.
type State uint8

// These two states are for callers. In every other state, a sequence has begun and needs more
// bytes.
const (
	// Accept is the state between characters, and the initial state of a Decoder.
	Accept State = 0
	// Reject is the state after an ill-formed sequence. It is final.
	Reject State = 12
)

// The other states are named after the bytes that must follow. All states are multiples of 12, the
// number of byte classes, so that the sum of a state and a class is an index into the table. This is
// the premultiplied table that Höhrmann published in 2010.
const (
	oneMore   State = 24 // 80..BF
	twoMore   State = 36 // 80..BF 80..BF
	afterE0   State = 48 // A0..BF 80..BF
	afterED   State = 60 // 80..9F 80..BF
	afterF0   State = 72 // 90..BF 80..BF 80..BF
	threeMore State = 84 // 80..BF 80..BF 80..BF
	afterF4   State = 96 // 80..8F 80..BF 80..BF
)

// The byte classes. All bytes of a class lead to the same states. The number of a class has a second
// use for lead bytes: 0xFF shifted right by that number is a mask of the bits that belong to the code
// point.
const (
	classASCII   = 0
	class80to8F  = 1
	classC2toDF  = 2  // 0xFF >> 2 keeps the bits of 110xxxxx, because bit 5 is 0
	classE1toEF  = 3  // without ED
	classED      = 4  //
	classF4      = 5  //
	classF1toF3  = 6  //
	classA0toBF  = 7  //
	classIllegal = 8  // C0, C1, F5..FF
	class90to9F  = 9  //
	classE0      = 10 // no bits of E0 belong to the code point
	classF0      = 11 // no bits of F0 belong to the code point, either

	numClasses = 12
)

// The first 256 entries of dfa are the classes of the bytes. The other 108 entries, which start at
// dfa[transitions], are the next states, indexed by the sum of a state and a class.
//
// Source: Björn Höhrmann, "Flexible and Economical UTF-8 Decoder" (2008-2010). A test computes the
// table from the rules.
var dfa = [transitions + 9*numClasses]uint8{
	0x80: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	0x90: 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
	0xA0: 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
	0xB0: 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
	0xC0: 8, 8, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
	0xD0: 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
	0xE0: 10, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 3, 3,
	0xF0: 11, 6, 6, 6, 5, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,

	transitions: 0, 12, 24, 36, 60, 96, 84, 12, 12, 12, 48, 72,
	12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
	12, 0, 12, 12, 12, 12, 12, 0, 12, 0, 12, 12,
	12, 24, 12, 12, 12, 12, 12, 24, 12, 24, 12, 12,
	12, 12, 12, 12, 12, 12, 12, 24, 12, 12, 12, 12,
	12, 24, 12, 12, 12, 12, 12, 12, 12, 24, 12, 12,
	12, 12, 12, 12, 12, 12, 12, 36, 12, 36, 12, 12,
	12, 36, 12, 12, 12, 12, 12, 36, 12, 36, 12, 12,
	12, 36, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
}

const transitions = 256

// A Decoder decodes code points one byte at a time. It consists of two words; the zero Decoder is
// ready for use. A Decoder must not be used by more than one goroutine at a time.
//
// At the end of the input, the state must be [Accept]. Testing for [Reject] is not enough, because a
// sequence that has been cut off would be accepted. See [Decoder.Complete].
type Decoder struct {
	state State
	point rune
}

// Step decodes the byte c and returns the new state. The state is [Accept] if c completes a character,
// which [Decoder.Rune] then returns. If c cannot follow the bytes before it, the state is [Reject], and
// remains so until [Decoder.Reset].
func (d *Decoder) Step(c byte) State {
	class := dfa[c]
	if d.state == Accept {
		d.point = rune(0xFF >> class & c)
	} else {
		d.point = d.point<<6 | rune(c&0x3F)
	}
	d.state = State(dfa[transitions+int(d.state)+int(class)])
	return d.state
}

// Rune returns the code point that the last Step completed. In any state other than [Accept], the
// result is meaningless.
func (d *Decoder) Rune() rune { return d.point }

// State returns the state after the last Step.
func (d *Decoder) State() State { return d.state }

// Complete reports whether the bytes so far are UTF-8 and do not end within a sequence.
func (d *Decoder) Complete() bool { return d.state == Accept }

// Reset prepares d for a new input, or for continuing after an error.
func (d *Decoder) Reset() { *d = Decoder{} }
