package offer

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// A change returns what replaces a token of another notation. It gets the text of the token, the byte after it, or 0 at the end of the text,
// and the first byte of the next token.
type change func(kind dialect.TokenKind, text []byte, after, next byte) (string, bool)

// quotes proposes double quotes for all strings in single quotes.
func (r *repairs) quotes() {
	r.add("write all strings in single quotes in double quotes", r.tokens(doubleQuotes)...)
}

// names proposes double quotes for all names without them.
func (r *repairs) names() { r.add("write all names in double quotes", r.tokens(quotedNames)...) }

// comments proposes to remove all comments.
func (r *repairs) comments() { r.add("remove all comments", r.tokens(noComments)...) }

// notation proposes to change everything at once that other notations, such as those of JavaScript and Python, write in another way. There is
// nothing to propose if they differ in one way only.
func (r *repairs) notation() {
	ways := 0
	for _, one := range notations {
		if len(r.tokens(one)) > 0 {
			ways++
		}
	}
	if ways < 2 {
		return
	}
	r.add("write the whole text as JSON: quotes, names, values, and no comments", r.tokens(anyNotation)...)
}

// notations are the ways in which other notations differ from JSON.
var notations = []change{
	doubleQuotes, quotedNames, noComments, lowerCase, noPrefix, squareBrackets, quotedPlaceholders, quotedSymbols, colons, arguments, straightQuotes,
	asciiOnly, nulls,
}

func anyNotation(kind dialect.TokenKind, text []byte, after, next byte) (string, bool) {
	for _, one := range notations {
		if s, ok := one(kind, text, after, next); ok {
			return s, true
		}
	}
	return "", false
}

func doubleQuotes(kind dialect.TokenKind, text []byte, _, _ byte) (string, bool) {
	if kind != dialect.String || len(text) < 2 || text[0] != '\'' || text[len(text)-1] != '\'' {
		return "", false
	}
	body := strings.ReplaceAll(string(text[1:len(text)-1]), `\'`, `'`)
	return `"` + strings.ReplaceAll(body, `"`, `\"`) + `"`, !strings.Contains(body, `\"`)
}

func quotedNames(kind dialect.TokenKind, text []byte, _, next byte) (string, bool) {
	isName := (kind == dialect.Word || kind == dialect.Number) && (next == ':' || next == '=') && !bytes.ContainsAny(text, `\"`)
	if !isName {
		return "", false
	}
	return `"` + string(text) + `"`, true
}

func noComments(kind dialect.TokenKind, _ []byte, _, _ byte) (string, bool) {
	return "", kind.IsComment()
}

// lowerCase is for the values of Python, and for nil, as in Ruby and Lua.
func lowerCase(kind dialect.TokenKind, text []byte, _, next byte) (string, bool) {
	if kind != dialect.Word || next == ':' {
		return "", false
	}
	switch string(text) {
	case "True":
		return "true", true
	case "False":
		return "false", true
	case "None", "nil":
		return "null", true
	}
	return "", false
}

// noPrefix is for the strings of Python that have a prefix.
func noPrefix(kind dialect.TokenKind, text []byte, after, _ byte) (string, bool) {
	return "", kind == dialect.Word && len(text) == 1 && strings.Contains("urbf", string(text)) && (after == '\'' || after == '"')
}

// squareBrackets is for the tuples of Python.
func squareBrackets(kind dialect.TokenKind, text []byte, _, _ byte) (string, bool) {
	switch {
	case kind != dialect.Invalid:
		return "", false
	case string(text) == "(":
		return "[", true
	case string(text) == ")":
		return "]", true
	}
	return "", false
}

// mostEdits limits the edits of a repair.
const mostEdits = 10_000

// lexed returns the tokens of the text, read as JSON5, in which # begins a comment, too, and with the tokens of other notations.
func (r *repairs) lexed() []token {
	for begin := 0; begin < len(r.src) && !r.isLexed; {
		kind, end := r.token(begin)
		r.lexemes = append(r.lexemes, token{kind, begin, end})
		if !r.isPlain(kind, begin, end) {
			r.odd = append(r.odd, len(r.lexemes)-1)
		}
		begin = end
	}
	r.isLexed = true
	return r.lexemes
}

// isPlain reports whether no change applies to a token of any text, because all notations have it.
func (r *repairs) isPlain(kind dialect.TokenKind, begin, end int) bool {
	switch kind {
	case dialect.BeginObject, dialect.EndObject, dialect.BeginArray, dialect.EndArray, dialect.Comma, dialect.Colon:
		return true
	case dialect.String:
		return r.src[begin] == '"'
	case dialect.Space:
		return isASCII(r.src[begin:end])
	}
	return false
}

// tokens returns edits of the tokens of the text.
func (r *repairs) tokens(change change) (edits []lint.Edit) {
	all := r.lexed()
	for _, i := range r.odd {
		t := all[i]
		after, next := byte(0), byte(0)
		if t.end < len(r.src) {
			after, next = r.src[t.end], r.src[t.end]
		}
		if i+2 < len(all) && all[i+1].kind == dialect.Space {
			next = r.src[all[i+2].begin]
		}
		text, ok := change(t.kind, r.src[t.begin:t.end], after, next)
		if !ok {
			continue
		}
		from, to := t.begin, t.end
		if t.kind.IsComment() {
			from, to = r.around(t.begin, t.end)
		}
		if edits = append(edits, edit(from, to, text)); len(edits) == mostEdits {
			return nil
		}
	}
	return edits
}

// around extends a comment by the white space that would be left at the end of a line, and by the whole line if nothing else is in it. Only
// the last comment in a line takes the white space before it, so extended comments do not overlap.
func (r *repairs) around(begin, end int) (int, int) {
	after := end + len(r.src[end:]) - len(bytes.TrimLeft(r.src[end:], " \t"))
	if after < len(r.src) && r.src[after] != '\n' && r.src[after] != '\r' {
		return begin, end
	}
	before := len(bytes.TrimRight(r.src[:begin], " \t"))
	if before > 0 && r.src[before-1] != '\n' {
		return before, after
	}
	if bytes.HasPrefix(r.src[after:], []byte("\r\n")) {
		return before, after + len("\r\n")
	}
	return before, min(after+len("\n"), len(r.src))
}

// token returns the kind of the token that begins at an offset, and its end. A word goes on after hyphens, as in names of CSS. Tokens of other
// notations have kinds of their own, see foreign.
func (r *repairs) token(begin int) (kind dialect.TokenKind, end int) {
	if kind, n := foreign(r.src, begin); n > 0 {
		return kind, begin + n
	}
	if r.src[begin] == '#' {
		n := bytes.IndexByte(r.src[begin:], '\n')
		if n < 0 {
			n = len(r.src) - begin
		}
		return dialect.LineComment, begin + n
	}
	t, err := dialect.NewLexer(r.src[begin:], dialect.JSON5).Next()
	if err != nil && (t.Kind == dialect.String || t.Kind.IsComment()) {
		return dialect.Space, begin + max(t.End, 1) // nothing is known about it
	}
	end = begin + max(t.End, 1)
	for t.Kind == dialect.Word && end < len(r.src) && r.src[end] == '-' {
		rest, err := dialect.NewLexer(r.src[end+1:], dialect.JSON5).Next()
		if err != nil || rest.Kind != dialect.Word && rest.Kind != dialect.Number {
			break
		}
		end += 1 + rest.End
	}
	return t.Kind, end
}
