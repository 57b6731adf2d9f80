package jsonsimd

// Counts are of what lines and columns are computed from, if the text is valid.
type Counts struct {
	Lines         int // as search.CountLines counts
	Continuations int // as utf8simd.CountContinuations
	Pairs         int // as search.CountPairs
}

// The lexers count in planes that lie in a row, the sum of the words of each being a count;
// first comes one that keeps which of the last bytes was CR.
const countedPlanes = 3

// beginCounts makes the lexer count, from nothing.
func (j *Checker) beginCounts() {
	*j.lexer.word(jsonPlanes.asked) = 1
	clear(j.lexer.words(jsonPlanes.counts, 1+countedPlanes))
}

// Counts counts in what has been written since BeginPauses, or since it was called last, up
// to where whole chunks end: in all that was written, if the lengths are multiples of
// [IndexUnit]. LF after CR ends no line, even if the CR has been counted before. The counts
// mean nothing once Write has returned false.
func (j *Checker) Counts() Counts {
	counted := j.lexer.words(jsonPlanes.counts+jsonPlanes.chunk/8, countedPlanes)
	size := len(counted) / countedPlanes
	c := Counts{sum(counted[:size]), sum(counted[size : 2*size]), sum(counted[2*size:])}
	clear(counted)
	return c
}

func sum(words []uint64) int {
	n := uint64(0)
	for _, w := range words {
		n += w
	}
	return int(n)
}
