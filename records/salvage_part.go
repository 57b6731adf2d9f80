package records

import "fmt"

// A Salvaged is a part of an input that [Salvage] has divided: a record with the white space around
// it, white space alone, or text that is not a record. The parts of an input follow one another
// without gaps.
type Salvaged struct {
	Text   []byte // all bytes of the part
	Offset int64  // offset of Text, in bytes from the start of the input
	Line   int    // the line on which Text begins, from 1; lines end with LF or CR LF
	Reason Reason // why Text is not a record; 0 for records and white space

	// More reports that the part continues in the next part, because it is too long for memory. It is
	// only set if Reason is not 0.
	More bool

	// Certainty is [Certain] unless the record has been found because of [Recognize].
	Certainty Certainty

	begin, end int // the record extends from Text[begin] to Text[end]; both are 0 if there is no record
}

// Record returns the record without the white space around it. It returns nil if the part has no
// record.
func (s *Salvaged) Record() []byte {
	if s.end == 0 {
		return nil
	}
	return s.Text[s.begin:s.end:s.end]
}

// A Reason states why a part of an input is not a record. If there are several reasons, the first
// one counts, except that [StrayComma] yields to others.
type Reason uint8

// The reasons.
const (
	_          Reason = iota
	Torn              // a record that breaks off: its end is missing, or something else follows in the middle of it
	OtherText         // text that does not begin like a record
	NUL               // a run of NUL characters
	StrayComma        // a comma between, before or after records
	Fragment          // a value that seems to be an element or a member of a record whose beginning is lost
	OtherValue        // a valid value that is not a record, such as an array if only objects are records
	Invalid           // a record that has balanced brackets, but is not valid
	TooLong           // a record that is longer than [MaxRecord] allows
	TooDeep           // a record that has more levels than [tokenizer.MaxDepth] allows, and the rest of its line
	LeadingBOM        // a byte order mark at the start of the input
	numReasons = iota
)

var reasonNames = [numReasons]string{
	"", "torn", "text", "nul", "comma", "fragment", "other-value", "invalid", "too-long", "too-deep", "byte-order-mark",
}

// String returns the name of the reason, such as "torn" or "text". For 0, it returns "".
func (r Reason) String() string {
	if int(r) >= len(reasonNames) {
		return fmt.Sprintf("Reason(%d)", uint8(r))
	}
	return reasonNames[r]
}

// A Certainty states how certain it is that a part of an input is a record.
type Certainty uint8

const (
	Certain  Certainty = iota // the rules of [Salvage] find the record
	Likely                    // a function recognizes the record, and the text before it or after it is not what is around a value
	Possible                  // a function recognizes the record, but the text before it and after it may be what is around a value
)

var certaintyNames = [...]string{"certain", "likely", "possible"}

// String returns the name of the certainty: "certain", "likely" or "possible".
func (c Certainty) String() string {
	if int(c) >= len(certaintyNames) {
		return fmt.Sprintf("Certainty(%d)", uint8(c))
	}
	return certaintyNames[c]
}
