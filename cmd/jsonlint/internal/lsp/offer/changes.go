package offer

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/dialect"
)

// quotedPlaceholders is for placeholders of templates.
func quotedPlaceholders(kind dialect.TokenKind, text []byte, _, next byte) (string, bool) {
	isVariable := kind == dialect.Word && len(text) > 1 && text[0] == '$' && next != ':'
	if kind != placeholder && !isVariable {
		return "", false
	}
	return `"` + string(text) + `"`, true
}

// quotedSymbols is for the symbols of Ruby.
func quotedSymbols(kind dialect.TokenKind, text []byte, _, _ byte) (string, bool) {
	if kind != symbol {
		return "", false
	}
	return `"` + string(text[1:]) + `"`, true
}

// colons is for names and values with an arrow between them, as in Ruby, Perl and PHP.
func colons(kind dialect.TokenKind, _ []byte, _, _ byte) (string, bool) {
	return ":", kind == arrow
}

// arguments is for values that are function calls, such as dates and decimals.
func arguments(kind dialect.TokenKind, text []byte, _, _ byte) (string, bool) {
	if kind != call {
		return "", false
	}
	if date := dateOf(string(text)); date != "" {
		return `"` + date + `"`, true
	}
	begin, end := argument(text)
	value := string(text[begin:end])
	if value[0] == '\'' {
		value = `"` + value[1:len(value)-1] + `"`
	}
	return value, true
}

// nulls is for the values of JavaScript that JSON does not have.
func nulls(kind dialect.TokenKind, text []byte, _, next byte) (string, bool) {
	if kind != dialect.Word && kind != dialect.Number || next == ':' {
		return "", false
	}
	switch string(text) {
	case "undefined", "NaN", "Infinity", "-Infinity":
		return "null", true
	}
	return "", false
}

// extended has the names of types in MongoDB Extended JSON.
var extended = map[string]string{
	"ObjectId": "$oid", "ISODate": "$date", "NumberDecimal": "$numberDecimal", "NumberLong": "$numberLong", "NumberInt": "$numberInt",
	"UUID": "$uuid",
}

// extendedJSON is for the types of MongoDB's shell. It follows the specification of MongoDB Extended JSON (v2), in which the values of all of
// these types are strings.
func extendedJSON(kind dialect.TokenKind, text []byte, after, next byte) (string, bool) {
	argument, ok := arguments(kind, text, after, next)
	name, _, _ := bytes.Cut(text, []byte("("))
	key := extended[string(name)]
	if !ok || key == "" {
		return "", false
	}
	return `{"` + key + `": "` + strings.Trim(argument, `"`) + `"}`, true
}

// straightQuotes is for strings in typographic quotes.
func straightQuotes(kind dialect.TokenKind, text []byte, _, _ byte) (string, bool) {
	if kind != dialect.String || text[0] < utf8.RuneSelf {
		return "", false
	}
	_, opening := utf8.DecodeRune(text)
	_, closing := utf8.DecodeLastRune(text)
	return `"` + string(text[opening:len(text)-closing]) + `"`, true
}

// asciiOnly is for white space, invisible characters and full-width punctuation.
func asciiOnly(kind dialect.TokenKind, text []byte, _, _ byte) (string, bool) {
	if kind != dialect.Space && kind != dialect.Invalid || isASCII(text) {
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
	}, string(text))
	return changed, isASCII([]byte(changed))
}

func isASCII(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
