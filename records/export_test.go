package records

import "iter"

// Chunk makes records be checked, and read, by so many bytes at a time, to have edges all
// over the place.
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
