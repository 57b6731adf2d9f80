package index

import "github.com/assayjson/assay/internal/engine/place"

// A Trail keeps the path and the open brackets of a stream up to date while a walk passes marks. It is a [Follower].
type Trail struct {
	Path      place.Path
	Positions *place.StreamPositions

	counted int // Path has counted the scalars before this mark
}

// Reset prepares t for another stream.
func (t *Trail) Reset(p *place.StreamPositions) {
	t.Path.Reset()
	t.Positions, t.counted = p, 0
}

// Begin begins a walk. Marks then count from 0 again.
func (t *Trail) Begin() { t.counted = 0 }

// PassName implements [Follower].
func (t *Trail) PassName(begin int) { t.Path.Named(begin) }

// PassEscapes implements [Follower]. The marks of escapes do not count.
func (t *Trail) PassEscapes(n int) { t.counted += n }

// PassOpening implements [Follower].
func (t *Trail) PassOpening(begin, next int, object bool) {
	t.Path.Open(object, (next-t.counted)/2)
	t.Positions.Opened(begin)
	t.counted = next
}

// PassClosing implements [Follower].
func (t *Trail) PassClosing(next int) {
	t.counted = next
	t.Path.Close()
	t.Positions.Closed()
}

// CountTo counts the scalars before the given mark as elements of the innermost container. Each scalar has two marks, but the last
// scalar may share its second mark with the bracket after it.
func (t *Trail) CountTo(mark int) {
	t.Path.Count((mark - t.counted + 1) / 2)
	t.counted = mark
}
