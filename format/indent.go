package format

import (
	"bytes"
	"io"
	"strings"

	"github.com/assayjson/assay/dialect"
)

// indentOf returns the white space of one level of indentation, which it takes from the first line
// after the first bracket. If that line is not indented, indentOf returns fallback.
func indentOf(src []byte, d dialect.Dialect, fallback string) string {
	if d == dialect.JSON {
		return indentOfJSON(src, fallback)
	}
	lexer, inside := dialect.NewLexer(src, d), false
	for {
		token, err := lexer.Next()
		if err == io.EOF {
			return fallback
		}
		switch text := src[token.Begin:token.End]; token.Kind {
		case dialect.BeginObject, dialect.BeginArray:
			inside = true
		case dialect.Space:
			if i := bytes.LastIndexAny(text, "\r\n"); inside && i >= 0 {
				return indentUnit(string(text[i+1:]), fallback)
			}
		}
	}
}

// indentOfJSON is like indentOf for JSON, in which only white space contains line endings.
func indentOfJSON(src []byte, fallback string) string {
	space := src[max(bytes.IndexAny(src, "[{"), 0):]
	space = space[lineEndIn(space):]
	space = space[:len(space)-len(bytes.TrimLeft(space, " \t\r\n"))]
	return indentUnit(string(space[bytes.LastIndexAny(space, "\r\n")+1:]), fallback)
}

// indentUnit returns one level of indentation, given the white space at the start of a line. If the
// white space is empty or mixes tabs and spaces, indentUnit returns fallback.
func indentUnit(space, fallback string) string {
	switch {
	case space == "" || strings.Trim(space, " ") != "" && strings.Trim(space, "\t") != "":
		return fallback
	case space[0] == '\t':
		return "\t"
	}
	return space[:min(len(space), mostIndent)]
}

const mostIndent = 16
