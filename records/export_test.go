package records

import "iter"

// Chunk sets how many bytes are checked, and read, at a time. Small values place chunk boundaries
// everywhere.
func Chunk(n int) Option { return Option{set: setChunk, n: int64(n)} }

// BadOf is Bad in the form of ReadBad.
func BadOf(data []byte, opts ...Option) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for r := range Bad(data, opts...) {
			if !yield(r, nil) {
				return
			}
		}
	}
}
