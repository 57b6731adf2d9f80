package scan

import (
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A Scanner reads one document. Its scanning methods return true, or leave a fault in Fault and
// return false.
type Scanner struct {
	Src []byte
	Rules
	Pos       int // offset in Src of the next byte
	State     State
	Nesting   Nesting
	Names     unique.Names // the names of the open objects, if names must be unique; if it is nil, the scanner makes a [unique.Exact]
	Named     int          // offset in Src up to which Names is already filled
	Tally     Tallies      // used if Counting is set
	Fault     Fault
	Resume    int                    // where to continue with an unterminated string when more input arrives; set by the scanner
	From      int                    // where to start in a string whose beginning has already been scanned; set by the caller
	Scanned   int                    // up to where that string is known to be valid by the grammar, or an offset before From; set by the caller
	Positions *place.StreamPositions // positions in text that Src no longer holds; nil if Src is all of the input
}

// Reset prepares s to scan another document by the same rules.
func (s *Scanner) Reset(src []byte) {
	if s.Names != nil {
		s.Names.Reset()
	}
	s.Src, s.Pos, s.State, s.Named, s.Fault = src, 0, WantValue, 0, Fault{}
	s.Nesting = Nesting{Outer: s.Nesting.Outer[:0]}
	s.Tally.Reset()
	s.Resume, s.From, s.Scanned, s.Positions = 0, 0, 0, nil
}

// A Fault is where and why the scanner stopped. Offset is an offset in Src; Length is in bytes.
type Fault struct {
	Kind           flaw.ErrorKind
	Offset, Length int
	Related        int // offset in Src of a related place, [place.NoPlace], or one of the constants below
}

// The values of Fault.Related that are not offsets.
const (
	atOpener = flaw.AtOpener

	// The following places are no longer in Src.
	atQuote     = -3 // the opening quote of a string
	atFirstName = -4 // the first of two equal names
)
