package tokenizer

import (
	"context"
	"errors"
	"io"
	"math"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
)

// verdictOfStream checks what r has. If nobody asks for places, an error knows none.
func verdictOfStream(config scan.Rules, ctx context.Context, r io.Reader, placeless bool) error {
	c := checkers.Get().(*checker)
	c.Rules, c.placeless = forChecker(config), placeless
	c.Reset()
	err := c.read(ctx, r)
	if cap(c.buf) <= segment+history {
		checkers.Put(c)
	}
	return err
}

var checkers = sync.Pool{New: func() any { return newChecker(RulesOf(nil)) }}

// A Checker checks one document that comes piece by piece. Its errors are reports.
//
// The zero Checker is one without options.
type checker struct {
	scan.Rules
	scanner   scan.Scanner // of buf; stands where all is right before
	positions place.StreamPositions
	// placeless says that nobody asks where an error is: of the positions, there is only whether a
	// string is open.
	placeless bool
	buf       []byte
	begun     bool // the byte order mark has been passed, if there is one
	ended     bool
	err       error

	json  *jsonsimd.Checker
	lexes bool // json is in use, and has had
	// settled says that there has been a checkpoint. The first one comes early: brackets at
	// the beginning of a document are open to its end, and need to be looked for only once.
	settled     bool
	lexed       int            // all up to here
	paused      int            // up to here when it has paused last, or begun
	marks       []uint32       // for names, of what has not been judged
	index.Trust                // in the marks
	counted     place.Position // of what comes there; it may be within a character, or between CR and LF

	segment int   // how much memory is used before any is given free, beside the history
	history int   // what is kept of what has been passed
	portion int   // how much the kernel is given at a time, at least; twice as much at most
	near    int64 // how much is read before it is worth it to read ahead
	room    int   // for what one segment leaves to the next one then
	replay  scan.Replay
}

const (
	segment = 1 << 20
	history = scan.DetectedAround
	least   = 16 << 10 // memory to begin with
	portion = 32 << 10
)

// newChecker returns a checker for one document.
func newChecker(config scan.Rules) *checker {
	c := &checker{Rules: forChecker(config)}
	c.Reset()
	return c
}

// complete gives a new Checker its sizes. It does nothing for one that has them.
func (c *checker) complete() {
	if c.segment == 0 {
		c.segment, c.history, c.portion, c.near, c.room = segment, history, portion, aheadFrom, aheadRoom
	}
	c.Rules.Complete()
}

// prepare makes a zero Checker ready for its first document.
func (c *checker) prepare() {
	if c.segment == 0 {
		c.Reset()
	}
}

// leastNameLimit is the least limit on the length of names that a Checker must have whole. It is more
// than a Checker has in memory without such a name.
const leastNameLimit = 2 << 20

func forChecker(c scan.Rules) scan.Rules {
	c.MaxToken = max(c.MaxToken, leastNameLimit)
	return c
}

// Reset makes c ready for another document, with the same options.
func (c *checker) Reset() {
	c.complete()
	c.positions.Reset()
	c.buf = c.buf[:0]
	s := &c.scanner
	s.Names.Reset()
	*s = scan.Scanner{Rules: c.Rules, Positions: &c.positions, Nesting: scan.Nesting{Outer: s.Nesting.Outer[:0]}, Names: s.Names}
	s.Counting = s.Counting && !c.Limits.Permit(c.MaxBytes) // kernels, which count nothing, may go ahead
	c.begun, c.ended, c.err, c.lexes, c.settled, c.lexed = false, false, nil, false, false, 0
}

// Write takes the next bytes; it keeps no part of p. It returns an error as soon as it knows of one, and
// how many bytes of p come before the place that needs mending, or 0.
func (c *checker) Write(p []byte) (n int, err error) {
	c.prepare()
	if c.ended && c.err == nil {
		return 0, errClosed
	}
	for c.err == nil && n < len(p) {
		took := copy(c.free(), p[n:])
		n += took
		c.take(took)
	}
	var bad *scan.Report
	if errors.As(c.err, &bad) {
		begin := c.positions.Base + int64(len(c.buf)-n)
		n = int(max(bad.Offset-begin, 0))
	}
	return n, c.err
}

var errClosed = errors.New("tokenizer: Write to a checker after Close")

// Close says that the document has ended, and returns the verdict.
func (c *checker) Close() error {
	c.prepare()
	if !c.ended && c.err == nil {
		c.end()
	}
	c.ended = true
	return c.err
}

// ReadFrom writes what r has, up to its end, without a copy on the way. It returns how much
// that was. The document may go on.
func (c *checker) ReadFrom(r io.Reader) (total int64, err error) {
	c.prepare()
	for c.err == nil {
		n, err := reading.Some(r, c.free())
		total += int64(n)
		c.take(n)
		if c.err == nil && err != nil {
			return total, noEOF(err)
		}
	}
	return total, c.err
}

// noEOF returns err, but for io.EOF nil.
func noEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// read checks what r has.
func (c *checker) read(ctx context.Context, r io.Reader) error {
	in := reading.WithContext(ctx, r)
	ahead := reading.Ahead(r, c.ReadAhead)
	if ahead && reading.LikelySize(r) > int64(2*c.segment) {
		return c.readAhead(in)
	}
	n, err := c.ReadFrom(io.LimitReader(in, c.near))
	if err == nil && n == c.near {
		if ahead {
			return c.readAhead(in)
		}
		_, err = c.ReadFrom(in)
	}
	return c.verdict(ctx, err)
}

// verdict is the verdict on a stream that has been read to its end, or to where err came.
func (c *checker) verdict(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return c.Close()
	case c.err == nil && err != ctx.Err() && c.isWrong():
		return c.err
	}
	return err
}

// isWrong reports whether what there is of the document can't be mended by what comes.
func (c *checker) isWrong() bool {
	c.end()
	return c.err != nil && !errors.Is(c.err, io.ErrUnexpectedEOF) && !c.scanner.IsCut()
}

// free returns memory for what comes next.
func (c *checker) free() []byte {
	if cap(c.buf) == 0 {
		c.buf = make([]byte, 0, min(least, c.segment+c.history))
	}
	return c.buf[len(c.buf):cap(c.buf)]
}

// take takes the next n bytes, which have been put where free said, and sees to it that there is
// memory for more.
func (c *checker) take(n int) {
	c.add(n)
	if len(c.buf) < cap(c.buf) || c.err != nil {
		return
	}
	if most := c.segment + c.history; len(c.buf) < most {
		c.grow(min(2*len(c.buf), most))
		return
	}
	if c.checkpoint() {
		c.slide()
	} else {
		c.fail()
	}
}

// add takes the next n bytes.
func (c *checker) add(n int) {
	c.buf = c.buf[:len(c.buf)+n]
	c.scanner.Src = c.buf
	if most := c.MaxBytes - c.positions.Base; int64(len(c.buf)) > most {
		c.tooLong(int(most))
		return
	}
	if len(c.buf) == cap(c.buf) || len(c.buf)-c.lexed >= c.portion {
		c.lex()
	}
}

// TooLong makes an error after the first n bytes of buf, where the limit is, if there is none
// before. What is there of the next token is not looked at.
func (c *checker) tooLong(n int) {
	s := &c.scanner
	s.Src = c.buf[:n]
	c.lexes = false
	if c.begin() && s.Advance() {
		s.Src = c.buf // its place may depend on what comes after it
		s.TooLong(n)
	}
	c.fail()
}

// lex gives the kernel, if there is one, all that it can take. If it finds an error, the
// scanner names it, if it can already, and otherwise goes on alone.
func (c *checker) lex() {
	if !c.begin() {
		c.fail()
		return
	}
	if c.lexes && c.mayHoldLongName() {
		c.stopLexing()
	}
	if !c.lexes || c.err != nil {
		return
	}
	for whole := (len(c.buf) - c.lexed) / jsonsimd.IndexUnit * jsonsimd.IndexUnit; whole > 0; {
		b := c.buf[c.lexed : c.lexed+min(whole, 2*c.portion)]
		if !c.write(b) {
			c.lexes = false
			c.approach(c.lexed + len(b))
			c.stopLexing()
			return
		}
		whole -= len(b)
	}
	if !c.settled && !c.checkpoint() {
		c.fail()
	}
	c.settled = true
}

// mayHoldLongName reports whether a name in buf may be too long, which only the scanner finds.
func (c *checker) mayHoldLongName() bool { return c.UniqueNames && len(c.buf) > c.MaxToken }

// stopLexing has the scanner go on alone, from the last checkpoint.
func (c *checker) stopLexing() {
	c.lexes = false
	if !c.scanner.Advance() {
		c.fail()
	}
}

// write gives b to the kernel, and reports whether it is right as far as it has been looked at.
func (c *checker) write(b []byte) (ok bool) {
	switch {
	case !c.UniqueNames:
		ok = c.json.Write(b)
	case c.lexed > math.MaxInt32: // in a name that is very long
		return false
	default:
		c.marks, ok = c.json.WriteIndex(c.marks, uint32(c.lexed), b)
		ok = ok && !c.json.AtLimit()
		if ok { // see approach: marks are trusted after an error only if a name is not new
			c.Trust.Add(c.json, len(c.marks))
			ok = c.takeNames()
		}
	}
	if ok {
		c.count(b)
	}
	return ok
}

// count passes b, which the kernel has had.
func (c *checker) count(b []byte) {
	c.lexed += len(b)
	if c.placeless {
		return
	}
	c.counted.PassCounted(b, c.json.Counts())
	if b[len(b)-1] != '\r' { // LF may come
		c.positions.Ahead = append(c.positions.Ahead, place.Mark{At: c.lexed, Position: c.counted})
	}
}

// begin passes a byte order mark, and decides on how to go on.
func (c *checker) begin() bool {
	if c.begun {
		return true
	}
	c.begun = true
	if !c.scanner.SkipBOM() {
		return false
	}
	c.lexed, c.counted = c.scanner.Pos, place.Start
	c.counted.PassValid(c.buf[:c.lexed])
	if index.Knows(&c.Rules) && c.Limits.Permit(c.MaxBytes) {
		if c.json == nil {
			c.json = new(jsonsimd.Checker)
		}
		rules := jsonsimd.Rules(0)
		if c.UniqueNames {
			rules = jsonsimd.MarkNames
		}
		c.json.Reset(c.MaxDepth, rules)
		if !c.placeless {
			c.json.BeginPauses()
		}
		c.marks = c.marks[:0]
		c.Trust.All(0)
		c.lexes, c.paused = true, c.lexed
	}
	return true
}

// checkpoint moves the scanner on, and returns false if there is an error.
func (c *checker) checkpoint() bool {
	if c.lexes {
		if c.pause() {
			c.paused = c.lexed
		} else {
			c.lexes = false
			c.approach(c.lexed)
		}
	}
	if !c.lexes && !c.scanner.Advance() {
		return false
	}
	if c.placeless {
		c.keepNames()
		c.scanner.SettlePlaceless()
	} else {
		c.scanner.Settle()
	}
	c.shorten()
	return true
}

// keepNames copies the names that are parts of buf. It is for a placeless Checker only: the names count as
// placed, though their places are not known.
func (c *checker) keepNames() {
	n := &c.scanner.Names
	n.Keep(c.buf, c.positions.Base)
	n.Placed = n.Kept
}

// slide gives memory free of what has been passed. If that is too little, it asks for more.
func (c *checker) slide() {
	c.forget()
	if cap(c.buf)-len(c.buf) < c.segment/4 {
		c.grow(2 * cap(c.buf))
	}
}

// forget drops what has been passed, but for a little history.
func (c *checker) forget() {
	gone := c.passed()
	c.move(c.buf[:0], gone)
}

// passed returns how many bytes need not be kept.
func (c *checker) passed() int { return max(min(c.scanner.Pos, c.positions.Here.At)-c.history, 0) }

// move moves all but the first bytes, which may go, to the end of other memory, or to the beginning
// of the same.
func (c *checker) move(to []byte, gone int) {
	s := &c.scanner
	c.buf = append(to, c.buf[gone:]...)
	s.Src = c.buf
	s.Pos -= gone
	s.Named = max(s.Named-gone, 0)
	c.lexed -= gone
	c.paused -= gone
	c.positions.Forget(gone)
}

func (c *checker) grow(size int) { c.move(make([]byte, 0, size), 0) }

// end judges the document as one that ends here.
func (c *checker) end() {
	c.scanner.Src = c.buf
	if !c.begin() || !c.isRight() && !c.scanner.Finish() {
		c.fail()
	}
}

// isRight reports whether the kernel finds that the document is right.
func (c *checker) isRight() bool {
	if !c.lexes {
		return false
	}
	c.lexes = false
	if c.mayHoldLongName() {
		return false
	}
	rest := c.buf[c.lexed:]
	var valid, known bool
	switch {
	case !c.settled: // it has not had anything yet
		return index.PassesKernels(c.Rules, c.buf, c.lexed, 0, &c.scanner)
	case c.UniqueNames:
		c.marks, valid, known = c.json.EndIndex(c.marks, uint32(c.lexed), rest)
		if valid && known {
			c.Trust.All(len(c.marks))
			valid = c.takeNames()
		}
	default:
		valid, known = c.json.End(rest)
	}
	if !valid {
		c.approach(len(c.buf))
	}
	return valid && known
}

// takeNames takes the names that have been judged, and reports whether they are new.
func (c *checker) takeNames() bool {
	s, known := &c.scanner, c.Trusted
	n := s.Names.Walk(c.buf, c.marks[:known], s.Pos)
	if n > 0 {
		s.Named = int(c.marks[n-1]) + 1
	}
	c.marks = c.marks[:copy(c.marks, c.marks[n:])]
	c.Trust.Drop(n)
	return n == known
}

// fail makes the error of the scanner's fault.
func (c *checker) fail() {
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
