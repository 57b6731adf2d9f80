package jsonsimd

// Counts holds the numbers from which lines and columns are computed. They are meaningful only if
// the text is valid.
type Counts struct {
	Lines         int // as counted by search.CountLines
	Continuations int // as counted by utf8simd.CountContinuations
	Pairs         int // as counted by search.CountPairs
}

// countedPlanes is the number of planes in which the lexers count. They are adjacent, and the sum
// of the words of each plane is one count. The plane before them records whether the last byte was
// a CR.
const countedPlanes = 3

// beginCounts makes the lexer count, starting from zero.
func (l *lexer) beginCounts() {
	*l.word(jsonPlanes.asked) = 1
	clear(l.words(jsonPlanes.counts, 1+countedPlanes))
}

// Counts returns the counts for the bytes written since BeginPauses or the last call to Counts, up
// to the end of the last whole chunk. If the lengths of all parts are multiples of [IndexUnit],
// this includes every byte. An LF after a CR does not end another line, even if the CR was counted
// by an earlier call. Once Write has returned false, the counts are meaningless.
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
