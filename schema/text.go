package schema

import (
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/escape"
	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// The engine's strings are WTF-8: a lone surrogate, such as "\ud800", is encoded in three bytes,
// which UTF-8 forbids. If lone surrogates were replaced by U+FFFD, as in [tokenizer.Token.String],
// different names would become equal. Only the last of the members with these names would then be
// checked, and the others would bypass the schema. Package tokenizer also distinguishes such names.
// Patterns, messages and other parts that need UTF-8 get U+FFFD in place of lone surrogates.

// textOf returns the text of a string or name in WTF-8.
func textOf(token tokenizer.Token) string {
	text := token.String()
	if strings.Contains(text, "\uFFFD") {
		return string(escape.AppendUnescapedAs(nil, token.Body(), escape.KeepSurrogates))
	}
	return text
}

// readable returns text with each lone surrogate replaced by U+FFFD.
func readable(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	plain, err := utf8check.WTF8.AppendDecode(nil, []byte(text))
	if err != nil {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return string(plain)
}
