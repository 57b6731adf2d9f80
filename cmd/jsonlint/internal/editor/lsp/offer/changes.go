package offer

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/lazy"
	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/utf8check"
)

// A change returns what replaces a token of another notation.
type change func(t lexeme) (string, bool)

// A lexeme is what a change sees of a token.
type lexeme struct {
	kind  dialect.TokenKind
	text  []byte
	after byte // after the token, or 0 at the end of the text
	next  byte // the first one of the next token, or of the one after it if it is white space
}

func doubleQuotes(t lexeme) (string, bool) {
	if t.kind != dialect.String || len(t.text) < 2 || t.text[0] != '\'' || t.text[len(t.text)-1] != '\'' {
		return "", false
	}
	body := strings.ReplaceAll(string(t.text[1:len(t.text)-1]), `\'`, `'`)
	return `"` + strings.ReplaceAll(body, `"`, `\"`) + `"`, !strings.Contains(body, `\"`)
}

func quotedNames(t lexeme) (string, bool) {
	isName := (t.kind == dialect.Word || t.kind == dialect.Number) && (t.next == ':' || t.next == '=') && !bytes.ContainsAny(t.text, `\"`)
	if !isName {
		return "", false
	}
	return `"` + string(t.text) + `"`, true
}

func noComments(t lexeme) (string, bool) {
	return "", t.kind.IsComment()
}

// lowerCase is for the values of Python, and for nil, as in Ruby and Lua.
func lowerCase(t lexeme) (string, bool) {
	if t.kind != dialect.Word || t.next == ':' {
		return "", false
	}
	value := mistake.LiteralOf(string(t.text))
	return value, value != ""
}

// noPrefix is for the strings of Python that have a prefix.
func noPrefix(t lexeme) (string, bool) {
	return "", t.kind == dialect.Word && len(t.text) == 1 && strings.Contains("urbf", string(t.text)) && (t.after == '\'' || t.after == '"')
}

// squareBrackets is for the tuples of Python.
func squareBrackets(t lexeme) (string, bool) {
	switch {
	case t.kind != dialect.Invalid:
		return "", false
	case string(t.text) == "(":
		return "[", true
	case string(t.text) == ")":
		return "]", true
	}
	return "", false
}

// quotedPlaceholders is for placeholders of templates.
func quotedPlaceholders(t lexeme) (string, bool) {
	isVariable := t.kind == dialect.Word && len(t.text) > 1 && t.text[0] == '$' && t.next != ':'
	if t.kind != placeholder && !isVariable {
		return "", false
	}
	return `"` + string(t.text) + `"`, true
}

// quotedSymbols is for the symbols of Ruby.
func quotedSymbols(t lexeme) (string, bool) {
	if t.kind != symbol {
		return "", false
	}
	return `"` + string(t.text[1:]) + `"`, true
}

// colons is for names and values with an arrow between them, as in Ruby, Perl and PHP.
func colons(t lexeme) (string, bool) {
	return ":", t.kind == arrow
}

// arguments is for values that are function calls, such as dates and decimals.
func arguments(t lexeme) (string, bool) {
	if t.kind != call {
		return "", false
	}
	if date := dateOf(string(t.text)); date != "" {
		return `"` + date + `"`, true
	}
	begin, end := argument(t.text)
	value := string(t.text[begin:end])
	if value[0] == '\'' {
		value = `"` + value[1:len(value)-1] + `"`
	}
	return value, true
}

// nulls is for undefined, and for NaN and infinities in all notations.
func nulls(t lexeme) (string, bool) {
	if t.kind != dialect.Word && t.kind != dialect.Number || t.next == ':' {
		return "", false
	}
	n, _ := mistake.SpecialLen(t.text)
	return "null", n == len(t.text) || string(t.text) == "undefined"
}

// mongoTypes has the names of types in MongoDB Extended JSON.
var mongoTypes = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"ObjectId": "$oid", "ISODate": "$date", "NumberDecimal": "$numberDecimal", "NumberLong": "$numberLong", "NumberInt": "$numberInt",
		"UUID": "$uuid",
	}
}}

// extendedJSON is for the types of MongoDB's shell. It follows the specification of MongoDB Extended JSON (v2), in which the values of all of
// these types are strings.
func extendedJSON(t lexeme) (string, bool) {
	argument, ok := arguments(t)
	name, _, _ := bytes.Cut(t.text, []byte("("))
	key := mongoTypes.Get()[string(name)]
	if !ok || key == "" {
		return "", false
	}
	return `{"` + key + `": "` + strings.Trim(argument, `"`) + `"}`, true
}

// straightQuotes is for strings in typographic quotes.
func straightQuotes(t lexeme) (string, bool) {
	if t.kind != dialect.String || t.text[0] < utf8.RuneSelf {
		return "", false
	}
	_, opening, closing := mistake.InOtherQuotes(t.text)
	return `"` + string(t.text[opening:len(t.text)-closing]) + `"`, true
}

// asciiOnly is for white space, invisible characters and full-width punctuation.
func asciiOnly(t lexeme) (string, bool) {
	if t.kind != dialect.Space && t.kind != dialect.Invalid || utf8check.IsASCII(t.text) {
		return "", false
	}
	const fullWidth = '！' - '!'
	changed := strings.Map(func(r rune) rune {
		switch {
		case r == '\uFEFF' || unicode.Is(unicode.Cf, r):
			return -1
		case r == '\u2028' || r == '\u2029' || r == '\u0085':
			return '\n'
		case unicode.IsSpace(r) && r >= utf8.RuneSelf:
			return ' '
		case '！' <= r && r <= '～':
			return r - fullWidth
		case r == '、':
			return ','
		}
		return r
	}, string(t.text))
	return changed, utf8check.IsASCIIString(changed)
}
