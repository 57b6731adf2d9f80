package subschema

import "testing"

func TestMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"a_b":                `a\_b`,
		"1. a\n    b\n\n# c": "1\\. a  \nb  \n  \n\\# c",
		"<b>`&amp;":          "\\<b\\>\\`\\&amp;",
	} {
		if got := EscapeMarkdown(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		`"a"`: "`\"a\"`", "a`b": "``a`b``", "`": "`` ` ``", "a\nb": "`a b`",
	} {
		if got := CodeSpan(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
