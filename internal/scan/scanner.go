package scan

import "github.com/assayjson/assay/internal/place"

// A Scanner reads one document. Its methods that scan return false at a fault, which they
// leave in Fault.
type Scanner struct {
	Src []byte
	Rules
	Pos       int // of the next byte
	State     State
	Nesting   Nesting
	Names     NameSets // of the open objects, if they must be unique
	Named     int      // offset in Src up to which Names has been filled already
	Tally     Tallies  // if Counting is set
	Fault     Fault
	Resume    int                    // where an unterminated string may be continued if more comes
	From      int                    // where to continue a string whose beginning has been scanned
	Positions *place.StreamPositions // of what Src no longer holds; nil if it holds all of the input
}

// Reset prepares s for another document, with the same rules.
func (s *Scanner) Reset(src []byte) {
	s.Names.Reset()
	s.Src, s.Pos, s.State, s.Named, s.Fault = src, 0, WantValue, 0, Fault{}
	s.Nesting, s.Tally = Nesting{Outer: s.Nesting.Outer[:0]}, Tallies{outer: s.Tally.outer[:0]}
	s.Resume, s.From, s.Positions = 0, 0, nil
}

// A Fault is where and why the scanner stopped.
type Fault struct {
	Kind           ErrorKind
	Offset, Length int
	Related        int // offset of a related place, [place.NoPlace], or one of the values below
}

// Values of Fault.Related that are not offsets.
const (
	atOpener = -2 // the innermost open bracket, which is looked for on demand

	// Src no longer holds these.
	atQuote     = -3 // the opening quote of a string
	atFirstName = -4 // the first of two equal names
)
