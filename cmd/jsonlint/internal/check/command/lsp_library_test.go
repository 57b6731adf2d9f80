package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
	"github.com/assayjson/assay/lint"
)

// editorFiles is a workspace with schemas.
var editorFiles = map[string]string{
	".git/HEAD": "",
	".jsonlintrc.json": `{"root": true, "baseline": "base.json", "schemas": {"*.cfg.json": "s/cfg.json", "*.jsonl": "s/cfg.json", "*.json-seq": "s/cfg.json",
		"https://e.org/given.json": "s/given.json"}}`,
	"base.json": "{\"jsonlintBaseline\":1}\n",
	"s/cfg.json": `{"$defs": {"port": {"$anchor": "port", "type": "integer", "title": "The port", "description": "Where it listens.", "default": 80, "examples": [8080]}},
		"required": ["name"], "properties": {"port": {"$ref": "#port"}, "name": {"type": "string"}, "given": {"$ref": "https://e.org/given.json"},
		"far": {"$ref": "far.json#/$defs/x"}, "out": {"$ref": "../../out.json"}, "old": {"deprecated": true}}}`,
	"s/given.json":      `{"enum": ["from given"]}`,
	"s/far.json":        "{\n  \"$defs\": {\"x\": {\"const\": \"from far\"}}\n}",
	"sub/a.schema.json": `{"properties": {"x": {}}}`,
}

// A workspace is a client with an open folder.
type workspace struct {
	*lsptest.Client
	t   *testing.T
	dir string
}

func openWorkspace(t *testing.T, capabilities string) *workspace {
	dir := filepath.Join(put(t, map[string]string{"out.json": `{"enum": ["secret"]}`}), "open")
	for name, content := range editorFiles {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	e := &workspace{startLSP(t), t, dir}
	e.Initialize(capabilities, dir)
	return e
}

func (e *workspace) uri(name string) string {
	return protocol.URI(filepath.Join(e.dir, filepath.FromSlash(name)))
}

// open opens a document with the sign | at the cursor, and returns the parameters of a request about that place.
func (e *workspace) open(name, src string) map[string]any {
	at := strings.IndexByte(src, '|')
	src = src[:at] + src[at+1:]
	e.Open(e.uri(name), "json", src)
	p := text.New([]byte(src), text.UTF16).Position(at)
	return lsptest.Document(e.uri(name), map[string]any{"position": p, "range": protocol.Range{Start: p, End: p}})
}

// changed returns a text after edits, which must not overlap.
func changed(src string, edits ...protocol.TextEdit) string {
	lines := text.New([]byte(src), text.UTF16)
	for i := range edits { // from the last one on
		e := edits[len(edits)-1-i]
		lines.Edit(e.Range, []byte(e.NewText))
	}
	return string(lines.Snapshot().Bytes())
}

func TestLSPCompletion(t *testing.T) {
	for _, snippets := range []bool{false, true} {
		e := openWorkspace(t, fmt.Sprintf(`{"textDocument": {"completion": {"completionItem": {"snippetSupport": %v}}}}`, snippets))
		for i, c := range []struct{ name, src, labels, first, snippet string }{
			{"a.cfg.json", `{|}`, "name port given far out old", `{"name": ""}`, `{"name": "$1"}`},
			{"a.cfg.json", "{\"name\": \"é😀\"\n  \"|", "port given far out old", "{\"name\": \"é😀\",\n  \"port\": 80", "{\"name\": \"é😀\",\n  \"port\": ${1:80}"},
			{"a.cfg.json", `{"port": |}`, "80 8080", `{"port": 80}`, ""},
			{"a.cfg.json", `{"given": "|"}`, `"from given"`, `{"given": "from given"}`, ""},
			{"a.cfg.json", `{"far": |}`, `"from far"`, `{"far": "from far"}`, ""},
			{"a.cfg.json", `{"x": [{"k": 1}, {|}]}`, "k", `{"x": [{"k": 1}, {"k": 0}]}`, `{"x": [{"k": 1}, {"k": ${1:0}}]}`}, // about which the schema says nothing
			{"a.jsonl", "{\"name\": \"x\"}\n{\"name\": \"|\"}\n", `"x"`, "{\"name\": \"x\"}\n{\"name\": \"x\"}\n", ""},
			{"a.cfg.json", `{"out": |}`, "", "", ""}, // not in the repository
			{"b.jsonl", "{\"port\": 1}\n{\"name\": \n{|\n{\"x\": 1}\n", "name port given far out old", "{\"port\": 1}\n{\"name\": \n{\"name\": \"\"\n{\"x\": 1}\n", "{\"port\": 1}\n{\"name\": \n{\"name\": \"$1\"\n{\"x\": 1}\n"},
			{"b.json-seq", "\x1e{\"port\": 1}\n\x1e{\n|\n\x1e{\"x\": 1}\n", "name port given far out old", "\x1e{\"port\": 1}\n\x1e{\n\"name\": \"\"\n\x1e{\"x\": 1}\n", "\x1e{\"port\": 1}\n\x1e{\n\"name\": \"$1\"\n\x1e{\"x\": 1}\n"},
			{"b.ndjson", "{\"a\": 1, \"b\": 2}\n{\"b\": 1\n{|}\n", "b a", "{\"a\": 1, \"b\": 2}\n{\"b\": 1\n{\"b\": 0}\n", "{\"a\": 1, \"b\": 2}\n{\"b\": 1\n{\"b\": ${1:0}}\n"},
			{"c.json5", "[{a: 1, 'b': 2}, {a: 1}, {|}]", "a b", `[{a: 1, 'b': 2}, {a: 1}, {"a": 0}]`, `[{a: 1, 'b': 2}, {a: 1}, {"a": ${1:0}}]`},
			{"c.jsonc", "[{\"a\": 1}, // {\n{|}]", "a", "[{\"a\": 1}, // {\n{\"a\": 0}]", "[{\"a\": 1}, // {\n{\"a\": ${1:0}}]"},
			{"c.jsonc", "[{\"a\": 1}, // {|\n{}]", "", "", ""},
			{"c.json", "{|}", "", "", ""},
			{"c.json", `{"$schema": "../s/cfg.json", |}`, "name port given far out old", `{"$schema": "../s/cfg.json", "name": ""}`, `{"$schema": "../s/cfg.json", "name": "$1"}`},
			{".jsonlintrc.json", `{"rules": {"bom": |}}`, `"off" "info" "warn" "warning" "error"`, `{"rules": {"bom": "off"}}`, ""},
		} {
			name := fmt.Sprintf("%d/%s", i, c.name)
			var list protocol.CompletionList
			e.Call("textDocument/completion", e.open(name, c.src), &list)
			var labels []string
			for _, item := range list.Items {
				labels = append(labels, item.Label)
			}
			if got := strings.Join(labels, " "); got != c.labels {
				t.Errorf("%q: %s, want %s", c.src, got, c.labels)
			}
			if len(list.Items) == 0 {
				continue
			}
			want := c.first
			if snippets && c.snippet != "" {
				want = c.snippet
			}
			first := list.Items[0]
			got := changed(strings.Replace(c.src, "|", "", 1), append(first.AdditionalTextEdits, first.TextEdit)...)
			if got != want || (first.InsertTextFormat == 2) != (want == c.snippet) {
				t.Errorf("%q becomes %q, want %q", c.src, got, want)
			}
		}
		var list protocol.CompletionList
		e.Call("textDocument/completion", e.open("d.cfg.json", "{|}"), &list)
		if got, want := asJSON(list.Items[1].Documentation), `{"kind":"plaintext","value":"The port\n\nWhere it listens.\n\nDefault: 80"}`; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		if got := asJSON(list.Items[5].Tags); got != "[1]" {
			t.Error(got)
		}
		if err := e.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

// Keywords of Visual Studio Code: descriptions in Markdown go to clients that accept it.
func TestLSPMarkdown(t *testing.T) {
	const schema = `{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {
		"mode": {"title": "Mode_1", "description": "How fast", "markdownDescription": "How **fast**", "default": "a", "enum": ["a", "b\u0063", 1],
			"enumDescriptions": ["slow", "bc", "one"], "markdownEnumDescriptions": ["*slow*"]},
		"old": {"deprecationMessage": "use mode", "type": "boolean"},
		"hidden": {"doNotSuggest": true}}}`
	for _, c := range []struct{ kinds, hover, number, doc, value string }{
		{`["markdown", "plaintext"]`,
			"```text\nJSON Pointer: /mode\n1 character, 1 byte:\na\n```\n\nMode\\_1\n\nHow **fast**\n\n`\"a\"`: *slow*\n\nOne of: `\"a\", \"b\\u0063\", 1`\n\nDefault: `\"a\"`",
			"\n\n`1`: one\n\n",
			`{"kind":"markdown","value":"Mode\\_1\n\nHow **fast**\n\nDefault: ` + "`\\\"a\\\"`" + `"}`, `{"kind":"markdown","value":"*slow*"}`},
		{`["plaintext"]`,
			"JSON Pointer: /mode\n1 character, 1 byte:\na\n\nMode_1\nHow fast\n\"a\": slow\nOne of: \"a\", \"b\\u0063\", 1\nDefault: \"a\"",
			"\n1: one\n",
			`{"kind":"plaintext","value":"Mode_1\n\nHow fast\n\nDefault: \"a\""}`, `{"kind":"plaintext","value":"slow"}`},
	} {
		e := openWorkspace(t, `{"textDocument": {"hover": {"contentFormat": `+c.kinds+`}, "completion": {"completionItem": {"documentationFormat": `+c.kinds+`}}}}`)
		if err := os.WriteFile(filepath.Join(e.dir, "s", "cfg.json"), []byte(schema), 0o666); err != nil {
			t.Fatal(err)
		}
		hover := func(src string) protocol.MarkupContent {
			var h protocol.Hover
			e.Call("textDocument/hover", e.open("a.cfg.json", src), &h)
			return h.Contents
		}
		if got := hover(`{"mode": "|a"}`).Value; got != c.hover {
			t.Errorf("%s: %q, want %q", c.kinds, got, c.hover)
		}
		if got := hover(`{"m|ode": 1}`).Value; !strings.Contains(got, c.number) {
			t.Errorf("%s: %q lacks %q", c.kinds, got, c.number)
		}
		if got := hover(`{"mode": |"bc"}`).Value; !strings.Contains(got, `bc"`) || !strings.Contains(got, ": bc") {
			t.Errorf("%s: %q", c.kinds, got)
		}
		if got := hover(`{"old": |true}`); got.Kind != "plaintext" || got.Value != "JSON Pointer: /old\n\nDeprecated: use mode\nType: boolean" {
			t.Errorf("%s: %q", c.kinds, got)
		}
		var names, values protocol.CompletionList
		e.Call("textDocument/completion", e.open("b.cfg.json", `{|}`), &names)
		if got := asJSON(names.Items[0].Documentation); got != c.doc || len(names.Items) != 1 {
			t.Errorf("%s: %d names; %s, want %s", c.kinds, len(names.Items), got, c.doc)
		}
		e.Call("textDocument/completion", e.open("c.cfg.json", `{"mode": |}`), &values)
		if got := asJSON(values.Items[0].Documentation); got != c.doc { // it is the default
			t.Errorf("%s: %s, want %s", c.kinds, got, c.doc)
		}
		if err := e.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

func TestLSPSnippets(t *testing.T) {
	e := openWorkspace(t, `{"textDocument": {"completion": {"completionItem": {"snippetSupport": true, "documentationFormat": ["markdown"]}}}}`)
	const schema = `{"properties": {"task": {"defaultSnippets": [{"label": "new", "markdownDescription": "*T*", "body": {"run": "${1:make}", "on": "^$2"}}]}}}`
	if err := os.WriteFile(filepath.Join(e.dir, "s", "cfg.json"), []byte(schema), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, src, want string }{
		{"a.cfg.json", `{"task": |}`, "{\"task\": {\n\t\"run\": \"${1:make}\",\n\t\"on\": $2\n}}"},
		{"a.jsonl", `{"task": |}`, `{"task": {"run": "${1:make}", "on": $2}}`},
	} {
		var list protocol.CompletionList
		e.Call("textDocument/completion", e.open(c.name, c.src), &list)
		if len(list.Items) != 1 || list.Items[0].Label != "new" || asJSON(list.Items[0].Documentation) != `{"kind":"markdown","value":"*T*"}` {
			t.Fatalf("%+v", list.Items)
		}
		if got := changed(strings.Replace(c.src, "|", "", 1), list.Items[0].TextEdit); got != c.want {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

// If a schema changes, completions change.
func TestLSPCompletionAfterChange(t *testing.T) {
	e := openWorkspace(t, "{}")
	params := e.open("a.cfg.json", `{"given": |}`)
	for _, want := range []string{"from given", "changed"} {
		if err := os.WriteFile(filepath.Join(e.dir, "s", "given.json"), []byte(`{"const": "`+want+`"}`), 0o666); err != nil {
			t.Fatal(err)
		}
		e.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("s/given.json"), "type": 2}}})
		var list protocol.CompletionList
		if e.Call("textDocument/completion", params, &list); len(list.Items) != 1 || list.Items[0].Label != `"`+want+`"` {
			t.Errorf("%+v, want %s", list.Items, want)
		}
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

func TestLSPHoverWithSchema(t *testing.T) {
	e := openWorkspace(t, "{}")
	for i, c := range []struct{ src, want string }{
		{`{"po|rt": 80}`, "JSON Pointer: /port\n\nThe port\nWhere it listens.\nType: integer\nDefault: 80\nExamples: 8080"},
		{`{"port": 80|}`, "JSON Pointer: /port\nbinary64: exact\n\nThe port\nWhere it listens.\nType: integer\nDefault: 80\nExamples: 8080"},
		{`{"old": |1}`, "JSON Pointer: /old\nbinary64: exact\n\nDeprecated"},
		{`{"given": |null}`, "JSON Pointer: /given\n\nOne of: \"from given\""},
		{`{"x": "a|é"}`, "JSON Pointer: /x\n2 characters, 3 bytes:\naé\nU+00E9: 2 bytes in UTF-8, C3 A9"},
		{`{"x": "a|😀"}`, "JSON Pointer: /x\n2 characters, 5 bytes:\na😀\nU+1F600: 4 bytes in UTF-8, F0 9F 98 80"},
	} {
		var h protocol.Hover
		if e.Call("textDocument/hover", e.open(fmt.Sprintf("%d.cfg.json", i), c.src), &h); h.Contents.Value != c.want {
			t.Errorf("%s: %q, want %q", c.src, h.Contents.Value, c.want)
		}
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

func TestLSPDefinition(t *testing.T) {
	e := openWorkspace(t, "{}")
	const local = `{"$defs": {"a": {"$anchor": "x"}, "b": {"$id": "b.json", "$defs": {"c": {}}, "r": {"$ref": "#/$defs/c"}}}, `
	for i, c := range []struct{ src, want string }{
		{"{\"a\": 1}\n{\"a\": {\"$id\": \"x\"}, \"$ref\": \"|#/a\"}\n\n{\"a\": 2, \"$ref\": \"x\"}", "SELF 1:1-1:4"}, // NDJSON
		{"\x1e{\"a\": 1}\n\x1e{\"a\": 2, \"$ref\": \"#/a|\"}\n", "SELF 1:2-1:5"},                                     // a JSON text sequence
		{local + `"$ref": "|#/$defs/a"}`, "SELF 0:11-0:14"},
		{local + `"$ref": "#x|"}`, "SELF 0:11-0:14"},
		{local + `"$ref": "b.json#/$defs/c|"}`, "SELF 0:67-0:70"},
		{local + `"$ref": "#/missing|"}`, ""},
		{strings.Replace(local, `"#/$defs/c"`, `|"#/$defs/c"`, 1), "SELF 0:67-0:70"}, // broken, and relative to the $id
		{local + `"|$ref": "#x"}`, ""},
		{local + `"x": "#x|"}`, ""},
		{local + `"$ref": "|#"}`, "SELF 0:0-0:1"},
		{local + `"$ref": "s/far.json|"}`, "s/far.json 0:0-0:0"},
		{local + `"$ref": "s/far.json#/$defs/x|"}`, "s/far.json 1:12-1:15"},
		{local + `"$ref": "s/far.json#/nowhere|"}`, "s/far.json 0:0-0:0"},
		{local + `"$ref": "s/cfg.json#port|"}`, "s/cfg.json 0:11-0:17"},
		{local + `"$ref": "https://e.org/given.json|"}`, "s/given.json 0:0-0:0"},
		{local + `"$ref": "https://e.org/other.json|"}`, ""},
		{local + `"$ref": "../out.json|"}`, ""}, // not in the open folder
		{`{"$schema": "s/far.json|"}`, "s/far.json 0:0-0:0"},
		{`{"$id": "https://e.org/x/y", "$ref": "s/far.json|"}`, "s/far.json 0:0-0:0"}, // a path, after all
	} {
		name := fmt.Sprint(i, []string{".jsonl", ".json-seq", ".json"}[min(i, 2)])
		var l *protocol.Location
		e.Call("textDocument/definition", e.open(name, c.src), &l)
		got := ""
		if l != nil {
			file := strings.TrimPrefix(l.URI, e.uri("")+"/")
			got = fmt.Sprintf("%s %d:%d-%d:%d", strings.Replace(file, name, "SELF", 1), l.Range.Start.Line, l.Range.Start.Character, l.Range.End.Line, l.Range.End.Character)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.src, got, c.want)
		}
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

// TestLSPReferences looks for the references to subschemas, from the subschema and from a reference to it.
func TestLSPReferences(t *testing.T) {
	const local = `{"$defs": {"a": {"$anchor": "x", "type": "string"}, "b": {"$id": "b.json", "$defs": {"c": {}}, "items": {"$ref": "#/$defs/c"}}},
"properties": {"p": {"$ref": "#/$defs/a"}, "q": {"$dynamicRef": "#x"}, "r": {"$ref": "b.json#/$defs/c"}, "s": {"$ref": "s/far.json#/$defs/x"}, "t": {"$ref": "#"}}}`
	before := func(sub string) string { return strings.Replace(local, sub, "|"+sub, 1) }
	const a, c = "SELF 1:29-1:40, SELF 1:64-1:68", "SELF 0:113-0:124, SELF 1:85-1:102"
	for _, one := range []struct{ name, src, want string }{
		{"a.json", before(`"a": {`), a},
		{"a.json", before(`"$anchor"`), a},
		{"a.json", before(`"string"`), a}, // the innermost subschema that is referred to
		{"a.json", before(`"#x"`), a},
		{"a.json", before(`"#/$defs/a"`), a},
		{"a.json", before(`"c": {}`), c},
		{"a.json", before(`"b.json#`), c},
		{"a.json", before(`"s/far`), "SELF 1:119-1:140, s/cfg.json 2:18-2:37"},
		{"a.json", before(`{"$defs"`), "SELF 1:157-1:160"},
		{"a.json", before(`"p"`), ""},
		{"a.json", before(`"#"`), "SELF 1:157-1:160"},
		{"s/far.json", `{"$defs": {"x": {"const|": "from far"}}}`, "s/cfg.json 2:18-2:37"},
		{"s/far.json", `{"$defs": {"x": {"const": "from far"}}, "x": {"|$ref": "#/$defs/x"}}`, ""},
		{"s/given.json", `{|"enum": ["from given"]}`, "s/cfg.json 1:112-1:138"}, // by the URL that the settings have for it
		{"s/cfg.json", `{"$defs": {"port|": {}}}`, ""},
		{"new.json", `{"$defs": {"port|": {}}, "$ref": "#/$defs/port"}`, "SELF 0:32-0:46"},
		{"b.jsonl", `{"a": |{}, "$ref": "#/a"}`, ""},
		{"c.json", `|`, ""},
	} {
		for _, declare := range []bool{false, true} {
			e := openWorkspace(t, "{}")
			params := e.open(one.name, one.src)
			params["context"] = map[string]any{"includeDeclaration": declare}
			var all []protocol.Location
			e.Call("textDocument/references", params, &all)
			if declare && len(all) > 0 {
				all = all[1:]
			}
			var got []string
			for _, l := range all {
				file := strings.TrimPrefix(l.URI, e.uri("")+"/")
				if file == one.name {
					file = "SELF"
				}
				got = append(got, fmt.Sprintf("%s %d:%d-%d:%d", file, l.Range.Start.Line, l.Range.Start.Character, l.Range.End.Line, l.Range.End.Character))
			}
			if got := strings.Join(got, ", "); got != one.want {
				t.Errorf("%s: %s: %s, want %s", one.name, one.src, got, one.want)
			}
			if err := e.Shutdown(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestLSPReferencesInOpenFiles looks for references in the texts that are open, which may not have been saved.
func TestLSPReferencesInOpenFiles(t *testing.T) {
	e := openWorkspace(t, "{}")
	e.Open(e.uri("s/cfg.json"), "json", "\n{\"$ref\": \"far.json#/$defs/x\"}")
	e.Open(e.uri("other.json"), "json", "\n\n{\"$schema\": \"s/far.json\", \"$ref\": \"s/far.json#/$defs/x\"}")
	var all []protocol.Location
	e.Call("textDocument/references", e.open("s/far.json", `{"$defs": {"x|": {}}}`), &all)
	if len(all) != 2 || all[0].URI != e.uri("other.json") || all[0].Range.Start.Line != 2 || all[1].URI != e.uri("s/cfg.json") || all[1].Range.Start.Line != 1 {
		t.Errorf("%+v", all)
	}
	e.Call("textDocument/references", e.open("s/far.json", `|{"$defs": {"x": {}}}`), &all)
	if len(all) != 1 || all[0].Range.Start.Character != 12 {
		t.Errorf("%+v", all)
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

func TestLSPLinks(t *testing.T) {
	e := openWorkspace(t, "{}")
	for name, c := range map[string]struct{ src, want string }{
		"l.json": {
			`{|"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "s/far.json#/x", "a": {"$ref": "#/b"}, "b": 1, "c": {"$ref": "../out.json"}, "d": {"$ref": ""}, "e": [{"$ref": "https://e.org/given.json"}]}`,
			"0:13-0:57 https://json-schema.org/draft/2020-12/schema; 0:69-0:82 DIR/s/far.json; 0:100-0:103 DIR/l.json#1,108; 0:180-0:204 DIR/s/given.json",
		},
		".jsonlintrc.json": {`{"extends": ["s/far.json", "none.json"], |"schemas": {"*": "s/cfg.json"}, "baseline": "base.json", "ignore": ["base.json"]}`, "0:14-0:24 DIR/s/far.json; 0:59-0:69 DIR/s/cfg.json; 0:86-0:95 DIR/base.json"},
		"n.json":           {`{"$ref"| "#"}`, ""},
		"r.jsonl":          {"{\"a\": 1, \"$ref\": \"|#/a\"}\n{\"$ref\": \"#/b\", \"b\": 2}\n{\"$ref\": \"#/a\"}", "0:18-0:21 DIR/r.jsonl#1,2; 1:10-1:13 DIR/r.jsonl#2,17; 2:10-2:13 DIR/r.jsonl#3,1"},
	} {
		var links []protocol.DocumentLink
		e.Call("textDocument/documentLink", e.open(name, c.src), &links)
		var all []string
		for _, l := range links {
			all = append(all, fmt.Sprintf("%d:%d-%d:%d %s", l.Range.Start.Line, l.Range.Start.Character, l.Range.End.Line, l.Range.End.Character, strings.Replace(l.Target, e.uri(""), "DIR", 1)))
		}
		if got := strings.Join(all, "; "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

func TestLSPCopyPointer(t *testing.T) {
	e := openWorkspace(t, "{}")
	for i, c := range []struct{ src, want string }{
		{`{"a/b": [1, |2]}`, `"/a~1b/1"`}, {`{"a": [1, 2]|}`, `"/a"`}, {`{"a|": {}}`, `"/a"`}, {`{"a": { | }}`, `"/a"`}, {` | {}`, `null`}, {`{"a": [ 1 | ]}`, `"/a"`}, {`{ | "a": {}}`, `""`},
	} {
		params := e.open(fmt.Sprintf("%d.json", i), c.src)
		var got json.RawMessage
		e.Call("workspace/executeCommand", map[string]any{"command": "jsonlint.copyPointer", "arguments": []any{params}}, &got)
		if string(got) != c.want {
			t.Errorf("%s: %s, want %s", c.src, got, c.want)
		}
	}
	for _, bad := range []any{nil, map[string]any{"command": "x"}, map[string]any{"command": "jsonlint.copyPointer"}, map[string]any{"command": "jsonlint.copyPointer", "arguments": []any{1}},
		map[string]any{"command": "jsonlint.copyPointer", "arguments": []any{lsptest.Document("file:///not-open", nil)}}} {
		if err := e.Try("workspace/executeCommand", bad, nil); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

// applyAction returns the files that an action changes, with their new texts.
func (e *workspace) applyAction(a protocol.CodeAction, open map[string]string) string {
	var all []string
	edit := func(uri string, edits []protocol.TextEdit) {
		name := strings.TrimPrefix(uri, e.uri("")+"/")
		src, isOpen := open[name]
		if !isOpen {
			b, _ := os.ReadFile(filepath.Join(e.dir, name))
			src = string(b)
		}
		all = append(all, name+": "+changed(src, edits...))
	}
	for uri, edits := range a.Edit.Changes {
		edit(uri, edits)
	}
	for _, one := range a.Edit.DocumentChanges {
		var d protocol.TextDocumentEdit
		if err := json.Unmarshal([]byte(asJSON(one)), &d); err != nil {
			e.t.Fatal(err)
		}
		if d.Edits == nil {
			all = append(all, "new")
			continue
		}
		edit(d.TextDocument.URI, d.Edits)
	}
	return strings.Join(all, "\n")
}

// Neovim 0.7 does not mention documentChanges.
const canCreate = `{"workspace": {"workspaceEdit": {"resourceOperations": ["rename", "create", "delete"]}}}`

func TestLSPRemedies(t *testing.T) {
	for _, c := range []struct{ files, capabilities, name, src, title, want string }{
		{"", "{}", "a.json", `{"a": 1, "a|": 2}`, "add to the baseline: duplicate-keys", "base.json: {\"jsonlintBaseline\":1}\n{\"file\":\"a.json\",\"rule\":\"duplicate-keys\","},
		{`{"root": true}`, "{}", "a.json", `{"a": 1, "a|": 2}`, "add to the baseline", ""},
		{`{"root": true, "baseline": "none.json"}`, "{}", "a.json", `{"a": 1, "a|": 2}`, "create the baseline", ""},
		{`{"root": true, "baseline": "none.json"}`, canCreate, "a.json", `{"a": 1, "a|": 2}`, "create the baseline with this finding: duplicate-keys", "none.json: {\"jsonlintBaseline\":1}\n{\"file\":\"a.json\",\"rule\":\"duplicate-keys\","},
		{"", "{}", "sub/a.json", "{} |// c\n", "read a.json as jsonc (settings)", `.jsonlintrc.json: {"root": true, "baseline": "base.json", "schemas": {"*.cfg.json": "s/cfg.json", "*.jsonl": "s/cfg.json", "*.json-seq": "s/cfg.json",
		"https://e.org/given.json": "s/given.json"}, "overrides": [`},
		{`{}`, "{}", "sub/a.json", "[1|,]\n", "read a.json as jwcc (settings)", "/sub/a.json\"], \"dialect\": \"jwcc\"}"},
		{`{}`, "{}", "sub/a.json", "{|a: 1}\n", "read a.json as json5 (settings)", "/sub/a.json\"], \"dialect\": \"json5\"}"},
		{`{}`, "{}", "sub/a.json", "{}\n|{}\n", "read a.json as ndjson (settings)", "/sub/a.json\"], \"dialect\": \"ndjson\"}"},
		{`{}`, "{}", "sub/a.json", "{|]\n", "read a.json", ""},
		{`{}`, "{}", "sub/a.json", `["C:|\Users"]`, "read a.json", ""}, // JSON5 would read C:Users
		{`{}`, "{}", "sub/a.json", `["|\x41"]`, "read a.json as json5 (settings)", "/sub/a.json\"], \"dialect\": \"json5\"}"},
		{`{}`, "{}", "sub/a.json", "[\"a|\\\nb\"]", "read a.json as json5 (settings)", "/sub/a.json\"], \"dialect\": \"json5\"}"},
		{`{}`, "{}", "sub/a*.json", "[1|,]\n", "read a*.json", ""}, // no pattern for it
		{"-", canCreate, "sub/a.json", "[1|,]\n", "read a.json as jwcc (settings)", "new\n.jsonlintrc.json: {\n  \"overrides\": [\n    {\"files\": [\"/sub/a.json\"], \"dialect\": \"jwcc\"}\n  ]\n}\n"},
		{"-", "{}", "sub/a.json", "[1|,]\n", "read a.json", ""},
		{"", "{}", "sub/b.json", "|{\n\t\"x\": 1\n}\n", `check against "a.schema.json" ($schema)`, "sub/b.json: {\n\t\"$schema\": \"a.schema.json\",\n\t\"x\": 1\n}\n"},
		{"", "{}", "sub/b.json", "|{}\n", `check against "a.schema.json" ($schema)`, "sub/b.json: {\"$schema\": \"a.schema.json\"}\n"},
		{"", "{}", "sub/b.json", `|{"x": 1}`, `check against "https://e.org/given.json" ($schema)`, `sub/b.json: {"$schema": "https://e.org/given.json", "x": 1}`},
		{"", "{}", "sub/b.json", `|[]`, "check against \"a.schema.json\" ($schema)", ""},
		{"", "{}", "sub/b.json", `|[]`, "check against \"a.schema.json\" (settings)", `"/sub/b.json": "sub/a.schema.json"`},
		{"", "{}", "b.cfg.json", "|{}", "check against", ""}, // it has a schema
		{"", "{}", "sub/b.json", "|{\"$schema\": \"none.json\"}", "check against \"a.schema.json\" ($schema)", ""},
	} {
		e := openWorkspace(t, c.capabilities)
		settings := filepath.Join(e.dir, ".jsonlintrc.json")
		if c.files == "-" {
			if err := os.Remove(settings); err != nil {
				t.Fatal(err)
			}
		} else if c.files != "" {
			if err := os.WriteFile(settings, []byte(c.files), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		params := e.open(c.name, c.src)
		params["context"] = map[string]any{"diagnostics": []any{}}
		var actions []protocol.CodeAction
		e.Call("textDocument/codeAction", params, &actions)
		got := ""
		for _, a := range actions {
			if strings.HasPrefix(a.Title, c.title) {
				got = e.applyAction(a, map[string]string{c.name: strings.Replace(c.src, "|", "", 1)})
				break
			}
		}
		if got == "" != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q: %s\ngot  %s\nwant %s", c.name, c.src, c.title, got, c.want)
		}
		if err := e.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

// If the file that an action changes is open, the edit is for its text in the editor and not for that on the disk.
func TestLSPRemediesInOpenFiles(t *testing.T) {
	const comparesVersions = `{"workspace": {"workspaceEdit": {"documentChanges": true}}}`
	const unsaved = "{\"jsonlintBaseline\":1}\n\n\n"
	for _, c := range []struct{ capabilities, open, text, name, src, title, want string }{
		{"{}", "base.json", "", "a.json", `{"a": 1, "a|": 2}`, "add to the baseline", ""}, // not a baseline now
		{"{}", "base.json", unsaved, "a.json", `{"a": 1, "a|": 2}`, "add to the baseline", "base.json: {\"jsonlintBaseline\":1}\n{\"file\":\"a.json\",\"rule\":\"duplicate-keys\","},
		{comparesVersions, "base.json", unsaved, "a.json", `{"a": 1, "a|": 2}`, "add to the baseline", "base.json: {\"jsonlintBaseline\":1}\n{\"file\":\"a.json\",\"rule\":\"duplicate-keys\","},
		{"{}", ".jsonlintrc.json", "\n\n{\"root\": true}", "sub/a.json", "[1|,]\n", "read a.json as jwcc", ".jsonlintrc.json: \n\n{\"root\": true, \"overrides\": ["},
		{"{}", ".jsonlintrc.json", "\n\n{\"root\": ", "sub/a.json", "[1|,]\n", "read a.json as jwcc", ""},
		{"{}", ".jsonlintrc.json", "{}", "sub/b.json", "|[]", "check against \"a.schema.json\" (settings)", ".jsonlintrc.json: {\n  \"schemas\": {"},
	} {
		e := openWorkspace(t, c.capabilities)
		e.Open(e.uri(c.open), "json", c.text)
		params := e.open(c.name, c.src)
		params["context"] = map[string]any{"diagnostics": []any{}}
		var actions []protocol.CodeAction
		e.Call("textDocument/codeAction", params, &actions)
		got := ""
		for _, a := range actions {
			if !strings.HasPrefix(a.Title, c.title) {
				continue
			}
			if got = e.applyAction(a, map[string]string{c.open: c.text}); c.capabilities == comparesVersions && !strings.Contains(asJSON(a), `"version":1`) {
				t.Errorf("%s: no version: %s", c.title, asJSON(a))
			}
		}
		if got == "" != (c.want == "") || !strings.HasPrefix(got, strings.Split(c.want, ":")[0]) || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q: %s\ngot  %s\nwant %s", c.name, c.src, c.title, got, c.want)
		}
		if err := e.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

// An action is not offered again while its effect is in an open baseline that has not been saved.
func TestLSPRemediesOnce(t *testing.T) {
	e := openWorkspace(t, "{}")
	params := e.open("a.json", `{"a": 1, "a|": 2}`)
	params["context"] = map[string]any{"diagnostics": []any{}}
	for _, want := range []bool{true, false} {
		var actions []protocol.CodeAction
		e.Call("textDocument/codeAction", params, &actions)
		i := slices.IndexFunc(actions, func(a protocol.CodeAction) bool { return strings.HasPrefix(a.Title, "add to the baseline") })
		if i >= 0 != want {
			t.Errorf("%+v, want %v", actions, want)
		}
		if i >= 0 {
			_, text, _ := strings.Cut(e.applyAction(actions[i], nil), ": ")
			e.Open(e.uri("base.json"), "json", text)
		}
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

// New settings that are open and have not been saved are edited, even if the client cannot create files.
func TestLSPRemediesInNewSettings(t *testing.T) {
	for _, text := range []string{"", "\n{\"root\": true}\n"} {
		e := openWorkspace(t, "{}")
		if err := os.Remove(filepath.Join(e.dir, ".jsonlintrc.json")); err != nil {
			t.Fatal(err)
		}
		e.Open(e.uri(".jsonlintrc.json"), "json", text)
		params := e.open("a.json", "[1|,]\n")
		params["context"] = map[string]any{"diagnostics": []any{}}
		var actions []protocol.CodeAction
		e.Call("textDocument/codeAction", params, &actions)
		i := slices.IndexFunc(actions, func(a protocol.CodeAction) bool { return strings.HasPrefix(a.Title, "read a.json as jwcc") })
		if i < 0 {
			t.Fatalf("%q: %+v", text, actions)
		}
		got := e.applyAction(actions[i], map[string]string{".jsonlintrc.json": text})
		if !strings.Contains(got, `"/a.json"], "dialect": "jwcc"`) || strings.Contains(got, "root") != (text != "") {
			t.Errorf("%q: %s", text, got)
		}
		if err := e.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

// Another document can be edited while the server uses its text for an action. This is a test for the race detector, too.
func TestLSPRemediesDuringEdits(t *testing.T) {
	e := openWorkspace(t, "{}")
	base := e.uri("base.json")
	e.Open(base, "json", editorFiles["base.json"])
	params := e.open("a.json", `{"a": 1, "a|": 2}`)
	params["context"] = map[string]any{"diagnostics": []any{}}
	for i := range 50 {
		wait := e.Begin(uint64(1000+i), "textDocument/codeAction", params)
		for range 5 {
			e.Edit(base, protocol.Range{Start: protocol.Position{Line: 1}, End: protocol.Position{Line: 1}}, "\n")
		}
		if i%10 == 9 {
			e.Close(base)
			e.Open(base, "json", editorFiles["base.json"])
		}
		if err := wait(); err != nil {
			t.Error(err)
		}
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

// A definition in an open document is found in its text in the editor.
func TestLSPDefinitionInOpenFile(t *testing.T) {
	e := openWorkspace(t, "{}")
	e.Open(e.uri("s/far.json"), "json", "\n\n{\"$defs\":\n{\"x\": {}}}")
	var l protocol.Location
	if e.Call("textDocument/definition", e.open("a.json", `{"$ref": "s/far.json#/$defs/x|"}`), &l); l.Range.Start.Line != 3 {
		t.Errorf("%+v", l)
	}
	// A document that has never been saved is not taken for the file that has the path which settings see.
	if err := os.WriteFile(filepath.Join(e.dir, "untitled.json"), []byte("{\n\"x\": {}}"), 0o666); err != nil {
		t.Fatal(err)
	}
	e.Open("untitled:1", "json", "\n\n\n{\"x\": {}}")
	if e.Call("textDocument/definition", e.open("b.json", `{"$ref": "untitled.json#/x|"}`), &l); l.Range.Start.Line != 1 {
		t.Errorf("%+v", l)
	}
	if err := e.Shutdown(); err != nil {
		t.Error(err)
	}
}

// After a remedy has been saved, the finding is gone.
func TestLSPRemediesHelp(t *testing.T) {
	for _, c := range []struct{ src, title string }{
		{`{"a": 1, "a|": 2, "é": 1, "é": 2}`, "add to the baseline: duplicate-keys"}, {"[1|,]\n", "read a.json as jwcc"},
	} {
		e := openWorkspace(t, "{}")
		params := e.open("a.json", c.src)
		before := len(e.Published(e.uri("a.json")))
		params["context"] = map[string]any{"diagnostics": []any{}}
		var actions []protocol.CodeAction
		e.Call("textDocument/codeAction", params, &actions)
		found := false
		for _, a := range actions {
			if strings.HasPrefix(a.Title, c.title) {
				found = true
				name, after, _ := strings.Cut(e.applyAction(a, nil), ": ")
				if err := os.WriteFile(filepath.Join(e.dir, name), []byte(after), 0o666); err != nil {
					t.Fatal(err)
				}
				e.Notify("textDocument/didSave", lsptest.Document(e.uri(name), nil))
				var r protocol.DiagnosticReport
				if e.Call("textDocument/diagnostic", lsptest.Document(e.uri("a.json"), nil), &r); len(*r.Items) != before-1 {
					t.Errorf("%s: %s: %d findings become %d", c.src, c.title, before, len(*r.Items))
				}
			}
		}
		if !found {
			t.Errorf("%s: there is no action %q", c.src, c.title)
		}
		if err := e.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

// A baseline that cannot be used is reported once, and the findings stay.
func TestLSPUnusableBaseline(t *testing.T) {
	for name, want := range map[string]string{
		"none.json": "jsonlint: baseline none.json: the file does not exist; --baseline-update creates it",
		"base.json": "jsonlint: baseline base.json: line 1: a conflict has not been resolved; --baseline-update does so",
	} {
		e := openWorkspace(t, "{}")
		settings := fmt.Sprintf(`{"root": true, "baseline": %q}`, name)
		for file, text := range map[string]string{".jsonlintrc.json": settings, "base.json": "<<<<<<< HEAD\n"} {
			if err := os.WriteFile(filepath.Join(e.dir, file), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, file := range []string{"a.json", "b.json"} {
			e.open(file, `{"a": 1, "a|": 2}`)
			if found := e.Published(e.uri(file)); len(found) != 1 {
				t.Errorf("%s: %v", name, found)
			}
		}
		if n := len(e.Requests); n != 1 {
			t.Fatalf("%s: %d messages", name, n)
		}
		var m protocol.MessageParams
		if r := <-e.Requests; json.Unmarshal(*r.Params, &m) != nil || m.Message != want {
			t.Errorf("%s: %s", name, *r.Params)
		}
		if err := e.Shutdown(); err != nil {
			t.Error(err)
		}
	}
}

// The check of an open document ends when it is cancelled, even if the document is so large that it is checked as a stream.
func TestOpenDocumentsCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	text := []byte("[1, 2]")
	for name, content := range map[string]*input.Content{"data": {Data: text}, "stream": {Stream: bytes.NewReader(text)}} {
		c := &Checker{ctx: ctx}
		c.Settings = new(Settings)
		if _, err := c.Report(lint.New(lint.Options{}), content, nil); err != context.Canceled {
			t.Errorf("%s: %v", name, err)
		}
	}
}
