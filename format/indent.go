package format

import (
	"bytes"
	"io"
	"strings"

	"github.com/assayjson/assay/dialect"
)

// indentOf returns the white space of one level of indentation: the start of the first line after
// the first bracket. It returns otherwise if the text does not show its indentation.
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

// indentUnit returns the white space at the start of a line if it consists of tabs only or of
// spaces only, and otherwise if not.
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
