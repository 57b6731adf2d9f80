package subschema

import "strings"

var markdownEscapes = strings.NewReplacer(
	"\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "{", "\\{", "}", "\\}", "[", "\\[", "]", "\\]", "<", "\\<", ">", "\\>", "(", "\\(", ")", "\\)",
	"#", "\\#", "+", "\\+", "-", "\\-", ".", "\\.", "!", "\\!", "|", "\\|", "~", "\\~", "&", "\\&", "=", "\\=",
)

// EscapeMarkdown returns a plain text in Markdown, with the same lines.
func EscapeMarkdown(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = markdownEscapes.Replace(strings.TrimSpace(line))
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
