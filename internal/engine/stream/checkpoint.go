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
	s, k := &c.scanner, &c.kernels
	if k.lexing {
		k.checkpoint(s, 2*c.segment)
	}
	if !k.lexing && !streamscan.Advance(s) {
		return false
	}
	c.reportPassed()
	if k.limits.wanted {
		k.limits.settle(s)
	}
	if c.placeless {
		s.Names.Keep(c.buf, c.positions.Base)
		streamscan.SettlePlaceless(s)
	} else {
		streamscan.Settle(s)
	}
	c.shorten()
	if k.limits.wanted && !k.lexing && !c.positions.InString && c.positions.ShortenedAt(s.Pos).Count == 0 && index.Knows(&c.rules) {
		k.resume(s)
	}
	return true
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
