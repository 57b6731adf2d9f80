package complete

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

func TestSnippets(t *testing.T) {
	for _, c := range []struct{ body, snippet, text string }{
		{`1`, "1", "1"},
		{`"$1"`, `"$1"`, `""`},
		{`"^$1"`, `$1`, ``},
		{`"^\"${1:a}\""`, `"${1:a}"`, `"a"`},
		{`"^"`, ``, ``},
		{`{}`, `{}`, `{}`},
		{`[]`, `[]`, `[]`},
		{`{"a": {}, "b": [[], {"c": null}]}`, "{\n\t\"a\": {},\n\t\"b\": [\n\t\t[],\n\t\t{\n\t\t\t\"c\": null\n\t\t}\n\t]\n}", `{"a": {}, "b": [[], {"c": null}]}`},
		{`{"${1:key}": "${2|yes,no|}", "^x": 1}`, "{\n\t\"${1:key}\": \"${2|yes,no|}\",\n\t\"^x\": 1\n}", `{"key": "yes", "^x": 1}`},
		{`{"$schema": "a$b", "$id": "\\$c"}`, "{\n\t\"\\$schema\": \"a\\$b\",\n\t\"\\$id\": \"\\\\$c\"\n}", `{"$schema": "a$b", "$id": "\"}`},
		{`"${TM_FILENAME} ${1:a ${2:b} c} ${3} $0 ${x ${4:"`, `"${TM_FILENAME} ${1:a ${2:b} c} ${3} $0 ${x ${4:"`, `" a b c   ${x "`},
		{`"\u0041\/"`, `"A/"`, `"A/"`},
	} {
		doc, err := document.Parse([]byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		text, snippet := snippetOf(&subschema.Snippet{Body: doc.Root()})
		if text != c.text || snippet != c.snippet {
			t.Errorf("%s: %q and %q, want %q and %q", c.body, text, snippet, c.text, c.snippet)
		}
	}
	text, snippet := snippetOf(&subschema.Snippet{Text: "{\n\t$1\n}", Depth: 2})
	if text != "[[{}]]" || snippet != "[\n\t[\n\t\t{\n\t\t\t$1\n\t\t}\n\t]\n]" {
		t.Errorf("%q and %q", text, snippet)
	}
	if text, snippet := snippetOf(&subschema.Snippet{Text: strings.Repeat(" ", longestSnippet+1)}); text+snippet != "" {
		t.Error("a long snippet is not left out")
	}
}

// FuzzSnippet lays out values. One without places to fill in stays the same value.
func FuzzSnippet(f *testing.F) {
	target := fuzzing.Of(f)
	for _, seed := range []string{strings.Repeat("[", longestSnippet/2) + strings.Repeat("]", longestSnippet/2), `{"a": [1, {"b": "^$1"}], "c": "${1:x}", "d": {}}`, `["${1|a,b|}", "$x", []]`, `"${1:${2:\\}}"`} {
		target.Add([]byte(seed))
	}
	target.Fuzz(func(t *testing.T, body []byte) {
		doc, err := document.Parse(body)
		if err != nil {
			return
		}
		text, snippet := snippetOf(&subschema.Snippet{Body: doc.Root()})
		if len(snippet) > 100*longestSnippet {
			t.Errorf("%d bytes become %d", len(body), len(snippet))
		}
		if strings.ContainsAny(text, "\r\n") {
			t.Errorf("%q", text)
		}
		if len(body) > longestSnippet || bytes.ContainsAny(body, `$\^`) {
			return
		}
		var want bytes.Buffer
		if json.Compact(&want, body) != nil {
			return
		}
		var got bytes.Buffer
		if err := json.Compact(&got, []byte(text)); err != nil || got.String() != want.String() {
			t.Errorf("%q becomes %q: %v", body, text, err)
		}
	})
}
