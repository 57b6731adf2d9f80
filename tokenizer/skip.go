package tokenizer

import (
	"errors"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/token"
)

// ErrNoValue is what [Tokenizer.Skip] returns where the array or object ends, and
// [Tokenizer.Leave] outside all of them.
var ErrNoValue = errors.New("tokenizer: there is no value to skip")

// PeekKind returns the kind of the token that [Tokenizer.Next] will return, or 0 if there is none
// or it is clear already that Next will return an error. It may return one anyway, if the token
// itself is wrong.
//
// With [KeepGoing], it also returns 0 before something that is not a token. Next may pass that
// and return the token after it, since what follows from an error is not reported again.
func (t *Tokenizer) PeekKind() TokenKind {
	if t.recovery.hasLater {
		return t.recovery.later.Kind()
	}
	c, walks := t.peek()
	switch {
	case c == '"' && t.nameIsNext(walks):
		return Name
	case index.IsClosing(c):
		return TokenKind(c)
	}
	return TokenKind(token.KindOf[c])
}

// peek returns the first byte of the next token, or 0 if there is none, and whether there
// are marks to go by.
func (t *Tokenizer) peek() (c byte, walks bool) {
	if t.hasMarks() {
		return t.text[t.marks[t.next]], true
	}
	if t.err != nil {
		return 0, false
	}
	return t.separators(), false
}

// hasMarks reports whether the next token has them, and looks for more if needed.
func (t *Tokenizer) hasMarks() bool {
	for t.next+1 >= len(t.marks) {
		if t.err != nil || !t.refill() {
			return false
		}
	}
	return true
}

// nameIsNext reports whether a string that comes next is a name. Walks by marks pass commas
// without a word.
func (t *Tokenizer) nameIsNext(walks bool) bool {
	s := t.scanner.State
	return index.BeforeName>>(s&31)&1 != 0 && (walks || s != scan.AfterMember)
}

// Skip passes the next value, with all that is in it; if a name comes next, its value too.
// Whatever it passes is checked as if it had been read.
func (t *Tokenizer) Skip() error {
	switch t.PeekKind() {
	case EndObject, EndArray:
		return ErrNoValue
	case Name:
		if _, err := t.Next(); err != nil {
			return err
		}
		return t.Skip()
	case BeginObject, BeginArray:
		return t.pass(t.scanner.Nesting.Depth)
	}
	_, err := t.Next()
	return err
}

// Leave passes the rest of the innermost array or object that is open, and its closing
// bracket.
func (t *Tokenizer) Leave() error {
	if t.scanner.Nesting.Depth == 0 {
		return ErrNoValue
	}
	return t.pass(t.scanner.Nesting.Depth - 1)
}

// pass reads on up to the closing bracket after which so many containers are open.
func (t *Tokenizer) pass(depth int) error {
	s := &t.scanner
	// An inspector has been there already, so what it has seen must not be scanned again. Of a
	// stream, what has been passed may be gone.
	for open := s.Nesting.Depth; !t.inspector.wanted && t.buffer == nil && t.hasMarks(); {
		for i, mark := range t.marks[t.next : len(t.marks)-1] {
			if open += int(nests[t.text[mark]]); open == depth {
				t.next += i
				t.passed(depth)
				return nil
			}
		}
		t.next = len(t.marks) - 1
	}
	// The scanner stands where all this began.
	for {
		token, err := t.Next()
		if err != nil {
			return err
		}
		if k := token.Kind(); (k == EndObject || k == EndArray) && s.Nesting.Depth == depth {
			return nil
		}
	}
}

// nests is how much deeper it is after a byte with a mark. Those in strings are no brackets.
var nests = [256]int8{'{': 1, '[': 1, '}': -1, ']': -1}

// passed moves the scanner behind the bracket that the next mark stands for.
func (t *Tokenizer) passed(depth int) {
	s := &t.scanner
	s.Pos = t.base + int(t.marks[t.next]) + 1
	t.next++
	if s.Nesting.Depth > depth {
		s.Nesting.Pop()
	}
	s.ValueDone()
	t.afterValue = s.State
}
