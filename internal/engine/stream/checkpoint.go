package stream

import (
	"github.com/assayjson/assay/internal/engine/streamscan"
)

import "github.com/assayjson/assay/internal/engine/reading"

// checkpoint moves the scanner forward, up to the last position at which its result does not depend
// on the input that follows. It also computes all positions in the text up to that point that an
// error may have to report, so that this text may be dropped. It returns false if there is an
// error.
func (c *Checker) checkpoint() bool {
	if c.lexing {
		if c.catchUp() {
			c.checkpointAt = c.lexed
		} else {
			c.lexing = false
			c.approach(c.lexed)
		}
	}
	if !c.lexing && !streamscan.Advance(&c.scanner) {
		return false
	}
	c.reportPassed()
	if c.placeless {
		c.scanner.Names.Keep(c.buf, c.positions.Base)
		streamscan.SettlePlaceless(&c.scanner)
	} else {
		streamscan.Settle(&c.scanner)
	}
	c.shorten()
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
