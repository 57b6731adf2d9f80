package scan

import "github.com/assayjson/assay/internal/engine/flaw"

// A Tally counts the tokens of a document and the members of a container.
type Tally struct {
	Tokens  int64
	Members int // number of members of the innermost container
}

// Tallies holds the current Tally, and the member counts of the containers around the innermost
// one.
type Tallies struct {
	Tally
	outer []int
}

// Reset prepares t for another document. It keeps the memory of t.
func (t *Tallies) Reset() { *t = Tallies{outer: t.outer[:0]} }

// Open starts to count the members of a new container.
func (t *Tallies) Open() {
	t.outer = append(t.outer, t.Members)
	t.Members = 0
}

// Close resumes the count of the container around the innermost one.
func (t *Tallies) Close() {
	last := len(t.outer) - 1
	t.Members, t.outer = t.outer[last], t.outer[:last]
}

// token counts a token. It returns flaw.TooManyTokens if that exceeds the limit, and 0 otherwise.
func (t *Tallies) token(l *Limits) flaw.ErrorKind {
	if t.Tokens++; t.Tokens > l.MaxTokens {
		return flaw.TooManyTokens
	}
	return 0
}

// member counts a token that begins a member of an object or an element of an array. It returns the
// kind of the limit that is exceeded, or 0.
func (t *Tallies) member(l *Limits) flaw.ErrorKind {
	if t.Members++; t.Members > l.MaxMembers {
		return flaw.TooManyMembers
	}
	return t.token(l)
}

// Value counts a token that begins a value in the innermost container of n. It returns the kind of
// the limit that is exceeded, or 0. In an object, the value is not counted as another member.
func (t *Tallies) Value(l *Limits, n *Nesting) flaw.ErrorKind {
	if n.Depth > 0 && !n.InObject() {
		return t.member(l)
	}
	return t.token(l)
}
