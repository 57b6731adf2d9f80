package stream

import (
	"slices"

	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/streamscan"
)

// approach moves the scanner to shortly before the error that the kernel or takeNames has found in
// s.Src[:end], all of which has been written to json. It does nothing if it cannot find that
// position.
func (k *kernels) approach(s *scan.Scanner, end int) {
	if k.limits.wanted {
		return // the inspector has moved it
	}
	from := unconsumed(s)
	if s.UniqueNames && k.marks.trust.Trusted > 0 {
		k.approachName(s)
		return
	}
	stop, lowest, ok := k.replay.Retreat(k.json, s.MaxDepth, s.Src, k.checkpointAt, end, from, s.Positions.InString)
	if !ok {
		return
	}
	if s.UniqueNames {
		n, _ := slices.BinarySearch(k.marks.offsets, uint32(stop.Pos))
		k.marks.offsets = k.marks.offsets[:n]
	}
	switch {
	case k.moveScanner(s, &stop, from, lowest) && !k.placeless:
		streamscan.Settle(s)
	case s.UniqueNames && k.marks.trust.Trusted > 0:
		k.approachName(s) // moveScanner has found a duplicate name
	}
}
