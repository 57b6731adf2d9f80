package stream

import (
	"slices"

	"github.com/assayjson/assay/internal/engine/streamscan"
)

// approach moves the scanner to shortly before the error that the kernel or takeNames has found in
// buf[:end], all of which has been written to the kernel. It does nothing if it cannot find that
// position.
func (c *Checker) approach(end int) {
	if c.limits.wanted {
		return // the inspector has moved it
	}
	from := c.knownFrom()
	if c.rules.UniqueNames && c.marks.trust.Trusted > 0 {
		c.approachName()
		return
	}
	stop, lowest, ok := c.replay.Retreat(c.json, c.rules.MaxDepth, c.buf, c.checkpointAt, end, from, c.positions.InString)
	if !ok {
		return
	}
	if c.rules.UniqueNames {
		n, _ := slices.BinarySearch(c.marks.offsets, uint32(stop.Pos))
		c.marks.offsets = c.marks.offsets[:n]
	}
	switch {
	case c.moveScanner(&stop, from, lowest) && !c.placeless:
		streamscan.Settle(&c.scanner)
	case c.rules.UniqueNames && c.marks.trust.Trusted > 0:
		c.approachName() // moveScanner has found a duplicate name
	}
}
