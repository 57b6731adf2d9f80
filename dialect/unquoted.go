package dialect

import (
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/internal/engine/syntax"
	"github.com/assayjson/assay/utf8check"
)

// comesBeforeColon reports whether the next token that is not trivia is a colon.
func (l *Lexer) comesBeforeColon() bool {
	if l.pos < len(l.src) && l.src[l.pos] == ':' {
		return true
	}
	for ahead := (Lexer{src: l.src, dialect: l.dialect, pos: l.pos}); ; {
		if token, err := ahead.Next(); err != nil || !token.Kind.IsTrivia() {
			return err == nil && token.Kind == Colon
		}
	}
}

// unquotedLen returns the length of the text at pos if it is meant to be an unquoted name but is not one, as in {user-name: 1} or
// {1a: 1}. Such a text has no white space, and a colon follows it. Otherwise, unquotedLen returns 0.
func (l *Lexer) unquotedLen() int {
	end := l.pos
	for end < len(l.src) && !endsUnquoted(l.src[end:]) {
		_, n := utf8.DecodeRune(l.src[end:])
		end += n
	}
	if end == l.pos {
		return 0
	}
	name := Lexer{src: l.src, dialect: l.dialect, pos: l.pos}
	if _, n := identifierRune(l.src[l.pos:], syntax.IsIdentifierStart); n > 0 || l.src[l.pos] == '\\' {
		name.identifier()
	}
	after := Lexer{src: l.src, dialect: l.dialect, pos: end}
	if name.pos >= end || !after.comesBeforeColon() {
		return 0
	}
	return end - l.pos
}

// endsUnquoted reports whether the text b, which is not empty, cannot continue what is meant to be an unquoted name.
func endsUnquoted(b []byte) bool {
	switch c := b[0]; {
	case c <= ' ' || spaceLenOfJSON5(b) > 0 || strings.IndexByte(":,{}[]\"'`", c) >= 0:
		return true
	case c == '/' && len(b) > 1:
		return b[1] == '/' || b[1] == '*'
	case c >= utf8.RuneSelf:
		_, kind := utf8check.Sequence(b)
		return kind != utf8check.WellFormed
	}
	return false
}
