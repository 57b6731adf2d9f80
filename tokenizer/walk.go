package tokenizer

import (
	"strings"
	"unsafe"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/scan"
)

// token returns the token t.text[begin:end] and moves the scanner past it. The parameter next is
// the state after the token.
func (t *Tokenizer) token(begin, end int, kind TokenKind, next scan.State, depth int) Token {
	t.scanner.Pos, t.scanner.State = t.base+end, next
	raw := unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(t.text)), begin)), end-begin)
	return Token{raw, t.offset + int64(begin), newFacts(kind, depth)}
}

// string returns the token of the string or name t.text[begin:end].
func (t *Tokenizer) string(begin, end int) Token {
	s := &t.scanner
	if index.BeforeName>>(s.State&31)&1 != 0 {
		if t.buffer != nil {
			t.buffer.path.named(begin)
		}
		return t.token(begin, end, Name, scan.WantColon, s.Nesting.Depth)
	}
	return t.token(begin, end, String, t.afterValue, s.Nesting.Depth)
}

func (t *Tokenizer) open(begin int, kind TokenKind) Token {
	if t.buffer != nil {
		t.opened(begin, kind == BeginObject)
	}
	s := &t.scanner
	depth, next := s.Nesting.Depth, scan.WantFirstElement
	t.afterValue = scan.AfterElement
	if kind == BeginObject {
		t.afterValue, next = scan.AfterMember, scan.WantFirstName
	}
	s.Nesting.Push(kind == BeginObject)
	return t.token(begin, begin+1, kind, next, depth)
}

func (t *Tokenizer) close(begin int, kind TokenKind) Token {
	if t.buffer != nil {
		t.closed()
	}
	s := &t.scanner
	s.Nesting.Pop()
	t.afterValue = s.Nesting.AfterValue()
	return t.token(begin, begin+1, kind, t.afterValue, s.Nesting.Depth)
}

// newToken returns a token of the text from src[begin] to the scanner's position.
func (t *Tokenizer) newToken(kind TokenKind, begin, depth int) Token {
	s := &t.scanner
	offset := int64(begin)
	if t.buffer != nil {
		offset += t.buffer.positions.Base
	}
	token := Token{index.TextOf(s.Src[begin:s.Pos]), offset, newFacts(kind, depth)}
	if (kind == String || kind == Name) && strings.IndexByte(token.raw, '\\') >= 0 {
		token.facts |= hasEscapes
	}
	return token
}
