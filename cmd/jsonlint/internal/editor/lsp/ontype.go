package lsp

import (
	"bytes"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// largestOnType is the largest text in bytes that is formatted while the user types.
const largestOnType = 4 << 20

// onTypeFormatting answers textDocument/onTypeFormatting: after a line end or a closing bracket, it indents the line. It changes nothing if
// the text before is invalid, because then the right indentation is not certain.
func onTypeFormatting(t *task) (any, error) {
	var p protocol.OnTypeParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	none := []protocol.TextEdit{}
	d, err := t.engine.Dialect(t.path, t.Bytes())
	if err != nil {
		return nil, failure(protocol.CodeRequestFailed, err.Error())
	}
	if d == lint.NDJSON || len(t.Bytes()) > largestOnType {
		return none, nil
	}
	start := t.Offset(protocol.Position{Line: p.Position.Line})
	rest := t.Bytes()[start:]
	if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
		rest = rest[:n]
	}
	content := bytes.TrimLeft(rest, " \t")
	old := string(rest[:len(rest)-len(content)])
	if p.Character != "\n" && (len(content) == 0 || string(content[:1]) != p.Character || t.Offset(p.Position) != start+len(old)+1) {
		return none, nil
	}
	unit := "\t"
	if p.Options.InsertSpaces {
		unit = strings.Repeat(" ", min(max(p.Options.TabSize, 0), 16))
	}
	indent, ok := indentation(t.Bytes(), d.Notation(), start, content, unit)
	if !ok || indent == old {
		return none, nil
	}
	return []protocol.TextEdit{{Range: t.Range(start, start+len(old)), NewText: indent}}, nil
}

// indentation returns the white space for the line that begins at an offset and has the given content. If it is not certain, ok is
// false.
func indentation(src []byte, d dialect.Dialect, start int, content []byte, unit string) (indent string, ok bool) {
	outline, ok := structure.Enclosing(src, d, start)
	if !ok || outline.Last == dialect.Colon {
		return "", false
	}
	n := len(outline.Open) - 1
	if n < 0 {
		return "", outline.Last == 0
	}
	bracket := outline.Open[n]
	outer := lineIndent(src, bracket)
	if len(content) > 0 && (content[0] == '}' || content[0] == ']') {
		return outer, structure.Matches(src[bracket], content[0])
	}
	first := bytes.TrimLeft(src[bracket+1:start], " \t")
	if member := bytes.TrimLeft(first, " \t\r\n"); len(member) > 0 && len(member) < len(first) {
		return lineIndent(src, start-len(member)), true // as the first member
	}
	return outer + unit, true
}

// lineIndent returns the white space at the beginning of the line of an offset.
func lineIndent(src []byte, offset int) string {
	line := src[bytes.LastIndexAny(src[:offset], "\r\n")+1 : offset]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}
