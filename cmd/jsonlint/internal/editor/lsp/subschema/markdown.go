package subschema

import (
	"strings"

	"github.com/assayjson/assay/internal/engine/lazy"
)

var markdownEscapes = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer(
		"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "{", "\\{", "}", "\\}", "[", "\\[", "]", "\\]", "<", "\\<", ">", "\\>", "(", "\\(", ")", "\\)",
		"#", "\\#", "+", "\\+", "-", "\\-", ".", "\\.", "!", "\\!", "|", "\\|", "~", "\\~", "&", "\\&", "=", "\\=",
	)
}}

// EscapeMarkdown returns a plain text in Markdown, with the same lines.
func EscapeMarkdown(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = markdownEscapes.Get().Replace(strings.TrimSpace(line))
	}
	return strings.Join(lines, "  \n")
}

// CodeSpan returns a text on one line as code in Markdown.
func CodeSpan(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	quotes := "`"
	for strings.Contains(text, quotes) {
		quotes += "`"
	}
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return quotes + text + quotes
}
