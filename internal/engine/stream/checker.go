package stream

import (
	"io"

	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
)

// A Checker checks one document that arrives piece by piece. The zero Checker uses the rules
// without options. A Checker must not be used concurrently.
//
// The kernels are ahead of the scanner as long as they can judge the document. All offsets are offsets in buf. Only the move method
// changes where buf starts in the input, and it adjusts every offset.
type Checker struct {
	rules     scan.Rules
	scanner   scan.Scanner // reads buf; everything before scanner.Pos is valid
	kernels   kernels
	positions place.StreamPositions
	placeless bool // positions are not needed, and StreamPositions only records whether a string is open

	nameSets // compared exactly unless the Checker is placeless

	in           reading.ContextReader // for the method read; a field because a local variable would be allocated, like first
	first        io.LimitedReader      // the beginning of in
	mayReadAhead bool                  // another goroutine may read ahead from any reader; see Config.ReadAhead

	// buf is the part of the input that is still needed. Its memory belongs to the Checker, except
	// during readAhead, when it may belong to a segment.
	buf   []byte
	begun bool  // begin has been called, and has decided whether to use the kernels
	ended bool  // Close has been called
	err   error // the verdict, once an error is known; nothing is checked after that

	betweenParts bool // for readAhead: the kernels are suspended, the scanner is at the end of buf, and a value ends there

	passed
	sizes
}

// sizes are in bytes. Tests make them small to reach every boundary often.
type sizes struct {
	segment int   // the length of buf, not counting the history, at which old text is dropped
	history int   // how much text before the scanner is kept, for hints
	portion int   // the kernels are given at least this many bytes at a time, and at most twice as many
	near    int64 // reading ahead starts after this many bytes, unless the input is known to be long
	room    int   // size of the memory before a segment, for text that is kept from the previous segment
}

const (
	segment = 1 << 20
	history = flaw.DetectedAround
	least   = 16 << 10 // the initial size of buf
	portion = 32 << 10

	aheadFrom = 256 << 10
	aheadRoom = 16 << 10
)

var usualSizes = sizes{segment: segment, history: history, portion: portion, near: aheadFrom, room: aheadRoom}

// leastNameLimit is the lowest limit on the length of names that must be compared. A Checker has
// almost that much text in memory in any case.
const leastNameLimit = 2 << 20

// WithNameLimit returns rules with MaxToken raised to the least limit on names that a Checker
// supports.
func WithNameLimit(rules scan.Rules) scan.Rules {
	rules.MaxToken = max(rules.MaxToken, leastNameLimit)
	return rules
}

// Init prepares c for a document with the given rules.
func (c *Checker) Init(rules scan.Rules) {
	c.rules = WithNameLimit(rules)
	c.Reset()
}

// Reset prepares c for another document with the same rules. It keeps the memory of c.
func (c *Checker) Reset() {
	if c.segment == 0 {
		c.sizes = usualSizes
	}
	c.rules.Complete()
	c.positions.Reset()
	c.buf = c.buf[:0]
	s := &c.scanner
	s.Reset(nil)
	s.Rules, s.Positions = c.rules, &c.positions
	s.Names = c.nameSets.reset(c.placeless, c.rules.Form)
	s.Counting = s.Counting && !c.rules.Limits.Permit(c.rules.MaxBytes) // nothing is counted if no limit can be exceeded, because the kernels do not count and may be ahead of the scanner
	c.kernels.reset(s, c.placeless, !c.rules.IJSON && !c.rules.Limits.Permit(c.rules.MaxBytes))
	c.begun, c.ended, c.err = false, false, nil
	c.Progress = Progress{}
}

// prepare makes the zero Checker ready for its first document.
func (c *Checker) prepare() {
	if c.segment == 0 {
		c.Reset()
	}
}

// fail sets the error of c to a report on the scanner's fault.
func (c *Checker) fail() {
	s := &c.scanner
	switch {
	case c.placeless:
		c.err = s.Report()
	case c.positions.Base == 0:
		c.err = s.EarlyError()
	default:
		r := new(scan.StreamReport)
		r.Set(s)
		if limits := &c.kernels.limits; limits.wanted {
			limits.locate(s, r)
		}
		c.err = &r.Report
	}
}
