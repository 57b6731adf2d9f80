package scan

// A Tally counts the parts of a document.
type Tally struct {
	Tokens  int64
	Members int // of the innermost container
}

// Tallies are the current Tally, and the numbers of members of the containers around the innermost one.
type Tallies struct {
	Tally
	outer []int
}

// Open starts to count the members of a container.
func (t *Tallies) Open() {
	t.outer = append(t.outer, t.Members)
	t.Members = 0
}

// Close returns to the count of the container around the innermost one.
func (t *Tallies) Close() {
	last := len(t.outer) - 1
	t.Members, t.outer = t.outer[last], t.outer[:last]
}

// token counts a token, and returns TooManyTokens if that exceeds the limit, or 0.
func (t *Tallies) token(l *Limits) ErrorKind {
	if t.Tokens++; t.Tokens > l.MaxTokens {
		return TooManyTokens
	}
	return 0
}

// member counts a token that begins a member of an object or an element of an array, and returns
// the kind of the limit that it exceeds, or 0.
func (t *Tallies) member(l *Limits) ErrorKind {
	if t.Members++; t.Members > l.MaxMembers {
		return TooManyMembers
	}
	return t.token(l)
}

// Value counts a token that begins a value in the innermost container of n, and returns the kind
// of the limit that it exceeds, or 0. The value of a member of an object is not another member.
func (t *Tallies) Value(l *Limits, n *Nesting) ErrorKind {
	if n.Depth > 0 && !n.InObject() {
		return t.member(l)
	}
	return t.token(l)
}
