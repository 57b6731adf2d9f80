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

// reportPassed reports to the follower, if there is one, up to where the text is valid. If the scanner is
// in a string, that is the beginning of the string. If that beginning is no longer in buf, it has
// already been reported.
func (c *Checker) reportPassed() {
	if c.follower == nil {
		return
	}
	at, t := c.scanner.Pos, &c.positions
	if t.InString {
		at = t.QuoteAt
	}
	if at >= 0 {
		c.follower.Passed(reading.Offset(t.Base + int64(at)))
	}
	if f, ok := c.follower.(reading.StringFollower); ok && t.InString && c.scanner.Pos > at {
		f.PassedInString(reading.Offset(t.Base + int64(c.scanner.Pos)))
	}
}
