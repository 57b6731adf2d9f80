package dialect

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// Lower converts src, a text in dialect d, to JSON.
//
// Comments, trailing commas and white space that JSON does not have are replaced with spaces, but white
// space in comments is kept if JSON allows it. Therefore offsets do not change in JSONC and JWCC. In
// JSON5, strings, names and numbers are rewritten as JSON, and m maps offsets back to src. JSON has no
// NaN and no infinities; they become 0, and [Map.Special] returns what they were.
//
// Errors in src are left in place for [tokenizer.Check] to find: json is valid JSON if, and only
// if, src is valid in its dialect. For example, a trailing comma in JSONC is such an error. errs
// holds the errors that cannot be found in the JSON text, such as an unterminated comment, in
// increasing order of offset. There are at most a thousand of them.
//
// If src is JSON, or there is nothing to convert, Lower returns src itself and allocates nothing.
// It never changes src. It takes linear time and is not recursive. For JSON5, it uses one bit of
// memory for each level of nesting, and keeps some memory for the next text.
func Lower(src []byte, d Dialect) (json []byte, m Map, errs []*Error) {
	if json := lowerInPlace(src, d); json != nil {
		return json, Map{src: src}, nil
	}
	var memory []byte
	if d == JSON5 {
		json, m, ok := convert(src)
		if ok {
			return json, m, nil
		}
		memory = json
	}
	return lower(src, d, memory)
}

// lowerInPlace is Lower for a text without errors in which no offset changes. For most other texts, it returns nil.
func lowerInPlace(src []byte, d Dialect) (json []byte) {
	switch {
	case d == JSON || tokenizer.Valid(src):
		return src
	case d != JSON5 || !usesJSON5(src):
		return blank(src, d)
	}
	return nil
}

// lower is Lower for any text, one token at a time. It may write the JSON text to memory, which may be nil.
func lower(src []byte, d Dialect, memory []byte) (json []byte, m Map, errs []*Error) {
	c := converters.Get().(*converter) // only its list is used
	defer converters.Put(c)
	c.rewrites.reset()
	l := lowerer{src: src, dialect: d, memory: memory, rewrites: &c.rewrites, comma: -1}
	lexer := Lexer{src: src, dialect: d}
	for {
		l.skim(&lexer)
		token, err := l.next(&lexer)
		if err == io.EOF {
			break
		}
		if err != nil && len(l.errs) < mostErrors {
			l.errs = append(l.errs, err.(*Error))
		}
		l.token(token, err == nil)
	}
	return l.text(), Map{src, l.rewrites.clone()}, l.errs
}

const mostErrors = 1000

// A lowerer is the state of a conversion to JSON.
type lowerer struct {
	src      []byte
	dialect  Dialect
	dst      []byte // the JSON text for src[:done]; nil if nothing has changed
	done     int
	memory   []byte // for dst, or nil
	rewrites *rewriteList
	errs     []*Error

	objects nesting
	before  TokenKind // the kind of the last token that is not trivia
	comma   int       // offset of the last token that is not trivia if it is a comma after a value, or -1
	scratch []byte    // scratch memory for one token
}

// text returns the JSON text. All tokens must have been processed.
func (l *lowerer) text() []byte {
	if l.dst == nil {
		return l.src
	}
	return append(l.dst, l.src[l.done:]...)
}

// token processes the next token. The parameter valid is false if the token has an error.
func (l *lowerer) token(t Token, valid bool) {
	if t.Kind.IsTrivia() {
		if valid {
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
		if valid && l.dialect == JSON5 {
			l.scalar(t)
		}
	}
	l.before, l.comma = t.Kind, comma
}

// skim reads tokens that are the same in JSON, up to a token that has to be examined. It is several times faster than reading
// them one by one.
func (l *lowerer) skim(lexer *Lexer) {
	for lexer.pos < len(l.src) {
		b := l.src[lexer.pos:]
		n, kind := 1, TokenKind(b[0])
		switch kind {
		case ' ', '\t', '\n', '\r':
			lexer.pos++
			continue
		case Colon:
		case Comma:
			if l.before.endsValue() {
				l.before, l.comma = Comma, lexer.pos
				lexer.pos++
				continue
			}
		case BeginObject, BeginArray:
			l.open(kind)
		case EndObject, EndArray:
			if l.comma >= 0 {
				return
			}
			l.objects.pop()
		case String:
			if n = plainLen(b[1:]) + 2; n > len(b) || b[n-1] != '"' {
				return
			}
		default:
			if n = integerLen(b); n == 0 || l.expectsName() {
				return
			}
			kind = Number
		}
		l.before, l.comma = kind, -1
		lexer.pos += n
	}
}

// next returns the next token. What is meant to be the name of a member, but needs quotes, is a single word with an error.
func (l *lowerer) next(lexer *Lexer) (Token, error) {
	if l.dialect == JSON5 && (l.before == BeginObject || l.before == Comma) {
		if begin, n := lexer.pos, lexer.unquotedLen(); n > 0 && l.expectsName() {
			lexer.pos += n
			return Token{Word, begin, lexer.pos}, &Error{Offset: int64(begin), Length: n, Fault: UnquotedName, src: l.src, token: begin, end: lexer.pos}
		}
	}
	return lexer.Next()
}

// expectsName reports whether the next token of a JSON5 text can be the name of a member.
func (l *lowerer) expectsName() bool {
	return l.before == BeginObject || l.before == Comma && l.objects.top()
}

// integerLen returns the length of the integer without a sign at the start of b. It returns 0 if there
// is none, or if what follows is neither JSON's white space nor a comma or closing bracket.
func integerLen(b []byte) int {
	n := syntax.Digits(b)
	if n == 0 || n == len(b) || n > 1 && b[0] == '0' {
		return 0
	}
	if c := b[n]; !syntax.IsSpace(c) && c != ',' && c != '}' && c != ']' {
		return 0
	}
	return n
}

// open records an opening bracket. Only JSON5 needs this, because its names can look like values.
func (l *lowerer) open(bracket TokenKind) {
	if l.dialect == JSON5 {
		l.objects.push(bracket == BeginObject)
	}
}

// endsValue reports whether a token of kind k can be the last token of a value.
func (k TokenKind) endsValue() bool {
	return k == EndObject || k == EndArray || k == String || k == Number || k == Word
}

// trivia replaces a comment, or white space that JSON does not have, with spaces.
func (l *lowerer) trivia(t Token) {
	text := l.src[t.Begin:t.End]
	if t.Kind == Space && (l.dialect != JSON5 || syntax.Spaces(text) == len(text)) {
		return
	}
	l.copyTo(t)
	l.dst = appendBlank(l.dst, text)
}

// copyTo appends the text before t, so that t can be replaced.
func (l *lowerer) copyTo(t Token) {
	switch {
	case l.dst != nil:
	case l.memory != nil:
		l.dst = l.memory[:0]
	default:
		l.dst = make([]byte, 0, len(l.src)+len(l.src)/8)
	}
	l.dst = append(l.dst, l.src[l.done:t.Begin]...)
	l.done = t.End
}

// appendBlank appends a space for each byte of text and returns the extended buffer. White space
// that JSON allows is kept. Ill-formed bytes are kept, too, so that they remain errors.
func appendBlank(dst, text []byte) []byte {
	for len(text) > 0 {
		if c := text[0]; c < utf8.RuneSelf {
			if !syntax.IsSpace(c) {
				c = ' '
			}
			dst, text = append(dst, c), text[1:]
			continue
		}
		n, kind := utf8check.Sequence(text)
		if kind != utf8check.WellFormed {
			dst = append(dst, text[:n]...)
		} else {
			dst = append(dst, "    "[:n]...)
		}
		text = text[n:]
	}
	return dst
}

// dropComma replaces the last comma with a space. The text after the comma has the same length in
// the source and in dst.
func (l *lowerer) dropComma() {
	if l.comma >= l.done {
		l.copyTo(Token{Begin: l.comma, End: l.comma + 1})
		l.dst = append(l.dst, ' ')
		return
	}
	l.dst[len(l.dst)-(l.done-l.comma)] = ' '
}

// scalar rewrites a string, name or number of JSON5 as JSON.
func (l *lowerer) scalar(t Token) {
	raw := l.src[t.Begin:t.End]
	switch {
	case t.Kind == String || t.Kind == Word && l.wantsName(t):
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

// wantsName reports whether a word is the name of a member. If brackets do not match, it may not be certain what is inside an
// object. Therefore what comes between a comma and a colon is always a name.
func (l *lowerer) wantsName(t Token) bool {
	if l.before != Comma {
		return l.before == BeginObject
	}
	after := Lexer{src: l.src, dialect: l.dialect, pos: t.End}
	return after.comesBeforeColon() || l.objects.top()
}

// rewrite replaces token t with l.scratch. It records the change, unless only the quotation marks
// differ.
func (l *lowerer) rewrite(t Token, raw []byte) {
	l.copyTo(t)
	begin := len(l.dst)
	l.dst = append(l.dst, l.scratch...)
	if n := len(raw); t.Kind == String && len(l.scratch) == n && bytes.Equal(l.scratch[1:n-1], raw[1:n-1]) {
		return
	}
	l.rewrites.add(rewrite{t.Begin, t.End, begin, len(l.dst)})
}
