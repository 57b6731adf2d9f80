package tokenizer

import (
	"bytes"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
)

func init() {
	bridge.Copy = func(tokens, next any, c *bridge.Copying) (ok bool, err error) {
		t := tokens.(*Tokenizer)
		if t.mode != (mode{}) || !t.isAlike(c.Path) || !t.isAfter(TokenKind(c.Last)) { // with KeepGoing, tokens need not form a valid document
			return false, nil
		}
		t.copying = copying{Copying: c, from: t.InputOffset(), end: t.InputOffset()}
		defer func() { t.copying = copying{} }() // even if a writer panics
		if t.canPass(c) {
			return true, t.copyRest(c)
		}
		*next.(*Token), err = t.copyTokens(&t.copying)
		return true, err
	}
}

// canPass reports whether copying consists of passing the rest of the innermost container, which is
// in memory.
func (t *Tokenizer) canPass(c *bridge.Copying) bool {
	s := &t.scanner
	return t.buffer == nil && !t.inspector.wanted && c.Path.Depth() == c.Depth+1 &&
		s.MaxDepth-s.Nesting.Depth <= c.MaxDepth-c.Path.Depth()
}

// copyRest copies the rest of the innermost container.
func (t *Tokenizer) copyRest(c *bridge.Copying) error {
	begin, s := t.scanner.Pos, &t.scanner
	if err := t.pass(s.Nesting.Depth - 1); err != nil {
		return err
	}
	c.Last = s.Src[s.Pos-1]
	if c.Records {
		c.Buf = syntax.AppendLine(c.Buf, s.Src[begin:s.Pos])
	} else {
		c.Buf = append(c.Buf, s.Src[begin:s.Pos]...)
	}
	c.Path.Close()
	c.Out.Took(c)
	return nil
}

// copyTokens copies tokens. It returns the token before which it has ended, or the zero Token if it
// has ended after a token.
func (t *Tokenizer) copyTokens(c *copying) (Token, error) {
	for {
		if t.next+1 < len(t.marks) && !t.copyMarks(c) {
			t.save(c.end)
			return Token{}, nil
		}
		before := c.end
		token, err := t.Next()
		if err != nil || c.stopped {
			return Token{}, err
		}
		kind := token.Kind()
		if c.endsBefore(kind) {
			t.save(before)
			return token, nil
		}
		if gap := token.offset - before; gap > 0 && (gap > mostSpace && t.buffer != nil || c.Records && t.hasLineEnd(token, int(gap))) {
			t.copySeparator(kind)
			c.from = token.offset
		}
		c.end = token.offset + int64(token.size)
		c.Last = byte(kind)
		switch kind {
		case Name:
			c.Path.Named(len(c.Buf) + int(token.offset-c.from))
			if len(c.Names) > 0 && c.wants(token) {
				t.copyColon()
				return Token{}, nil
			}
			continue
		case BeginObject, BeginArray:
			c.Path.Open(kind == BeginObject, 0)
			continue
		case EndObject, EndArray:
			c.Path.Close()
		default:
			c.Path.Count(1)
		}
		if depth := c.Path.Depth(); depth == c.Depth || (kind == EndObject || kind == EndArray) && !t.isAlike(c.Path) {
			t.save(c.end)
			return Token{}, nil
		}
	}
}

// endsBefore reports whether copying ends before a token of the given kind.
func (c *copying) endsBefore(kind TokenKind) bool {
	switch kind {
	case BeginObject, BeginArray:
		return c.Path.Depth() >= c.MaxDepth
	case EndObject, EndArray:
		return c.Path.Depth() == 0 || c.Path.InObject() != (kind == EndObject)
	}
	return false
}

// isAfter reports whether the Tokenizer is directly after a token of the given kind, which is an
// opening bracket or ends a value. It is not if PeekKind has passed a comma.
func (t *Tokenizer) isAfter(last TokenKind) bool {
	switch s := t.scanner.State; last {
	case BeginObject, BeginArray:
		return s == scan.WantFirstName || s == scan.WantFirstElement
	default:
		return s == scan.AfterMember || s == scan.AfterElement
	}
}

// wants reports whether the token, a name, is one of the names at which copying ends.
func (c *copying) wants(token Token) bool {
	for i, name := range c.Names {
		if token.size-2 == len(name) && string(token.Body()) == name || token.Escaped() && token.size-2 > len(name) && token.String() == name {
			c.Found = i + 1
			return true
		}
	}
	return false
}

// copyColon copies the text up to the value of the name that has just been read. It must be the last
// step, because PeekKind may read more of the text.
func (t *Tokenizer) copyColon() {
	c := &t.copying
	t.save(c.end)
	isValue := t.PeekKind() != 0
	begin := int64(t.scanner.Pos)
	if t.next < len(t.marks) {
		begin = int64(t.base) + int64(t.marks[t.next])
	}
	begin += t.textOffset()
	if gap := begin - c.end; isValue && (gap <= mostSpace || t.buffer == nil) {
		colon := t.scanner.Src[c.end-t.textOffset():][:gap]
		if c.Records {
			c.Buf = syntax.AppendLine(c.Buf, colon)
		} else {
			c.Buf = append(c.Buf, colon...)
		}
		return
	}
	c.Buf = append(c.Buf, ':')
}

// hasLineEnd reports whether there is a line end in the gap before the token, which is the last one.
func (t *Tokenizer) hasLineEnd(token Token, gap int) bool {
	begin := int(token.offset - t.textOffset())
	space := t.scanner.Src[begin-gap : begin]
	return bytes.IndexByte(space, '\n') >= 0 || bytes.IndexByte(space, '\r') >= 0
}

// copySeparator copies the text up to the end of the last token that has been copied, and the comma or
// colon between it and the next token, without white space.
func (t *Tokenizer) copySeparator(next TokenKind) {
	c := &t.copying
	t.save(c.end)
	switch last := TokenKind(c.Last); {
	case last == Name:
		c.Buf = append(c.Buf, ':')
	case last == BeginObject, last == BeginArray, next == EndObject, next == EndArray:
	default:
		c.Buf = append(c.Buf, ',')
	}
}
