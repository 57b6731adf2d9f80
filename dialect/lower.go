package dialect

import (
	"bytes"
	"io"

	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// Lower returns what src, in dialect d, is in JSON, so that whatever reads JSON can read it.
//
// Comments, trailing commas and white space that JSON doesn't have become spaces, and JSON's
// white space in comments stays: JSONC and JWCC keep all their offsets. Of JSON5, strings, names
// and numbers are written as JSON has them, and the Map tells where they come from. JSON has no
// NaN and no infinities; they become 0, and [Map.Special] tells.
//
// What is wrong is left as it is, for [tokenizer.Check] to find it: the text is of its
// dialect if, and only if, json is JSON. A trailing comma in JSONC is such an error. errs are
// those that the JSON text cannot explain, such as a comment without an end, in the order of
// their places and a thousand at the most.
//
// A text that is JSON is returned as it is, without allocation, and so is one in which there is
// nothing to do. src is never changed. It takes linear time, no recursion, and of JSON5 one bit
// for each level of nesting.
func Lower(src []byte, d Dialect) (json []byte, m Map, errs []*Error) {
	if d == JSON || tokenizer.Valid(src) {
		return src, Map{src: src}, nil
	}
	l := lowering{src: src, dialect: d, comma: -1}
	lexer := Lexer{src: src, dialect: d}
	for {
		token, err := lexer.Next()
		if err == io.EOF {
			break
		}
		if err != nil && len(l.errs) < mostErrors {
			l.errs = append(l.errs, err.(*Error))
		}
		l.token(token, err == nil)
	}
	return l.text(), Map{src, l.rewrites}, l.errs
}

const mostErrors = 1000

// lowering is a text on its way to JSON.
type lowering struct {
	src      []byte
	dialect  Dialect
	dst      []byte // for src[:done]; what has not been changed is copied when something is
	done     int
	rewrites []rewrite
	errs     []*Error

	objects nesting
	before  TokenKind // the last token that was no trivia
	comma   int       // the offset of that, if it is a comma after a value, or -1
	scratch []byte    // for one token
}

// text returns the JSON text when all tokens have been seen.
func (l *lowering) text() []byte {
	if l.dst == nil {
		return l.src
	}
	return append(l.dst, l.src[l.done:]...)
}

// token takes the next token.
func (l *lowering) token(t Token, right bool) {
	if t.Kind.IsTrivia() {
		if right {
			l.trivia(t)
		}
		return
	}
	comma := -1
	switch t.Kind {
	case BeginObject, BeginArray:
		l.open(t.Kind)
	case EndObject, EndArray:
		if l.comma >= 0 && l.dialect.HasTrailingCommas() {
			l.dropComma()
		}
		l.objects.pop()
	case Comma:
		if l.before.endsValue() {
			comma = t.Begin
		}
	default:
		if right && l.dialect == JSON5 {
			l.scalar(t)
		}
	}
	l.before, l.comma = t.Kind, comma
}

// open takes note of a bracket. Only JSON5 needs to know: it has names that look like values.
func (l *lowering) open(bracket TokenKind) {
	if l.dialect == JSON5 {
		l.objects.push(bracket == BeginObject)
	}
}

// endsValue reports whether a token of kind k may be the last of a value.
func (k TokenKind) endsValue() bool {
	return k == EndObject || k == EndArray || k == String || k == Number || k == Word
}

// trivia makes spaces of a comment, and of white space that JSON doesn't have.
func (l *lowering) trivia(t Token) {
	text := l.src[t.Begin:t.End]
	if t.Kind == Space && (l.dialect != JSON5 || spanLen(text, syntax.IsSpace) == len(text)) {
		return
	}
	l.copyTo(t)
	l.dst = appendBlank(l.dst, text)
}

// copyTo appends what stands before t, for t to be replaced.
func (l *lowering) copyTo(t Token) {
	if l.dst == nil {
		l.dst = make([]byte, 0, len(l.src)+len(l.src)/8)
	}
	l.dst = append(l.dst, l.src[l.done:t.Begin]...)
	l.done = t.End
}

// appendBlank appends a space for each byte of text. JSON's white space stays, and so do bytes
// that are not UTF-8, as the errors that they are.
func appendBlank(dst, text []byte) []byte {
	for len(text) > 0 {
		n, kind := utf8check.Sequence(text)
		switch {
		case kind != utf8check.WellFormed || syntax.IsSpace(text[0]):
			dst = append(dst, text[:n]...)
		default:
			dst = append(dst, "    "[:n]...)
		}
		text = text[n:]
	}
	return dst
}

// dropComma makes a space of the last comma. What has come after it has kept its length.
func (l *lowering) dropComma() {
	if l.comma >= l.done {
		l.copyTo(Token{Begin: l.comma, End: l.comma + 1})
		l.dst = append(l.dst, ' ')
		return
	}
	l.dst[len(l.dst)-(l.done-l.comma)] = ' '
}

// scalar writes a string, name or number of JSON5 as JSON has it.
func (l *lowering) scalar(t Token) {
	raw := l.src[t.Begin:t.End]
	switch {
	case t.Kind == String || t.Kind == Word && l.wantsName():
		l.scratch = AppendString(l.scratch[:0], raw)
	case t.Kind == Number || t.Kind == Word && specialOf(raw) != "":
		l.scratch = appendNumber(l.scratch[:0], raw)
	default:
		return
	}
	if !bytes.Equal(l.scratch, raw) {
		l.rewrite(t, raw)
	}
}

// wantsName reports whether a word that comes next is the name of a member.
func (l *lowering) wantsName() bool {
	return l.before == BeginObject || l.before == Comma && l.objects.top()
}

// rewrite puts scratch in the place of a token. There is nothing to note if all that has
// changed are quotes.
func (l *lowering) rewrite(t Token, raw []byte) {
	l.copyTo(t)
	begin := len(l.dst)
	l.dst = append(l.dst, l.scratch...)
	if n := len(raw); t.Kind == String && len(l.scratch) == n && bytes.Equal(l.scratch[1:n-1], raw[1:n-1]) {
		return
	}
	l.rewrites = append(l.rewrites, rewrite{t.Begin, t.End, begin, len(l.dst)})
}
