package jsonsimd

// tokensBefore is the number of judged tokens that are kept. The kernels only look at the last two.
// Pause returns all of them, so that its caller can see where the judged tokens end.
const tokensBefore = 8

// tokensLate is the number of tokens by which elements are delayed: the last tokensLate judged
// tokens are not in the nesting yet.
const tokensLate = 2

// A tokenQueue holds the tokens between the first stage, which adds them at the end, and the second
// stage, which judges them in groups. Before them, it holds the last tokensBefore judged tokens, or
// zeros in place of missing ones.
type tokenQueue struct {
	memory [ahead + most]byte // the collected tokens begin at index ahead
	count  int                // number of collected tokens, which have not been judged
	judged int                // number of tokens before them
	zeros  int                // number of zeros among the collected tokens; they are the last ones
}

// reset empties q for a new document.
func (q *tokenQueue) reset() {
	q.count, q.judged, q.zeros = 0, 0, 0
	clear(q.memory[ahead-tokensBefore : ahead])
}

// at returns where the collected token with index i is or will be. Kernels write some bytes beyond
// the tokens, for which there is room if i is at most enough.
func (q *tokenQueue) at(i int) *byte { return &q.memory[ahead+i] }

// extend makes end the end of the collected tokens, after a kernel has written more of them.
func (q *tokenQueue) extend(end *byte) { q.count = distance(q.at(0), end) }

// total returns the number of tokens found so far, judged or not.
func (q *tokenQueue) total() int { return q.judged + q.count - q.zeros }

// groups returns the number of whole groups of collected tokens. A group has the size of a chunk.
func (q *tokenQueue) groups() int { return q.count / jsonPlanes.chunk }

// drop removes the first n tokens, which have been judged.
func (q *tokenQueue) drop(n int) {
	copy(q.memory[ahead-tokensBefore:], q.memory[ahead+n-tokensBefore:ahead+q.count])
	q.count -= n
	q.judged += n
}

// pad completes the last group with zeros, which are not tokens, and returns the number of groups.
// It adds at least tokensLate zeros, so that all elements are found.
func (q *tokenQueue) pad() (groups int) {
	chunk := jsonPlanes.chunk
	n := (q.count + tokensLate + chunk - 1) / chunk * chunk
	clear(q.memory[ahead+q.count : ahead+n])
	q.count, q.zeros = n, n-q.count
	return n / chunk
}

// truncate removes the zeros, and the tokens after the first total ones of the document.
func (q *tokenQueue) truncate(total int) { q.count, q.zeros = total-q.judged, 0 }

// last returns the judged tokens that are kept, and then at most n collected tokens.
func (q *tokenQueue) last(n int) []byte {
	return q.memory[ahead-tokensBefore : ahead+min(q.count, n)]
}
