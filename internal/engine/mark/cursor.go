package mark

import (
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/token"
)

// A Cursor reads the tokens of a text in order. The text must be valid, at least as far as it has marks. The
// next token is the one whose first mark is Marks[At]. Callers set the exported fields, and may change them.
type Cursor struct {
	Text  []byte
	Marks []uint32 // offsets in Text
	Links []uint32 // if not nil, the links of a tape: Links[i] is the index of the closing bracket if Marks[i] is an opening one
	At    int

	// The current token, which Next has returned, is Text[Begin:End].
	Begin, End int
	Escaped    bool // it is a string with escapes
}

// Next moves the cursor past the next token, which becomes the current one, and returns its kind. A name has
// the kind of a string. Next returns 0 and does not move if there are no more tokens, or if a mark is still
// missing: the one at which the token ends or, after an opening bracket, the first one of the next token.
func (c *Cursor) Next() token.Kind {
	i := c.At
	if uint(i+1) >= uint(len(c.Marks)) {
		return c.last()
	}
	if c.Marks[i] >= HasEscape {
		return c.escaped()
	}
	begin, end := int(c.Marks[i]), int(c.Marks[i+1])
	b := c.Text[begin]
	if b == '"' {
		if c.Text[end] != '"' || c.Text[end-1] == '\\' {
			return c.escaped()
		}
		c.Begin, c.End, c.Escaped, c.At = begin, end+1, false, i+2
		return token.String
	}
	if b|' ' == '{' || b|' ' == '}' || b == byte(LineEnd) {
		c.Begin, c.End, c.Escaped, c.At = begin, begin+1, false, i+1
		return token.Kind(b)
	}
	next := i + 2
	if end < len(c.Text) && syntax.IsClosing(c.Text[end]) { // a closing bracket shares its mark with the token before it
		next = i + 1
	}
	c.Begin, c.End, c.Escaped, c.At = begin, end, false, next
	return token.KindOf[b]
}

// Body returns the text between the quotation marks of the current token, a string.
func (c *Cursor) Body() []byte { return c.Text[c.Begin+1 : c.End-1] }

// escaped does the work of Next for a string with escapes.
func (c *Cursor) escaped() token.Kind {
	begin, closing := c.Marks[c.At], c.At+1
	if begin < HasEscape {
		if closing = ClosingQuote(c.Text, c.Marks, c.At); closing == len(c.Marks) {
			return 0
		}
	}
	c.Begin, c.End, c.Escaped, c.At = int(begin&^HasEscape), int(c.Marks[closing])+1, true, closing+1
	return token.String
}

// last does the work of Next if at most one mark is left. Only a closing bracket needs no other mark.
func (c *Cursor) last() token.Kind {
	k := c.Peek()
	if k != token.EndObject && k != token.EndArray {
		return 0
	}
	c.Begin = int(c.Marks[c.At])
	c.End, c.Escaped, c.At = c.Begin+1, false, c.At+1
	return k
}

// Peek returns the kind of the next token, which may still lack a mark, or 0 if there is none.
func (c *Cursor) Peek() token.Kind {
	if c.At >= len(c.Marks) {
		return 0
	}
	if at := int(c.Marks[c.At] &^ HasEscape); at < len(c.Text) {
		return kindOf[c.Text[at]]
	}
	return 0 // the mark at which a number or literal ends, and with it the text
}

// Skip moves the cursor past the rest of the innermost open array or object, including its closing bracket, which
// becomes the current token. Skip returns false and does not move if that bracket has no mark yet. If there are
// links, Skip may only be called when the current token is the opening bracket.
func (c *Cursor) Skip() bool {
	closing := c.At
	if c.Links != nil {
		closing = int(c.Links[c.At-1])
	} else if n, _ := ClosingBracket(c.Text, c.Marks[c.At:], 1); c.At+n < len(c.Marks) {
		closing += n
	} else {
		return false
	}
	c.Begin = int(c.Marks[closing])
	c.End, c.Escaped, c.At = c.Begin+1, false, closing+1
	return true
}
