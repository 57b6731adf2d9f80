package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assayjson/assay/tokenizer"
)

// finding returns what is printed of one error: a line, and on a terminal of the
// given width the source with the place marked.
func finding(path string, src []byte, e *tokenizer.SyntaxError, width int) string {
	p := e.Position()
	text := fmt.Sprintf("%s:%d:%d: %s\n", displayPath(path), p.Line, p.Rune, e.Message())
	if width > 0 {
		text += excerpt(src, int(e.Offset), e.Length, p.Line, width)
	}
	return text
}

// displayPath returns path as it is printed: quoted when it holds what would upset
// a terminal or break the line.
func displayPath(path string) string {
	if path == stdinPath {
		return "<stdin>"
	}
	strange := func(r rune) bool { return !unicode.IsPrint(r) }
	if !utf8.ValidString(path) || strings.ContainsFunc(path, strange) {
		return strconv.Quote(path)
	}
	return path
}
