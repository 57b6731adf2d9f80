package stream

import (
	"io"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/fastscan"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
)

// A Checker checks one document that arrives piece by piece. The zero Checker uses the rules
// without options. A Checker must not be used concurrently.
//
// The kernels (json) are ahead of the scanner as long as they can judge the document. While lexing
// is set, the kernels have accepted buf[:lexed], except that they may still reject its last tokens.
// The offsets then satisfy
//
//	checkpointAt <= lexed <= len(buf)  and  scanner.Pos <= lexed
//
// All offsets are offsets in buf. Only the move method changes where buf starts in the input, and
// it adjusts every offset.
type Checker struct {
	rules     scan.Rules
	scanner   scan.Scanner // reads buf; everything before scanner.Pos is valid
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

	json   *jsonsimd.Checker // nil until the kernels are used for the first time
	lexing bool              // json judges the document, and buf[:lexed] has been written to json

	// hasCheckpoint is true after the first checkpoint. The first checkpoint comes early, because
	// brackets at the beginning of a document are open until its end, and should be searched for
	// only once.
	hasCheckpoint bool
	lexed         int
	checkpointAt  int          // where json last saved its state, which it does at each checkpoint and at the start of the document
	marks         pendingMarks // of the colons after names; if limits.wanted is set, of all tokens
	limits        inspection
	counted       place.Position  // position of buf[lexed], if positions are needed; it may be inside a character, or between CR and LF
	replay        fastscan.Replay // memory for moving the scanner
	numberCut     bool            // a large number may continue at lexed

	// For readAhead; see followParts.
	betweenParts bool // the scanner is at the end of buf, and a value ends there
	followsParts bool // the kernels have been stopped there, and may resume

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
	s.Names = c.nameSets.reset(c.placeless, c.rules.FoldNames)
	s.Counting = s.Counting && !c.rules.Limits.Permit(c.rules.MaxBytes) // nothing is counted if no limit can be exceeded, because the kernels do not count and may be ahead of the scanner
	c.limits.begin(s, !c.rules.IJSON && !c.rules.Limits.Permit(c.rules.MaxBytes))
	c.begun, c.ended, c.err, c.lexing, c.hasCheckpoint, c.lexed = false, false, nil, false, false, 0
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
		if c.limits.wanted {
			c.limits.locate(s, r)
		}
		c.err = &r.Report
	}
}
