package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/lint"
)

// newTask returns a task about a text.
func newTask(t *testing.T, path, src, params, capabilities string) *task {
	t.Helper()
	client := new(protocol.ClientCapabilities)
	if err := json.Unmarshal([]byte(capabilities), client); err != nil {
		t.Fatal(err)
	}
	return &task{
		ctx: t.Context(), serial: 1, Snapshot: text.New([]byte(src), text.UTF8).Snapshot(), uri: "file://" + path, path: path, engine: new(testEngine), client: client, checked: new(checked),
		request: &protocol.Message{Params: json.RawMessage(params)},
	}
}

// ask returns the JSON text of the answer to a request about a text.
func ask(t *testing.T, method, path, src, params, capabilities string) string {
	t.Helper()
	result, err := answers.Get()["textDocument/"+method](newTask(t, path, src, params, capabilities))
	if err != nil {
		return "error: " + err.Error()
	}
	b, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// at returns the parameters of a request about the place of the sign | in a text, and the text without it.
func at(src string) (params, text string) {
	n := strings.Index(src, "|")
	before := src[:n]
	line := strings.Count(before, "\n")
	place := fmt.Sprintf(`{"line":%d,"character":%d}`, line, n-1-strings.LastIndex(before, "\n"))
	return fmt.Sprintf(`{"position":%s,"positions":[%s],"range":{"start":%s,"end":%s}}`, place, place, place, place), before + src[n+1:]
}

func TestHover(t *testing.T) {
	for _, c := range []struct{ path, src, want string }{
		{"a.json", `{"a":{"b/c":[1,|23]}}`, "JSON Pointer: /a/b~1c/1\nbinary64: exact"},
		{"a.json", `[0.|1]`, "JSON Pointer: /0\nbinary64: 0.1000000000000000055511151231257827021181583404541015625"},
		{"a.json", `|9007199254740993`, "JSON Pointer: \"\" (the whole document)\nbinary64: 9007199254740992"},
		{"a.json", `|-1e999`, "JSON Pointer: \"\" (the whole document)\nbinary64: too large; becomes an infinity or an error"},
		{"a.json", `|1e-999`, "JSON Pointer: \"\" (the whole document)\nbinary64: 0, because the number is too small"},
		{"a.json", `|1e-99999999999999999999`, "JSON Pointer: \"\" (the whole document)\nbinary64: 0, because the number is too small"},
		{"a.json", `|-0.0e5`, "JSON Pointer: \"\" (the whole document)\nbinary64: exact"},
		{"a.json", `|1e23`, "JSON Pointer: \"\" (the whole document)\nbinary64: 99999999999999991611392"},
		{"a.json", `|-1e-20`, "JSON Pointer: \"\" (the whole document)\nbinary64: -9.99999999999999945153271454209571651729503702787392447107715… × 10^-21"},
		{"a.json", `|1e300`, "JSON Pointer: \"\" (the whole document)\nbinary64: 1.00000000000000005250476025520442024870446858110815915491585… × 10^300"},
		{"a.json", `[|100.50e-1]`, "JSON Pointer: /0\nbinary64: 10.050000000000000710542735760100185871124267578125"},
		{"a.json", `{"\u00e|9\n":1}`, "JSON Pointer: /é\n\n2 characters, 3 bytes:\né\n"},
		{"a.json", `{"a":"\uD83D\uDE00|"}`, "JSON Pointer: /a\n1 character, 4 bytes:\n😀"},
		{"a.json", `{"a":"\q|"}`, "JSON Pointer: /a\n4 characters, 4 bytes:\n\"\\q\""},
		{"a.json", `{"a":|tru}`, "JSON Pointer: /a"},
		{"a.json", `{"a":|{`, "JSON Pointer: /a"},
		{"a.json", `{"a": | 1}`, ""},
		{"a.json", `|`, ""},
		{"a.json", `[1|x]`, "JSON Pointer: /0"},
		{"a.json5", `{a:|0x1F}`, "JSON Pointer: /a\nbinary64: exact"},
		{"a.json5", `{a:|NaN}`, "JSON Pointer: /a"},
		{"a.json", `{"na|me":"x"}`, "JSON Pointer: /name"},
		{"a.json", `{"name":"x|"}`, "JSON Pointer: /name\n1 character, 1 byte:\nx"},
		{"a.json", `{"é|":1}`, "JSON Pointer: /é\n1 character, 2 bytes:\né"},
		{"a.json5", `{na|me:1}`, "JSON Pointer: /name"},
		{"a.json5", `{|\u0061b:1}`, "JSON Pointer: /ab\n2 characters, 2 bytes:\nab"},
		{"a.json5", `['\x41|']`, "JSON Pointer: /0\n1 character, 1 byte:\nA"},
		{"a.json5", `['\x4|']`, "JSON Pointer: /0\n5 characters, 5 bytes:\n'\\x4'"},
		{"a.jsonl", "[1]\n[|2]", "JSON Pointer: /0\nbinary64: exact"},
		{"a.jsonl", "{\"a\": [1\r\n{\"b\": |2}\r\n", "JSON Pointer: /b\nbinary64: exact"}, // the line before is not closed
		{"a.json-seq", "\x1e{\"a\": [1\n\x1e{\"b\":\n |2}\n", "JSON Pointer: /b\nbinary64: exact"},
		{"a.json", "\uFEFF{\"b\": |2}", "JSON Pointer: /b\nbinary64: exact"},
	} {
		params, src := at(c.src)
		var got *protocol.Hover
		if err := json.Unmarshal([]byte(ask(t, "hover", c.path, src, params, "{}")), &got); err != nil {
			t.Fatal(err)
		}
		if got == nil {
			got = new(protocol.Hover)
		}
		if got.Contents.Value != c.want {
			t.Errorf("%s: %q, want %q", c.src, got.Contents.Value, c.want)
		}
	}
	long := ask(t, "hover", "a.json", `"`+strings.Repeat("é", 5000)+`"`, `{"position":{}}`, "{}")
	if len(long) > 3000 || !strings.Contains(long, `é…"`) || strings.Contains(long, `\ufffd`) {
		t.Error(long)
	}
}

// outline writes symbols in a short form.
func outline(b *strings.Builder, all []*protocol.DocumentSymbol) {
	for _, s := range all {
		fmt.Fprintf(b, "%s %s %d %d:%d-%d:%d %d:%d;", s.Name, s.Detail, s.Kind, s.Range.Start.Line, s.Range.Start.Character, s.Range.End.Line, s.Range.End.Character, s.SelectionRange.Start.Character, s.SelectionRange.End.Character)
		if len(s.Children) > 0 {
			b.WriteString("(")
			outline(b, s.Children)
			b.WriteString(")")
		}
	}
}

const hierarchical = `{"textDocument":{"documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}}`

func symbolsOf(t *testing.T, path, src string) string {
	t.Helper()
	var all []*protocol.DocumentSymbol
	if err := json.Unmarshal([]byte(ask(t, "documentSymbol", path, src, "{}", hierarchical)), &all); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	outline(&b, all)
	return b.String()
}

func TestSymbols(t *testing.T) {
	for _, c := range []struct{ path, src, want string }{
		{"a.json", "", ""},
		{"a.json", "{}", `""  19 0:0-0:2 0:1;`},
		{"a.json", "{\"a\":1,\n\"b/\":[null,{\"\":true}]}", `a /a 16 0:1-0:6 1:4;b/ /b~1 18 1:0-1:21 0:4;(0 /b~1/0 21 1:6-1:10 6:10;1 /b~1/1 19 1:11-1:20 11:12;("" /b~1/1/ 17 1:12-1:19 12:14;))`},
		{"a.json", `{"a":{"b":"x`, `a /a 19 0:1-0:12 1:4;(b /a/b 15 0:6-0:12 6:9;)`},
		{"a.jsonl", "[1]\n[2]\n", `""  18 0:0-0:3 0:1;(0 /0 16 0:1-0:2 1:2;)""  18 1:0-1:3 0:1;(0 /0 16 1:1-1:2 1:2;)`},
		{"a.json5", "{a:'x'}", `a /a 15 0:1-0:6 1:2;`},
	} {
		if got := symbolsOf(t, c.path, c.src); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.src, got, c.want)
		}
	}
	flat := ask(t, "documentSymbol", "a.json", `{"a":{"b":1}}`, "{}", "{}")
	var all []protocol.SymbolInformation
	if err := json.Unmarshal([]byte(flat), &all); err != nil || len(all) != 2 || all[1].Name != "b" || all[1].ContainerName != "a" {
		t.Errorf("%s %v", flat, err)
	}
}

// The number of symbols and their depth are limited.
func TestManySymbols(t *testing.T) {
	for _, src := range []string{
		"[" + strings.Repeat("1,", 50_000) + "1]", strings.Repeat("[", 50_000), "[" + strings.Repeat("{\"a\":[]},", 50_000) + "1]", strings.Repeat(`{"a":`, 500) + "1",
	} {
		got := symbolsOf(t, "a.json", src)
		if n := strings.Count(got, ";"); n > mostSymbols || n == 0 {
			t.Errorf("%.20s: %d symbols", src, n)
		}
	}
}

func TestFoldingRanges(t *testing.T) {
	const lines = `{"textDocument":{"foldingRange":{"lineFoldingOnly":true}}}`
	for _, c := range []struct{ path, src, capabilities, want string }{
		{"a.json", "[1]", "{}", "[]"},
		{"a.json", "[\n1\n]", "{}", `[{"startLine":0,"startCharacter":1,"endLine":2,"endCharacter":0}]`},
		{"a.json", "[\n1\n]", lines, `[{"startLine":0,"endLine":1}]`},
		{"a.json", "[\n]", lines, `[]`},
		{"a.json", "[[\n1\n],\n{\n\n}]", lines, `[{"startLine":0,"endLine":1},{"startLine":0,"endLine":4},{"startLine":3,"endLine":4}]`},
		{"a.jsonc", "// a\n// b\n\n// c\n/* d\n*/\n[ // e\n1 // f\n]", lines, `[{"startLine":0,"endLine":1,"kind":"comment"},{"startLine":4,"endLine":5,"kind":"comment"},{"startLine":6,"endLine":7},{"startLine":6,"endLine":7,"kind":"comment"}]`},
		{"a.json", "[\n[\n1\n]\n]", `{"textDocument":{"foldingRange":{"lineFoldingOnly":true,"rangeLimit":1}}}`, `[{"startLine":1,"endLine":2}]`},
		{"a.json", "{\n\"a\": [\n1", lines, `[{"startLine":0,"endLine":1}]`},
	} {
		if got := ask(t, "foldingRange", c.path, c.src, "{}", c.capabilities); got != c.want {
			t.Errorf("%q: %s, want %s", c.src, got, c.want)
		}
	}
}

func TestSelectionRanges(t *testing.T) {
	for _, c := range []struct{ path, src, want string }{
		{"a.json", `{"a":[1,|23]}`, `23 1,23 [1,23] "a":[1,23] {"a":[1,23]}`},
		{"a.json", `{"a|":[1]}`, `"a" "a":[1] {"a":[1]}`},
		{"a.json", `{"x":0,"a|":1}`, `"a" "a":1 "x":0,"a":1 {"x":0,"a":1}`},
		{"a.json", `{"a":|}`, `"a": {"a":}`},
		{"a.json", `[|[1]]`, `[1] [[1]]`},
		{"a.json", `|`, ``},
		{"a.json", `[1] |`, ``},
		{"a.json", `[1|`, `1 [1`},
		{"a.jsonl", "[1]\n[|2]\n", `2 [2]`},
	} {
		params, src := at(c.src)
		var all []*protocol.SelectionRange
		if err := json.Unmarshal([]byte(ask(t, "selectionRange", c.path, src, params, "{}")), &all); err != nil {
			t.Fatal(err)
		}
		var got []string
		whole := text.New([]byte(src), text.UTF8)
		for r := all[0]; r != nil; r = r.Parent {
			if s := src[whole.Offset(r.Range.Start):whole.Offset(r.Range.End)]; s != "" {
				got = append(got, s)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
}

// applied returns a text after the edits of an action.
func applied(src string, edits []protocol.TextEdit) string {
	whole := text.New([]byte(src), text.UTF8)
	for i := range edits {
		e := edits[len(edits)-1-i]
		whole.Edit(e.Range, []byte(e.NewText))
	}
	return string(whole.Snapshot().Bytes())
}

func TestCodeActions(t *testing.T) {
	for _, c := range []struct {
		path, src, only string
		want            []string // titles and texts
	}{
		{"a.json", `[1|,]`, `["quickfix"]`, []string{"remove the comma", "[1]"}},
		{"a.json", `[1|,]`, `["source"]`, []string{"fix all problems that jsonlint can fix", "[1]"}},
		{"a.json", `[1|,[2,]]`, `["source.fixAll"]`, []string{"fix all problems that jsonlint can fix", "[1,[2]]"}},
		{"a.json", `[|[2,],3,]`, `["source.fixAll.jsonlint"]`, []string{"fix all problems that jsonlint can fix", "[[2],3]"}},
		{"a.json", `[1|,]`, `[]`, []string{"remove the comma", "[1]", "fix all problems that jsonlint can fix", "[1]"}},
		{"a.json", `[1|,]`, `["refactor"]`, nil},
		{"a.json", `|[ 1 ,]`, `["quickfix"]`, nil},
		{"a.json", `|[1]`, `[]`, nil},
		{"a.json", `[0|1]`, `["quickfix"]`, []string{"remove the leading zeros", "[1]", "put the digits in double quotes", `["01"]`}}, // not safe
		{"a.json", `{"a": |'x', 'b': 1}`, `["quickfix"]`, []string{"write all strings in single quotes in double quotes", `{"a": "x", "b": 1}`}},
		{"a.json", `["a "|b" c"]`, `["quickfix"]`, []string{"escape the quotation marks in the string", `["a \"b\" c"]`}},
		{"a.json", `["a" |b]`, `["quickfix"]`, nil}, // nothing helps
		{"a.json", `{"a": {|{ x }}, "b": ${Y}}`, `["quickfix"]`, []string{
			"put the placeholder in double quotes", `{"a": "{{ x }}", "b": ${Y}}`, "put all placeholders in double quotes", `{"a": "{{ x }}", "b": "${Y}"}`,
		}},
		{"a.json", `{"a": {|{ x }}, "b": 1, "b": 2}`, `["source.fixAll"]`, nil}, // likely repairs are not safe
		{"a.jsonl", "[1]\n[2 |3]\n", `["quickfix"]`, []string{"insert the comma", "[1]\n[2, 3]\n"}},
		{"a.json", `{"a":1,"a|":2}`, `["quickfix"]`, []string{"remove this member", `{"a":1}`, "remove the first member with this name", `{"a":2}`}}, // JSON has no comments
		{"a.jsonl", "{\"a\":1}\n{\"a\":1,\"a|\":2}\n", `["quickfix"]`, []string{
			"remove this member", "{\"a\":1}\n{\"a\":1}\n", "remove the first member with this name", "{\"a\":1}\n{\"a\":2}\n",
		}},
		{"a.jsonc", "{\n\t\"a\":1,\n\t\"a|\":1}", `["quickfix"]`, []string{
			"remove this member", "{\n\t\"a\":1}", "remove the first member with this name", "{\n\t\"a\":1}",
			"suppress duplicate-keys on this line", "{\n\t\"a\":1,\n\t// jsonlint-disable-next-line duplicate-keys\n\t\"a\":1}",
		}},
		{"a.jsonc", "{\r\n\"a\":1, \"a|\":2}", `["quickfix"]`, []string{
			"remove this member", "{\r\n\"a\":1}", "remove the first member with this name", "{\r\n\"a\":2}",
			"suppress duplicate-keys on this line", "{\r\n// jsonlint-disable-next-line duplicate-keys\r\n\"a\":1, \"a\":2}",
		}},
		{"a.jsonc", "{\"a\":1, /*\n*/\"a|\":2}", `["quickfix"]`, []string{
			"remove this member", "{\"a\":1 /*\n*/}", "remove the first member with this name", "{/*\n*/\"a\":2}",
		}},
		{"a.jsonc", "[|", `["quickfix"]`, []string{"close the brackets with ]", "[]"}}, // a suppression would have no effect
	} {
		params, src := at(c.src)
		params = strings.TrimSuffix(params, "}") + `,"context":{"only":` + c.only + `}}`
		answer := ask(t, "codeAction", c.path, src, params, "{}")
		var all []protocol.CodeAction
		if err := json.Unmarshal([]byte(answer), &all); err != nil {
			t.Fatal(answer)
		}
		var got []string
		for _, a := range all {
			got = append(got, a.Title, applied(src, a.Edit.Changes["file://"+c.path]))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
			t.Errorf("%s %s: %q, want %q", c.src, c.only, got, c.want)
		}
	}
}

func TestFormatting(t *testing.T) {
	src := "{\"a\":[1,2],\n\"é\":\t{}\r\n}"
	var edits []protocol.TextEdit
	if err := json.Unmarshal([]byte(ask(t, "formatting", "a.json", src, "{}", "{}")), &edits); err != nil {
		t.Fatal(err)
	}
	want, err := format.Append(nil, []byte(src), format.Options{Indent: "  "})
	if got := applied(src, edits); got != string(want) || err != nil {
		t.Errorf("%q, want %q", got, want)
	}
	answer := ask(t, "rangeFormatting", "a.json", src, `{"range":{"start":{"line":1},"end":{"line":1,"character":99}}}`, "{}")
	if err := json.Unmarshal([]byte(answer), &edits); err != nil {
		t.Fatal(err)
	}
	if got := applied(src, edits); got != "{\"a\":[1,2],\n  \"é\": {}\r\n}" {
		t.Errorf("%q", got)
	}
	if got := ask(t, "formatting", "a.json", "[1,]", "{}", "{}"); !strings.HasPrefix(got, "error: ") {
		t.Error(got)
	}
}

// TestManyEditsAreOne formats a minified text: many thousands of edits become one, in which only what changes is replaced.
func TestManyEditsAreOne(t *testing.T) {
	for count, want := range map[int]int{100: 102, mostEdits - 10: mostEdits, mostEdits + 1: 1, 30_000: 1} {
		src := `{"é":{}}` + "\n"
		src = strings.Replace(src, "{}", "["+strings.Repeat("1,", count-1)+"1]", 1)
		for method, params := range map[string]string{"formatting": "{}", "rangeFormatting": `{"range":{"end":{"line":9}}}`} {
			var edits []protocol.TextEdit
			if err := json.Unmarshal([]byte(ask(t, method, "a.json", src, params, "{}")), &edits); err != nil {
				t.Fatal(err)
			}
			formatted, err := format.Append(nil, []byte(src), format.Options{Indent: "  "})
			if got := applied(src, edits); got != string(formatted) || err != nil {
				t.Errorf("%d elements: %.50q, want %.50q", count, got, formatted)
			}
			many := want > 1
			if (len(edits) > 1) != many || len(edits) > mostEdits {
				t.Errorf("%d elements: %d edits", count, len(edits))
			}
			if !many && edits[0].Range.Start.Character == 0 {
				t.Errorf("the edit begins at %+v", edits[0].Range.Start)
			}
		}
	}
}

// The differences turn one text into the other, whatever they are.
func TestDifferences(t *testing.T) {
	check := func(from, to string) {
		t.Helper()
		edits := differences([]byte(from), []byte(to))
		got, n := lint.Apply([]byte(from), []lint.Diagnostic{{Fix: &lint.Fix{Edits: edits}}})
		if len(edits) == 0 {
			got, n = []byte(from), 1
		}
		if string(got) != to || n != 1 {
			t.Fatalf("%q, %q: %q, %v", from, to, got, edits)
		}
		whole := text.New([]byte(from), text.UTF16)
		for _, e := range edits {
			for _, offset := range []int64{e.Offset, e.Offset + e.Length} {
				if back := whole.Offset(whole.Position(int(offset))); back != int(offset) {
					t.Fatalf("%q, %q: an edit divides a character or line end: %v", from, to, e)
				}
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	pieces := []string{" ", "\n", "\t", "a", "é", "è", "ê", ",", "\"x y\"", "😀", "\r\n"}
	random := func() string {
		var b strings.Builder
		for range rng.IntN(12) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		return b.String()
	}
	for range 20_000 {
		a, b := random(), random()
		check(a, b)
		check(a, a)
	}
	// Only white space is replaced if only white space differs.
	for _, e := range differences([]byte("{\"a b\":[1, 2]}  "), []byte("{ \"a b\": [1,2] }\n")) {
		if strings.TrimSpace(e.New) != "" || e.Length > 2 {
			t.Errorf("%v", e)
		}
	}
	if got := differences(bytes.Repeat([]byte("[ ]"), 3), bytes.Repeat([]byte("[]"), 3)); len(got) != 3 {
		t.Errorf("%v", got)
	}
}
