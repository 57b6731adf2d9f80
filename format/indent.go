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
	lexer := dialect.NewLexer(src, d)
	level, inside := 0, false // level is that of a line that begins with a value, name or comment
	for colon := false; ; {
		token, err := lexer.Next()
		if err == io.EOF {
			return fallback
		}
		switch text := src[token.Begin:token.End]; token.Kind {
		case dialect.BeginObject, dialect.BeginArray:
			level++
			inside = true
		case dialect.EndObject, dialect.EndArray:
			level--
		case dialect.Space:
			if i := bytes.LastIndexAny(text, "\r\n"); inside && i >= 0 {
				if colon {
					level++
				} else if next, _ := lexer.Next(); next.Kind == dialect.EndObject || next.Kind == dialect.EndArray {
					level--
				}
				space := string(text[i+1:])
				if len(fixedLinesOf(src, d)) > 0 {
					space = deepUnit(space, level, fallback)
				}
				return indentUnit(space, fallback)
			}
		}
		if !token.Kind.IsTrivia() {
			colon = token.Kind == dialect.Colon
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

// deepUnit returns one level of indentation, given the white space at the start of the first line that is indented, in a text with
// fixed lines. That line may be indented by several levels, because the line before it stays as it is. A single space is not taken for
// a level, and neither is the white space before the last bracket.
func deepUnit(space string, level int, fallback string) string {
	if level <= 0 || space == " " {
		return fallback
	}
	if n := len(space) / level; strings.Trim(space, " ") == "" && n*level == len(space) && (n > 1 || fallback == " ") {
		return space[:n]
	}
	return space
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
