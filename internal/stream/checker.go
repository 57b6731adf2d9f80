package stream

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
)

// A Checker checks one document that arrives piece by piece. The zero Checker has the rules that
// hold without options.
//
// The kernels (json) run ahead of the scanner as long as they can judge the document. All offsets are
// offsets in buf. While lexing is set,
//
//	checkpointAt <= lexed <= len(buf)  and  scanner.Pos <= lexed
//
// and buf[:lexed] has passed the kernels, which still may reject its last tokens. Only move changes
// where in the input buf begins, and it adjusts every offset.
type Checker struct {
	rules     scan.Rules
	scanner   scan.Scanner // reads buf; everything before scanner.Pos is valid
	positions place.StreamPositions
	placeless bool // no positions are needed: positions only records whether a string is open

	// buf is the part of the input that is still needed. It belongs to the Checker, except during
	// readAhead, when its memory may be that of a segment.
	buf   []byte
	begun bool  // begin has decided how to continue
	ended bool  // Close has been called
	err   error // the verdict, once it is known to be an error; nothing is checked after that

	json   *jsonsimd.Checker // nil until the kernels are used for the first time
	lexing bool              // json judges the document, and has been given buf up to lexed

	// hasCheckpoint reports whether there has been a checkpoint. The first one comes early: brackets at
	// the beginning of a document are open until its end, and are searched for only once.
	hasCheckpoint bool
	lexed         int
	checkpointAt  int            // where json last saved its state: at the last checkpoint, or at the beginning
	marks         []uint32       // offsets of names, in increasing order, that takeNames has not taken
	trust         index.Trust    // how many of the marks are certain to be names
	counted       place.Position // of buf[lexed], if positions are needed; it may be within a character, or between CR and LF
	replay        scan.Replay    // memory for moving the scanner

	sizes
}

// sizes are numbers of bytes. Tests make them small, so that every edge is met often.
type sizes struct {
	segment int   // how much buf holds before text is dropped, without the history
	history int   // how much is kept of the text before the scanner, for hints
	portion int   // the kernels are given at least that much at a time, and at most twice as much
	near    int64 // reading ahead begins after that much, unless the input is known to be long
	room    int   // for what is left of one segment when the next one is joined
}

const (
	segment = 1 << 20
	history = scan.DetectedAround
	least   = 16 << 10 // the first size of buf
	portion = 32 << 10

	aheadFrom = 256 << 10
	aheadRoom = 16 << 10
)

var usualSizes = sizes{segment: segment, history: history, portion: portion, near: aheadFrom, room: aheadRoom}

// leastNameLimit is the lowest limit on the length of names that must be compared. It is more
// than a Checker has in memory anyway.
const leastNameLimit = 2 << 20

// WithNameLimit returns the rules with a limit on the length of names that a Checker can hold.
func WithNameLimit(rules scan.Rules) scan.Rules {
	rules.MaxToken = max(rules.MaxToken, leastNameLimit)
	return rules
}

// New returns a Checker for one document.
func New(rules scan.Rules) *Checker {
	c := new(Checker)
	c.Init(rules)
	return c
}

// Init prepares c for a document with these rules.
func (c *Checker) Init(rules scan.Rules) {
	c.rules = WithNameLimit(rules)
	c.Reset()
}

// Reset prepares c for another document with the same rules. It keeps its memory.
func (c *Checker) Reset() {
	if c.segment == 0 {
		c.sizes = usualSizes
	}
	c.rules.Complete()
	c.positions.Reset()
	c.buf = c.buf[:0]
	s := &c.scanner
	s.Names.Reset()
	*s = scan.Scanner{Rules: c.rules, Positions: &c.positions, Nesting: scan.Nesting{Outer: s.Nesting.Outer[:0]}, Names: s.Names}
	s.Counting = s.Counting && !c.rules.Limits.Permit(c.rules.MaxBytes) // the kernels count nothing, and may run ahead
	c.begun, c.ended, c.err, c.lexing, c.hasCheckpoint, c.lexed = false, false, nil, false, false, 0
}

// prepare makes the zero Checker ready for its first document.
func (c *Checker) prepare() {
	if c.segment == 0 {
		c.Reset()
	}
}

// fail sets the error of c to the report of the scanner's fault.
func (c *Checker) fail() {
	s := &c.scanner
	switch {
	case c.placeless:
		c.err = s.Report()
	case c.positions.Base == 0:
		c.err = s.EarlyError()
	default:
		c.err = s.StreamError()
	}
}
