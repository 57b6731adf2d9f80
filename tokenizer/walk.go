package tokenizer

import (
	"unsafe"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
)

// token returns the token t.text[begin:end] and moves the scanner past it. The parameter next is
// the state after the token.
func (t *Tokenizer) token(begin, end int, kind TokenKind, next scan.State, depth int) Token {
	start := (*byte)(unsafe.Add(unsafe.Pointer(unsafe.StringData(t.text)), begin))
	token := Token{start, end - begin, t.offset + int64(begin), newFacts(kind, depth)}
	t.scanner.Pos, t.scanner.State = t.base+end, next
	return token
}

// string returns the token of the string or name t.text[begin:end].
func (t *Tokenizer) string(begin, end int) Token {
	s := &t.scanner
	if index.BeforeName>>(s.State&31)&1 != 0 {
		if t.buffer != nil {
			t.buffer.trail.Path.Named(begin)
		}
		return t.token(begin, end, Name, scan.WantColon, s.Nesting.Depth)
	}
	return t.token(begin, end, String, t.afterValue, s.Nesting.Depth)
}
