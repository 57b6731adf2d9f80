package format

import (
	"bytes"
	"io"
	"strings"

	"github.com/assayjson/assay/dialect"
)

// indentOf returns the white space of a level in a text: what the first line after the first
// bracket begins with. Where that can't be told, it is otherwise.
func indentOf(src []byte, d dialect.Dialect, otherwise string) string {
	lexer, inside := dialect.NewLexer(src, d), false
	for {
		token, err := lexer.Next()
		if err == io.EOF {
			return otherwise
		}
		switch text := src[token.Begin:token.End]; token.Kind {
		case dialect.BeginObject, dialect.BeginArray:
			inside = true
		case dialect.Space:
			if i := bytes.LastIndexAny(text, "\r\n"); inside && i >= 0 {
				return indentUnit(string(text[i+1:]), otherwise)
			}
		}
	}
}

// indentUnit returns white space that a line begins with if it is tabs or spaces alone.
func indentUnit(space, otherwise string) string {
	switch {
	case space == "" || strings.Trim(space, " ") != "" && strings.Trim(space, "\t") != "":
		return otherwise
	case space[0] == '\t':
		return "\t"
	}
	return space[:min(len(space), mostIndent)]
}

const mostIndent = 16
