package offer

import (
	"bytes"
	"context"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/utf8check"
)

// A Text is a text with findings that may have repairs. It must not be used concurrently.
type Text struct {
	ctx    context.Context
	src    []byte
	tokens []token // see lexed
	odd    []int   // the indices of those tokens that may be of another notation
}

// New returns a Text. It keeps src, which must not be changed. If ctx is done, there are no repairs.
func New(ctx context.Context, src []byte) *Text { return &Text{ctx: ctx, src: src} }

// A token is a part of the text.
type token struct {
	kind       dialect.TokenKind
	begin, end int
}

// mostTokens limits the tokens of a text that are read to change all of it.
const mostTokens = 200_000

// lexed returns the tokens of the text, read as JSON5, in which # begins a comment, too, and with the tokens of other notations. They are read
// once. If there are more than mostTokens, lexed returns none.
func (t *Text) lexed() []token {
	if t.tokens != nil {
		return t.tokens
	}
	t.tokens = []token{}
	for begin := 0; begin < len(t.src); {
		if len(t.tokens) == mostTokens {
			t.tokens, t.odd = []token{}, nil
			break
		}
		kind, end := t.token(begin)
		if !t.isPlain(kind, begin, end) {
			t.odd = append(t.odd, len(t.tokens))
		}
		t.tokens = append(t.tokens, token{kind, begin, end})
		begin = end
	}
	return t.tokens
}

// isPlain reports whether no change applies to a token of any text, because all notations have it.
func (t *Text) isPlain(kind dialect.TokenKind, begin, end int) bool {
	switch kind {
	case dialect.BeginObject, dialect.EndObject, dialect.BeginArray, dialect.EndArray, dialect.Comma, dialect.Colon:
		return true
	case dialect.String:
		return t.src[begin] == '"'
	case dialect.Space:
		return utf8check.IsASCII(t.src[begin:end])
	}
	return false
}

// token returns the kind of the token that begins at an offset, and its end. A word goes on after hyphens, as in names of CSS. Tokens of other
// notations have kinds of their own, see foreign. If the context is done, the rest of the text is a single token.
func (t *Text) token(begin int) (kind dialect.TokenKind, end int) {
	if t.ctx.Err() != nil {
		return dialect.Space, len(t.src)
	}
	if kind, n := foreign(t.src, begin); n > 0 {
		return kind, begin + n
	}
	if t.src[begin] == '#' {
		n := bytes.IndexByte(t.src[begin:], '\n')
		if n < 0 {
			n = len(t.src) - begin
		}
		return dialect.LineComment, begin + n
	}
	next, err := dialect.NewLexer(t.src[begin:], dialect.JSON5).Next()
	if err != nil && (next.Kind == dialect.String || next.Kind.IsComment()) {
		return dialect.Space, begin + max(next.End, 1) // nothing is known about it
	}
	end = begin + max(next.End, 1)
	for next.Kind == dialect.Word && end < len(t.src) && t.src[end] == '-' {
		rest, err := dialect.NewLexer(t.src[end+1:], dialect.JSON5).Next()
		if err != nil || rest.Kind != dialect.Word && rest.Kind != dialect.Number {
			break
		}
		end += 1 + rest.End
	}
	return next.Kind, end
}

// significant returns the first token from an offset on that is neither white space nor a comment. At the end of the text, its kind is 0.
func (t *Text) significant(at int) token {
	for at < len(t.src) {
		kind, end := t.token(at)
		if !kind.IsTrivia() {
			return token{kind, at, end}
		}
		at = end
	}
	return token{begin: at, end: at}
}

// endOfValue returns the end of the value that begins at an offset, or -1.
func (t *Text) endOfValue(begin int) int {
	depth := 0
	for begin < len(t.src) {
		kind, end := t.token(begin)
		if depth += depthOf(kind); depth == 0 {
			return end
		}
		begin = end
	}
	return -1
}

// depthOf returns by how much a token changes the number of brackets that are open.
func depthOf(kind dialect.TokenKind) int {
	switch kind {
	case dialect.BeginObject, dialect.BeginArray:
		return 1
	case dialect.EndObject, dialect.EndArray:
		return -1
	}
	return 0
}

// extended returns src[begin:end], extended by the white space that would be left at the end of a line if it were removed, and by the whole line
// if nothing else is in it. If something else follows in the line, ok is false.
func (t *Text) extended(begin, end int) (from, to int, ok bool) {
	after := end + len(t.src[end:]) - len(bytes.TrimLeft(t.src[end:], " \t"))
	if after < len(t.src) && t.src[after] != '\n' && t.src[after] != '\r' {
		return begin, end, false
	}
	before := len(bytes.TrimRight(t.src[:begin], " \t"))
	if before > 0 && t.src[before-1] != '\n' {
		return before, after, true
	}
	if bytes.HasPrefix(t.src[after:], []byte("\r\n")) {
		return before, after + len("\r\n"), true
	}
	return before, min(after+len("\n"), len(t.src)), true
}
