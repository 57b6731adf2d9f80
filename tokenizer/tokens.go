package tokenizer

import (
	"io"
	"iter"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/internal/engine/token"
)

// Next returns the next token. After the last token, the error is [io.EOF]. If the document is
// invalid, the error is the [*SyntaxError] that [Check] would return. After an error, Next returns
// the same error again; see [KeepGoing] for the exception. Next allocates nothing for a token that
// is in memory.
func (t *Tokenizer) Next() (Token, error) {
	w, i := &t.walk, t.walk.next
	if uint(i+1) >= uint(len(w.marks)) {
		return t.nextSlow()
	}
	// This does the same as a [mark.Cursor], but without a call.
	s := &t.scanner
	begin, end := int(w.marks[i]), int(w.marks[i+1])
	switch c := w.text[begin]; c {
	case '"':
		if w.text[end] != '"' || w.text[end-1] == '\\' {
			return t.escapedString()
		}
		w.next = i + 2
		if index.BeforeName>>(s.State&31)&1 == 0 { // this does the same as the method string, but without a call
			return w.token(s, begin, end+1, String, w.afterValue, s.Nesting.Depth), nil
		}
		if t.buffer != nil {
			t.buffer.trail.PassName(begin)
		}
		return w.token(s, begin, end+1, Name, scan.WantColon, s.Nesting.Depth), nil
	case '{', '[':
		w.next = i + 1
		if t.buffer != nil {
			t.buffer.trail.PassOpening(begin, i+1, c == '{')
		}
		s.Nesting.Push(c == '{')
		next := scan.WantFirstElement
		w.afterValue = scan.AfterElement
		if c == '{' {
			w.afterValue, next = scan.AfterMember, scan.WantFirstName
		}
		return w.token(s, begin, begin+1, TokenKind(c), next, s.Nesting.Depth-1), nil
	case '}', ']':
		w.next = i + 1
		if t.buffer != nil {
			t.buffer.trail.PassClosing(i + 1)
		}
		s.Nesting.Pop()
		w.afterValue = s.Nesting.AfterValue()
		return w.token(s, begin, begin+1, TokenKind(c), w.afterValue, s.Nesting.Depth), nil
	default:
		// A closing bracket right after the token shares the second mark of the token. This is a
		// branch, because a CPU can predict a branch and start on the next token before it has
		// loaded w.text[end]. If the index were computed without a branch, the CPU would have to
		// wait for that byte.
		if syntax.IsClosing(w.text[end]) {
			w.next = i + 1
			return w.token(s, begin, end, TokenKind(token.KindOf[c]), w.afterValue, s.Nesting.Depth), nil
		}
		w.next = i + 2
		return w.token(s, begin, end, TokenKind(token.KindOf[c]), w.afterValue, s.Nesting.Depth), nil
	}
}

// escapedString does the work of Next for a string with escapes, each of which has a mark.
func (t *Tokenizer) escapedString() (Token, error) {
	w, s := &t.walk, &t.scanner
	begin, last := int(w.marks[w.next]), mark.ClosingQuote(w.text, w.marks, w.next)
	if last == len(w.marks) {
		return t.nextSlow()
	}
	if t.buffer != nil {
		t.buffer.trail.PassEscapes(last - w.next - 1)
	}
	w.next = last + 1
	token := w.string(s, begin, int(w.marks[last])+1)
	token.facts |= hasEscapes
	return token, nil
}

// nextSlow does the work of Next if there are not enough marks.
func (t *Tokenizer) nextSlow() (Token, error) {
	if t.recovery.hasLater {
		t.recovery.hasLater = false
		return t.recovery.later, nil
	}
	if t.mode.onlyErrors {
		return t.nextError()
	}
	if t.refill() {
		return t.Next()
	}
	if t.err != nil {
		return Token{}, t.takeError()
	}
	return t.scan()
}

// nextError skips tokens up to the next error. The inspector skips the tokens that have marks.
func (t *Tokenizer) nextError() (Token, error) {
	for t.err == nil && !t.recovery.hasLater {
		t.walk.inspector.Led, t.walk.inspector.wanted = t.walk.trail, true
		if t.refill() || t.err != nil {
			continue
		}
		if t.skim(); t.err != nil {
			return Token{}, t.takeError()
		}
		if t.recovery.hasLater {
			break
		}
		if _, err := t.scan(); err != nil {
			return Token{}, err
		}
	}
	if t.recovery.hasLater {
		t.recovery.hasLater = false
		return t.recovery.later, nil
	}
	return Token{}, t.takeError()
}

// skim skips tokens that have no marks, if the document is in memory. It stops after a token with an
// error, and where an index may be useful. It does the same as scan, but is faster.
func (t *Tokenizer) skim() {
	f, s, r := t.buffer, &t.scanner, &t.recovery
	if t.walk.index != nil || !f.borrowed || f.positions.InString || r.comment != "" || r.until > 0 {
		return
	}
	end := len(s.Src)
	if end-s.Pos >= f.skimmed {
		end = int(min(int64(end), f.indexFrom))
	}
	for {
		if s.SkipSpace(); s.Pos >= end {
			return
		}
		a := attempt{s.State, s.Tally.Tally, s.Pos, s.Src[s.Pos]}
		if !s.Token(a.c) {
			t.needs(a.c, a.begin, false) // nothing, because the whole document is in memory
			t.keepGoing(a)
			return
		}
		r.recovered(a.c)
		switch {
		case a.c == ',' || a.c == ':':
		case a.c == '"' && s.State == scan.WantColon:
			f.passed(Name, a.begin)
		default:
			f.passed(TokenKind(a.c), a.begin)
		}
	}
}

// scan does the work of Next for a token without marks: the scanner reads the token.
func (t *Tokenizer) scan() (Token, error) {
	s := &t.scanner
	for {
		c := t.separators()
		if t.err != nil {
			return Token{}, t.takeError()
		}
		depth, kind := s.Nesting.Depth, TokenKind(c)
		switch {
		case c == '"' && (s.State == scan.WantFirstName || s.State == scan.WantNextName):
			kind = Name
		case syntax.IsNumberStart(c):
			kind = Number
		}
		begin, ok := t.take(c)
		if ok {
			if t.buffer != nil {
				t.buffer.passed(kind, begin)
			}
			return newToken(s, t.InputOffset(), kind, begin, min(depth, s.Nesting.Depth)), nil
		}
		if t.err != nil {
			return Token{}, t.takeError()
		}
	}
}

// takeError returns the current error. If the Tokenizer can continue after that error, takeError
// clears it.
func (t *Tokenizer) takeError() error {
	err, r := t.err, &t.recovery
	if r.pending {
		if t.err = nil; r.ends {
			t.err = io.EOF
		}
		r.pending = false
	}
	return err
}

// separators consumes white space, commas and colons, and returns the first byte of the next token.
// It returns 0 if there is an error, if the document ends, or for a pause.
func (t *Tokenizer) separators() byte {
	s := &t.scanner
	for {
		if f := t.buffer; f != nil && f.pauses {
			f.pauses = false
			t.err, t.recovery.pending = reading.ErrPause, true
			return 0
		}
		if t.recovery.comment != "" {
			t.recovery.passComment()
		}
		inString := t.buffer != nil && t.buffer.positions.InString
		if !inString {
			s.SkipSpace()
		}
		if s.Pos == len(s.Src) {
			if !t.readsOn() {
				return 0
			}
			continue
		}
		if inString {
			return '"'
		}
		if t.recovery.isBeyond() {
			t.fail(io.EOF)
			return 0
		}
		c := s.Src[s.Pos]
		if c != ',' && c != ':' {
			return c
		}
		if t.take(c); t.err != nil {
			return 0
		}
	}
}

// All returns an iterator over the tokens. Iteration ends after the last token, or after the first
// error, which is yielded without a token. With [KeepGoing], iteration also ends after the first
// error. To read all errors, call [Tokenizer.Next] until it returns io.EOF.
func (t *Tokenizer) All() iter.Seq2[Token, error] {
	return func(yield func(Token, error) bool) {
		for {
			token, err := t.Next()
			if err == io.EOF || !yield(token, err) || err != nil {
				return
			}
		}
	}
}

// Pointer returns the JSON Pointer (RFC 6901) of the last token. For a name, this is the pointer of
// the member; for a bracket, it is the pointer of the array or object. After Skip, Pointer returns
// the pointer of the value that has been skipped; after Leave, that of the array or object that has
// been left. For a document in memory, Pointer takes time linear in the offset of the token. For a
// stream, it takes time linear in the length of the pointer.
func (t *Tokenizer) Pointer() string {
	s := &t.scanner
	opened := s.State == scan.WantFirstName || s.State == scan.WantFirstElement
	if t.buffer != nil {
		t.buffer.trail.CountTo(t.walk.next)
		n := s.Nesting.Depth
		if opened {
			n--
		}
		return t.buffer.trail.Path.Pointer(s.Src, n, false)
	}
	end := s.Pos
	if s.State == scan.WantNextElement || s.State == scan.WantNextName {
		if comma := scan.CommaBefore(s.Src, end); comma >= 0 { // PeekKind has passed it; there is none after an error inside a token
			end = comma
		}
	}
	return string(place.AppendPointer(nil, s.Src, place.Trace(s.Src[:end]), opened))
}
