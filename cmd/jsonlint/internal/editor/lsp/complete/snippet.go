package complete

import (
	"encoding/json"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/escape"
)

// longestSnippet is the length in bytes of the longest snippet of a schema.
const longestSnippet = 10_000

// snippetOf returns a snippet of a schema as a text and in the syntax of the Language Server Protocol. They are "" if it is too long.
func snippetOf(s *subschema.Snippet) (text, snippet string) {
	raw := s.Body.Raw()
	if len(raw)+len(s.Text) > longestSnippet {
		return "", ""
	}
	l := layout{}
	for range s.Depth {
		l.open("[")
	}
	if s.Body.Exists() {
		l.body(raw)
	} else {
		l.write(strings.ReplaceAll(s.Text, "\n", "\n"+strings.Repeat("\t", s.Depth)))
	}
	for range s.Depth {
		l.close("]")
	}
	return OnOneLine(plainText(l.String())), l.String()
}

// A layout writes the body of a snippet in the convention of Visual Studio Code: each member and each element is on its own line, and the
// text of a string that begins with ^ is not in quotation marks.
type layout struct {
	strings.Builder
	kinds   []byte // of the open containers: { or [
	isEmpty bool   // nothing is in the innermost container yet
}

// write writes a value, a name or a bracket, on a new line if it is the first one in a container.
func (l *layout) write(text string) {
	if l.isEmpty {
		l.line()
		l.isEmpty = false
	}
	l.WriteString(text)
}

func (l *layout) line() {
	const deepest = 40 // beyond this level, nothing is indented further, so that the snippet does not become long
	l.WriteString("\n" + strings.Repeat("\t", min(len(l.kinds), deepest)))
}

func (l *layout) open(bracket string) {
	l.write(bracket)
	l.kinds, l.isEmpty = append(l.kinds, bracket[0]), true
}

func (l *layout) close(bracket string) {
	l.kinds = l.kinds[:len(l.kinds)-1]
	if !l.isEmpty {
		l.line()
	}
	l.isEmpty = false
	l.WriteString(bracket)
}

// body writes a value in JSON, which is valid.
func (l *layout) body(raw []byte) {
	lexer := dialect.NewLexer(raw, dialect.JSON)
	isName := false // the next string is a name
	for {
		token, err := lexer.Next()
		if err != nil {
			return
		}
		text := string(raw[token.Begin:token.End])
		switch token.Kind {
		case dialect.BeginObject, dialect.BeginArray:
			l.open(text)
			isName = token.Kind == dialect.BeginObject
		case dialect.EndObject, dialect.EndArray:
			l.close(text)
		case dialect.Comma:
			l.WriteString(",")
			l.line()
			isName = l.kinds[len(l.kinds)-1] == '{'
		case dialect.Colon:
			l.WriteString(": ")
			isName = false
		case dialect.String:
			l.write(stringIn(text, isName))
		case dialect.Number, dialect.Word:
			l.write(text)
		}
	}
}

// stringIn returns a string of a body, which may have places to fill in. The dollar sign of names such as $ref does not begin one.
func stringIn(raw string, isName bool) string {
	var s string
	if json.Unmarshal([]byte(raw), &s) != nil {
		return raw
	}
	if after, ok := strings.CutPrefix(s, "^"); ok && !isName {
		return after
	}
	text := quoted(s)
	var b strings.Builder
	for i := range len(text) {
		if text[i] == '$' && i+1 < len(text) && 'a' <= text[i+1] && text[i+1] <= 'z' && (i == 0 || text[i-1] != '\\') {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// plainText returns what a snippet inserts if nothing is filled in.
func plainText(snippet string) string {
	var b strings.Builder
	open := 0 // how many places with a default are open
	for i := 0; i < len(snippet); i++ {
		c, rest := snippet[i], snippet[i+1:]
		switch {
		case c == '\\' && rest != "" && strings.IndexByte(`$}\`, rest[0]) >= 0:
			i++
			b.WriteByte(rest[0])
		case c == '$' && strings.HasPrefix(rest, "{"):
			text, n, isOpen := placeOf(rest)
			if n == 0 {
				b.WriteByte(c)
			}
			b.WriteString(text)
			i += n
			if isOpen {
				open++
			}
		case c == '$' && nameLength(rest) > 0:
			i += nameLength(rest)
		case c == '}' && open > 0:
			open--
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// placeOf returns the text of a place to fill in, which begins with a brace after the dollar sign, and the length of what has been read. If the
// place has a default, this ends with the colon before it.
func placeOf(place string) (text string, length int, isOpen bool) {
	n := 1 + nameLength(place[1:])
	if n == 1 || n == len(place) {
		return "", 0, false
	}
	switch rest := place[n+1:]; place[n] {
	case '}':
		return "", n + 1, false
	case ':':
		return "", n + 1, true
	case '|':
		if choices, _, ok := strings.Cut(rest, "|}"); ok {
			text, _, _ = strings.Cut(choices, ",")
			return text, n + 1 + len(choices) + 2, false
		}
	}
	return "", 0, false
}

// nameLength returns the length of the number or the name of a variable at the beginning of a text.
func nameLength(s string) (n int) {
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	isLetter := func(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }
	if s == "" {
		return 0
	}
	isVariable := isLetter(s[0])
	for n < len(s) && (isDigit(s[n]) || isVariable && isLetter(s[n])) {
		n++
	}
	return n
}

// OnOneLine returns a text or a snippet in JSON without line breaks.
func OnOneLine(text string) string {
	var b strings.Builder
	last := ""
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r", ""), "\n") {
		if last != "" {
			line = strings.TrimLeft(line, " \t")
			isInside := strings.IndexByte("[{", last[len(last)-1]) >= 0 || line != "" && strings.IndexByte("]}", line[0]) >= 0
			if !isInside {
				b.WriteByte(' ')
			}
		}
		b.WriteString(line)
		if line != "" {
			last = line
		}
	}
	return b.String()
}

// quoted returns a string in JSON, on one line.
func quoted(s string) string {
	b, err := escape.AppendQuote(nil, s)
	if err != nil {
		return quoted(strings.ToValidUTF8(s, "\uFFFD"))
	}
	return string(b)
}
