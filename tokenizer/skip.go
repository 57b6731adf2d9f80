package tokenizer

import (
	"errors"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/token"
)

// ErrNoValue is the error of [Tokenizer.Skip] at the end of an array or object, and of
// [Tokenizer.Leave] outside all arrays and objects.
var ErrNoValue = errors.New("tokenizer: there is no value to skip")

// PeekKind returns the kind of the token that [Tokenizer.Next] will return. It returns 0 if there
// are no more tokens, or if it is already clear that Next will return an error. If the token itself
// is invalid, PeekKind may return its kind, and Next will then return an error.
//
// With [KeepGoing], PeekKind also returns 0 before text that is not a token. Next may skip that
// text and return the token after it, because errors that follow from others are not reported. With [OnlyErrors], PeekKind returns 0
// unless Next will return a name after the error about it.
func (t *Tokenizer) PeekKind() TokenKind {
	switch {
	case t.recovery.hasLater:
		return t.recovery.later.Kind()
	case t.mode.onlyErrors:
		return 0 // Next skips the next token
	}
	c, walks := t.peek()
	switch {
	case c == '"' && nameIsNext(t.scanner.State, walks):
		return Name
	case syntax.IsClosing(c):
		return TokenKind(c)
	}
	return TokenKind(token.KindOf[c])
}

// peek returns the first byte of the next token, or 0 if there are no more tokens. It also reports
// whether the token has marks.
func (t *Tokenizer) peek() (c byte, walks bool) {
	if w := &t.walk; t.hasMarks() {
		return w.text[w.marks[w.next]], true
	}
	if t.err != nil {
		return 0, false
	}
	return t.separators(), false
}

// hasMarks reports whether the next token has marks. It looks for more marks if necessary.
func (t *Tokenizer) hasMarks() bool {
	for t.walk.next+1 >= len(t.walk.marks) {
		if !t.refill() {
			return false
		}
	}
	return true
}

// nameIsNext reports whether a string at a position with the given state is a name. The parameter walks means that
// the string has marks: walks over marks skip commas without changing the state.
func nameIsNext(s scan.State, walks bool) bool {
	return index.BeforeName>>(s&31)&1 != 0 && (walks || s != scan.AfterMember)
}

// Skip skips the next value with everything in it. If the next token is a name, it skips the name
// and its value. Everything that is skipped is checked as if it had been read. At the end of an
// array or object, the error is [ErrNoValue]; after the document, it is io.EOF.
//
// Skip does not return the text of the value. To get the text of whole arrays and objects, use
// package document; see [github.com/assayjson/assay/document.Value.Raw].
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

// Leave skips the rest of the innermost open array or object, including its closing bracket. It
// checks what it skips, like [Tokenizer.Skip]. If no array or object is open, the error is
// [ErrNoValue].
func (t *Tokenizer) Leave() error {
	if t.scanner.Nesting.Depth == 0 {
		return ErrNoValue
	}
	return t.pass(t.scanner.Nesting.Depth - 1)
}

// pass reads up to and including the closing bracket after which the given number of containers are
// open.
func (t *Tokenizer) pass(depth int) error {
	s, w := &t.scanner, &t.walk
	// This loop is not used if there is an inspector. The inspector has already seen these tokens,
	// so the scanner must not scan them again. It is not used for streams either, because skipped
	// text may no longer be in memory.
	for open := s.Nesting.Depth; !w.inspector.wanted && t.buffer == nil && t.hasMarks(); {
		i, left := mark.ClosingBracket(w.text, w.marks[w.next:len(w.marks)-1], open-depth)
		if w.next += i; left == 0 {
			w.passClosing(s, depth)
			return nil
		}
		open = depth + left
	}
	// The loop above has not moved the scanner.
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
