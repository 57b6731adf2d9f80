package records

import "iter"

// Chunk sets how many bytes are read and checked at a time. With small values, there are chunk
// boundaries everywhere.
func Chunk(n int) Option { return Option{set: setChunk, n: int64(n)} }

// BadOf is like Bad, but has the same types of options and results as ReadBad. It drops ReadAhead,
// which is not an option of Bad.
func BadOf(data []byte, opts ...ReadBadOption) iter.Seq2[Record, error] {
	var ofBad []BadOption
	for _, o := range opts {
		if o, ok := o.(BadOption); ok {
			ofBad = append(ofBad, o)
		}
	}
	return func(yield func(Record, error) bool) {
		for r := range Bad(data, ofBad...) {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Examined returns how many bytes [Salvage] has looked at to divide data, except for attempts to check
// many lines together, and how many parts there are.
func Examined(data []byte, opts ...SalvageOption) (examined int64, parts int) {
	c, chosen := newSalvageConfig(opts, len(data)+1)
	s := newSalvager(c, chosen, func(Salvaged) bool {
		parts++
		return true
	})
	s.walk(data, true)
	return s.examined, parts
}
