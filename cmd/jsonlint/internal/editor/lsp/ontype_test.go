package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
)

func TestOnTypeFormatting(t *testing.T) {
	for _, c := range []struct{ path, src, want string }{
		{"a.json", "{\n|", "{\n\t"},
		{"a.json", "{\n|}", "{\n}"},
		{"a.json", "{\n    |}", "{\n}"},
		{"a.json", "  {\n|}", "  {\n  }"},
		{"a.json", "{\n|]", "{\n]"}, // the wrong bracket
		{"a.json", "{\n  \"a\": 1,\n|", "{\n  \"a\": 1,\n  "},
		{"a.json", "{ \"a\": 1,\n|\"b\": 2}", "{ \"a\": 1,\n\t\"b\": 2}"},
		{"a.json", "{\n  \"a\": [\n|", "{\n  \"a\": [\n  \t"},
		{"a.json", "{\n  \"a\":\n|", "{\n  \"a\":\n"}, // a value follows
		{"a.json", "{\n  \"a\": [1}\n|", "{\n  \"a\": [1}\n"},
		{"a.json", "{\r\n  \"a\": 1,\r\n|", "{\r\n  \"a\": 1,\r\n  "},
		{"a.json", "{\n\t|", "{\n\t"},
		{"a.json", "{\n  \"a\": \"x\n|", "{\n  \"a\": \"x\n"},
		{"a.json", "{}\n    |", "{}\n    "},
		{"a.json", "   |", ""},
		{"a.json", "{\n  \"a\": {\n    \"b\": 1\n    }|\n}", "{\n  \"a\": {\n    \"b\": 1\n  }\n}"},
		{"a.json", "[\n1\n  ]|", "[\n1\n]"},
		{"a.json", "[\n1\n  }|", "[\n1\n  }"},
		{"a.json", "[\n  1]|", "[\n  1]"},
		{"a.jsonc", "{\n  // {\n|", "{\n  // {\n  "},
		{"a.jsonc", "{\n/*\n|", "{\n/*\n"},
		{"a.json5", "{\n  a: '{',\n|", "{\n  a: '{',\n  "},
		{"a.jsonl", "{\n|", "{\n"},
	} {
		at := strings.IndexByte(c.src, '|')
		src := c.src[:at] + c.src[at+1:]
		ch := "\n"
		if at > 0 && (src[at-1] == '}' || src[at-1] == ']') {
			ch = src[at-1 : at]
		}
		line := strings.Count(src[:at], "\n")
		params := fmt.Sprintf(`{"position": {"line": %d, "character": %d}, "ch": %q, "options": {"tabSize": 4}}`, line, at-1-strings.LastIndex(src[:at], "\n"), ch)
		answer := ask(t, "onTypeFormatting", c.path, src, params, "{}")
		var edits []protocol.TextEdit
		if err := json.Unmarshal([]byte(answer), &edits); err != nil {
			t.Fatal(answer)
		}
		if got := applied(src, edits); got != c.want {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
	spaces := ask(t, "onTypeFormatting", "a.json", "{\n", `{"position": {"line": 1}, "ch": "\n", "options": {"tabSize": 3, "insertSpaces": true}}`, "{}")
	if !strings.Contains(spaces, `"newText":"   "`) {
		t.Error(spaces)
	}
	hostile := ask(t, "onTypeFormatting", "a.json", "{\n", `{"position": {"line": 9999}, "ch": "\n", "options": {"tabSize": 99999999, "insertSpaces": true}}`, "{}")
	if len(hostile) > 200 {
		t.Error(hostile)
	}
}

// Without a library, what needs no other file works.
func TestWithoutLibrary(t *testing.T) {
	for _, c := range []struct{ method, src, want string }{
		{"completion", `[{"a": 1}, {|`, `"label":"a"`},
		{"completion", `{"a": 1} |`, `{"isIncomplete":false,"items":[]}`},
		{"definition", `{"$ref": "#/a|", "a": 1}`, `"start":{"line":0,"character":16}`},
		{"definition", `{"$ref": "b.json|"}`, "null"},
		{"definition", `|{}`, "null"},
		{"documentLink", `|{"$schema": "http://e.org/"}`, `"target":"http://e.org/"`},
		{"documentLink", `|{}`, "[]"},
		{"hover", `["é|é"]`, `U+00E9: 2 bytes in UTF-8, C3 A9`},
	} {
		params, src := at(c.src)
		if got := ask(t, c.method, "/a.json", src, params, "{}"); !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %s, want %s", c.method, c.src, got, c.want)
		}
	}
}
