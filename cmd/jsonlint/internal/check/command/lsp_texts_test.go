package command

import (
	"fmt"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

// repeated returns a text of about n bytes: the beginning, lines, and the end. The function line returns the line with a number.
func repeated(n int, begin string, line func(i int) string, end string) string {
	var b strings.Builder
	b.WriteString(begin)
	for i := 0; b.Len() < n; i++ {
		b.WriteString(line(i))
	}
	b.WriteString(end)
	return b.String()
}

// editedTexts has documents for measurements, by file name. Their lines have usual lengths.
var editedTexts = map[string]func(n int) string{
	"records.json": func(n int) string {
		return repeated(n, "[\n", func(i int) string {
			return fmt.Sprintf("  {\"id\": %d, \"name\": \"item %d\", \"tags\": [\"a\", \"b\"], \"price\": %d.5, \"note\": \"é\"},\n", i, i, i%100)
		}, "  null\n]\n")
	},
	"prose.json": func(n int) string {
		return repeated(n, "[\n", func(i int) string {
			return fmt.Sprintf("  \"%d. The quick brown fox doesn't jump over the lazy dog; it \\\"walks\\\" around him, and arrives as late as it must.\",\n", i)
		}, "  \"\"\n]\n")
	},
	"numbers.json": func(n int) string {
		return repeated(n, "[\n", func(i int) string { return fmt.Sprintf("  [%d, -%d.25, %de-3, 0.%07d],\n", i, i, i, i) }, "  []\n]\n")
	},
	"lines.ndjson": func(n int) string {
		return repeated(n, "", func(i int) string {
			return fmt.Sprintf("{\"id\": %d, \"level\": \"info\", \"message\": \"request %d\", \"ms\": %d.5}\n", i, i, i%100)
		}, "")
	},
	"german.json": func(n int) string {
		return repeated(n, "[\n", func(i int) string {
			return fmt.Sprintf("  {\"Straße\": \"Königsallee %d\", \"Größe\": %d, \"Überschrift\": \"Äpfel\", \"öffentlich\": true},\n", i, i%100)
		}, "  null\n]\n")
	},
	"locale.json": func(n int) string { // one object with very many members
		return repeated(n, "{\n", func(i int) string {
			return fmt.Sprintf("  \"page%d.section%d.label%d\": \"Translated text of label %d\",\n", i/100, i/10, i, i)
		}, "  \"end\": \"\"\n}\n")
	},
	"settings.json5": func(n int) string {
		return repeated(n, "// Settings\n{\n", func(i int) string {
			return fmt.Sprintf("  key%d: {a: +%d, 'b': 0x%x, c: 'it', }, // comment\n", i, i, i)
		}, "}\n")
	},
}

// An editKind is a kind of edit: at a place, which is a part of the length of a text, some lines are replaced with a text.
// The next edit reverses it.
type editKind struct {
	name  string
	place float64 // 0: the beginning, 1: the end
	lines uint32
	text  string
}

var editKinds = []editKind{
	{"bracket-first", 0, 0, "["},    // unclosed: everything that follows is in one more array
	{"quote-first", 0, 0, "\""},     // what was in a string no longer is
	{"bracket-middle", 0.5, 0, "]"}, // a closing bracket without an opening one
	{"comma-middle", 0.5, 0, ","},
	{"space-middle", 0.5, 0, " "}, // the text stays valid
	{"quote-middle", 0.5, 0, "\""},
	{"delete-middle", 0.5, 20, ""},
	{"space-end", 1, 0, " "},
	{"comma-end", 1, 0, ","},
}

// edits returns the edit of a text and the edit that reverses it. Places are in units of UTF-16.
func (k editKind) edits(text string) (there, back protocol.TextEdit) {
	lines := uint32(strings.Count(text, "\n"))
	first := uint32(k.place * max(0, float64(lines)-float64(k.lines)-2))
	begin := protocol.Position{Line: first, Character: 0}
	there = protocol.TextEdit{Range: protocol.Range{Start: begin, End: protocol.Position{Line: first + k.lines}}, NewText: k.text}
	back.Range = protocol.Range{Start: begin, End: protocol.Position{Line: first, Character: uint32(len(k.text))}}
	if k.lines > 0 {
		all := strings.SplitAfterN(text, "\n", int(first+k.lines)+1)
		back.NewText = strings.Join(all[first:first+k.lines], "")
	}
	return there, back
}
