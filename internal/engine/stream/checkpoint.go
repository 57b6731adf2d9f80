package stream

import (
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/streamscan"
)

// checkpoint moves the scanner forward, up to the last position at which its result does not depend
// on the input that follows. It also computes all positions in the text up to that point that an
// error may have to report, so that this text may be dropped. It returns false if there is an
// error.
func (c *Checker) checkpoint() bool {
	c.hasCheckpoint = true
	switch {
	case !c.lexing:
	case c.limits.wanted: // the scanner is where the inspector is, unless a token is so long that it should not be in memory as a whole
		c.lexing = c.judge() && c.lexed-c.scanner.Pos <= 2*c.segment
		c.checkpointAt = c.lexed
	case c.catchUp():
		c.checkpointAt = c.lexed
	default:
		c.lexing = false
		c.approach(c.lexed)
	}
	if !c.lexing && !streamscan.Advance(&c.scanner) {
		return false
	}
	c.reportPassed()
	if c.limits.wanted {
		c.limits.settle(&c.scanner)
	}
	if c.placeless {
		c.scanner.Names.Keep(c.buf, c.positions.Base)
		streamscan.SettlePlaceless(&c.scanner)
	} else {
		streamscan.Settle(&c.scanner)
	}
	c.shorten()
	if c.limits.wanted && !c.lexing && !c.positions.InString && c.positions.ShortenedAt(c.scanner.Pos).Count == 0 && index.Knows(&c.rules) {
		c.resumeKernel()
	}
	return true
}

// judge makes the inspector walk over all tokens before lexed, instead of only those that the kernel has judged. It returns false if one
// of them may be invalid or violates a limit.
func (c *Checker) judge() bool {
	known, ok := c.json.Pause()
	if !ok || known.Nesting.AtLimit() || !c.replay.Run(c.rules.MaxDepth, &known) {
		return false
	}
	c.marks.trust.All(len(c.marks.offsets))
	return c.limits.pass(&c.scanner, &c.marks)
}

// reportPassed sets Progress, and reports it to the follower, if there is one. If the scanner is in a string
// whose beginning is no longer in buf, that beginning has already been reported.
func (c *Checker) reportPassed() {
	at, t := c.scanner.Pos, &c.positions
	if t.InString {
		at = t.QuoteAt
		c.Progress.InString = t.Base + int64(c.scanner.Pos)
	}
	if at < 0 {
		return
	}
	c.Progress.Valid = t.Base + int64(at)
	if c.follower != nil {
		c.follower.Passed(reading.Offset(c.Progress.Valid))
	}
}
