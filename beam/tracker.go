package assaybeam

import (
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
)

// A claim asks for the bytes of a file up to an offset. The tracker lowers end if the restriction
// ends earlier.
type claim struct{ end int64 }

// A tracker is an [offsetrange.Tracker] of which ranges are claimed, not positions: a claim of the
// bytes up to an offset claims the byte before that offset. The tracker therefore never splits inside
// a range that has been claimed. Asking where the restriction ends and claiming up to there is one
// step, so that a split cannot come between.
//
// Like other trackers, it must be wrapped in an [sdf.LockRTracker].
type tracker struct {
	*offsetrange.Tracker
	least int64 // the length in bytes of the shortest range worth splitting off
}

func newTracker(rest offsetrange.Restriction, least int64) *sdf.LockRTracker {
	return sdf.NewLockRTracker(&tracker{offsetrange.NewTracker(rest), least})
}

// TryClaim claims a range, which is a *claim that ends after all earlier ones. It returns false if
// nothing before the end of the claim is left.
func (t *tracker) TryClaim(position any) (ok bool) {
	c := position.(*claim)
	c.end = min(c.end, t.end())
	if t.IsDone() {
		return false // no position is claimed, because claiming the end twice is an error
	}
	return t.Tracker.TryClaim(c.end - 1)
}

func (t *tracker) end() int64 { return t.GetRestriction().(offsetrange.Restriction).End }

// TrySplit splits what has not been claimed, unless either part would be too short.
func (t *tracker) TrySplit(fraction float64) (primary, residual any, err error) {
	_, left := t.GetProgress()
	if fraction = min(max(fraction, 0), 1); fraction*left < float64(t.least) || (1-fraction)*left < float64(t.least) {
		return t.GetRestriction(), nil, nil
	}
	return t.Tracker.TrySplit(fraction)
}
