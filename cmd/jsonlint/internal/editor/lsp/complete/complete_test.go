package complete

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

const schemaText = `{
	"required": ["name"],
	"properties": {
		"port": {"type": "integer", "default": 80, "description": "Where it listens."},
		"name": {"type": "string", "title": "The name"},
		"mode": {"enum": ["fast", "sl\"ow", null]},
		"on": {"type": "boolean", "deprecated": true},
		"tags": {"type": "array", "items": {"enum": ["x", "y"]}},
		"sub": {"type": "object", "properties": {"a $b}": {}}},
		"any": {},
		"both": {"type": ["null", "boolean", "object", "array", "string"], "examples": [{"k":
			1}]},
		"fixed": {"const": [1, 2]},
		"choice": {"anyOf": [{"type": ["boolean", "object"]}, {"type": "string", "enum": ["auto"]}]},
		"hidden": {"doNotSuggest": true},
		"task": {"description": "D", "defaultSnippets": [{"label": "new", "description": "A task", "body": {"run": "${1:make}", "on": "^$2", "$ref": []}}]},
		"tasks": {"defaultSnippets": [{"body": [1]}, {"bodyText": "[\n\t$1\n]"}], "default": []},
		"list": {"type": "array", "items": {"defaultSnippets": [{"body": "${1:x}"}]}},
		"gone": {"$ref": "#/$defs/gone"}
	},
	"$defs": {"gone": {"deprecationMessage": "use any", "type": "null"}}
}`

func newSet(t testing.TB) *subschema.Set {
	t.Helper()
	set, err := subschema.New("file:///s.json", []byte(schemaText), nil)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func members(c *structure.Cursor, l structure.Level) map[string]string {
	all := map[string]string{}
	for _, m := range l.Members {
		all[c.Text(m.Name)] = ""
	}
	return all
}

// itemsAt returns the items at an offset, with or without a schema.
func itemsAt(set *subschema.Set, src []byte, d dialect.Dialect, offset int) []Item {
	c := structure.At(src, d, offset)
	if c.Expects == structure.Nothing {
		return nil
	}
	if set == nil {
		used := Siblings(slices.Values([][]byte{src}), c)
		if c.Expects == structure.Name {
			return Names(c, nil, used, nil)
		}
		return Values(c, &subschema.Description{}, used)
	}
	path := []subschema.Level{}
	for _, l := range c.Levels {
		path = append(path, subschema.Level{Key: l.Key, InArray: l.InArray, Index: l.Index, Members: members(c, l)})
	}
	schemas := set.At(path)
	if c.Expects == structure.Name {
		return Names(c, set.Properties(schemas, path[len(path)-1].Members), nil, set.Expand)
	}
	about := set.DescribeValue(schemas)
	return Values(c, &about, nil)
}

// apply returns the text after an item has been chosen.
func apply(src string, i Item, text string) string {
	after := src[:i.Edit.Begin] + text + src[i.Edit.End:]
	if i.CommaAt >= 0 {
		after = after[:i.CommaAt] + "," + after[i.CommaAt:]
	}
	return after
}

// The first item is applied, as plain text and as a snippet.
func TestItems(t *testing.T) {
	for _, c := range []struct{ src, label, text, snippet string }{
		{`{|}`, "name", `{"name": ""}`, `{"name": "$1"}`},
		{`{"name": "", |}`, "port", `{"name": "", "port": 80}`, `{"name": "", "port": ${1:80}}`},
		{`{"na|"}`, "name", `{"name": ""}`, `{"name": "$1"}`},
		{`{na|}`, "name", `{"name": ""}`, `{"name": "$1"}`},
		{`{"|": 1}`, "name", `{"name": 1}`, ``},
		{`{| : 1}`, "name", `{"name" : 1}`, ``},
		{`{"n| 1}`, "name", `{"name": ""`, `{"name": "$1"`}, // the string has no end
		{`{"n|" 1}`, "name", `{"name":  1}`, ``},
		{`{"n|" true}`, "name", `{"name":  true}`, ``},
		{`{"n|" {}}`, "name", `{"name":  {}}`, ``},
		{`{|"port": 1}`, "name", `{"name": "","port": 1}`, `{"name": "$1","port": 1}`},
		{"{\"port\": 1\n\t|\n}", "name", "{\"port\": 1,\n\t\"name\": \"\"\n}", "{\"port\": 1,\n\t\"name\": \"$1\"\n}"},
		{"{\"n|\n\"port\": 1}", "name", "{\"name\": \"\",\n\"port\": 1}", "{\"name\": \"$1\",\n\"port\": 1}"},
		{`{"name": 1, "port": 1, "m|`, "mode", `{"name": 1, "port": 1, "mode": "fast"`, `{"name": 1, "port": 1, "mode": "${1:fast}"`},
		{`{"mode": |}`, `"fast"`, `{"mode": "fast"}`, ``},
		{`{"mode": f|}`, `"fast"`, `{"mode": "fast"}`, ``},
		{`{"mode": "f|"}`, `"fast"`, `{"mode": "fast"}`, ``},
		{`{"mode": | "port": 1}`, `"fast"`, `{"mode": "fast", "port": 1}`, ``},
		{"{\"mode\": \"f|\n\"port\": 1}", `"fast"`, "{\"mode\": \"fast\",\n\"port\": 1}", ``},
		{`{"tags": [|]}`, `"x"`, `{"tags": ["x"]}`, ``},
		{`{"tags": ["x" |]}`, `"x"`, `{"tags": ["x", "x"]}`, ``},
		{`{"tags": [| "y"]}`, `"x"`, `{"tags": ["x", "y"]}`, ``},
		{`{"sub": {|}}`, "a $b}", `{"sub": {"a $b}": }}`, `{"sub": {"a \$b\}": $1}}`},
		{`{"port": |}`, "80", `{"port": 80}`, ``},
		{`{"port": 8|}`, "80", `{"port": 80}`, ``},
		{`{"tags": |}`, "[]", `{"tags": []}`, `{"tags": [$1]}`},
		{`{"fixed": |}`, "[1, 2]", `{"fixed": [1, 2]}`, ``},
		{`{"both": |}`, `{"k":1}`, `{"both": {"k":1}}`, ``}, // on one line
		{`{"task": |}`, `new`, `{"task": {"run": "make", "on": , "$ref": []}}`, "{\"task\": {\n\t\"run\": \"${1:make}\",\n\t\"on\": $2,\n\t\"\\$ref\": []\n}}"},
		{`{"list": | "a": 1}`, `["x"]`, `{"list": ["x"], "a": 1}`, "{\"list\": [\n\t\"${1:x}\"\n], \"a\": 1}"},
		{`{"name": 1, "port": 1, "mode": 1, "on": 1, "tags": 1, "sub": 1, "any": 1, "both": 1, "fixed": 1, "choice": 1, |}`, "task",
			`{"name": 1, "port": 1, "mode": 1, "on": 1, "tags": 1, "sub": 1, "any": 1, "both": 1, "fixed": 1, "choice": 1, "task": {"run": "make", "on": , "$ref": []}}`,
			`{"name": 1, "port": 1, "mode": 1, "on": 1, "tags": 1, "sub": 1, "any": 1, "both": 1, "fixed": 1, "choice": 1, "task": {` + "\n\t\"run\": \"${1:make}\",\n\t\"on\": $2,\n\t\"\\$ref\": []\n}}"},
	} {
		at := strings.IndexByte(c.src, '|')
		src := c.src[:at] + c.src[at+1:]
		items := itemsAt(newSet(t), []byte(src), dialect.JSON, at)
		if len(items) == 0 {
			t.Errorf("%s: no items", c.src)
			continue
		}
		got := items[0]
		snippet := ""
		if got.Snippet != "" {
			snippet = apply(src, got, got.Snippet)
		}
		if text := apply(src, got, got.Text); got.Label != c.label || text != c.text || snippet != c.snippet {
			t.Errorf("%s: %s: %s and %s, want %s: %s and %s", c.src, got.Label, text, snippet, c.label, c.text, c.snippet)
		}
	}
}

func labels(items []Item) string {
	var all []string
	for _, i := range items {
		all = append(all, i.Label)
	}
	return strings.Join(all, " ")
}

func TestLabels(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`{|}`, `name port mode on tags sub any both fixed choice task tasks list`},
		{`{"port": 1, | "tags": 1}`, `name mode on sub any both fixed choice task tasks list`},
		{`{"po|": 1, "tags": 1}`, `name port mode on sub any both fixed choice task tasks list`},
		{`{"mode": |}`, `"fast" "sl\"ow" null`},
		{`{"mode": "|"}`, `"fast" "sl\"ow"`},
		{`{"on": |}`, `true false`},
		{`{"both": |}`, `{"k":1} true false null {} [] ""`},
		{`{"both": n|}`, `{"k":1} true false null`},
		{`{"both": "|"}`, ``},
		{`{"any": |}`, ``},
		{`{"choice": |}`, `"auto" true false`},
		{`{"task": |}`, `new`},
		{`{"task": "|"}`, ``},
		{`{"tasks": |}`, `[] [1]`},
		{`{"list": |}`, `["x"] []`},
		{`{"list": [|]}`, `"x"`},
		{`{"list": ["|"]}`, `"x"`},
		{`{"choice": "|"}`, `"auto"`},
		{`{"gone": |}`, `null`},
		{`{"name": "x"|}`, ``},
		{`[{|}]`, ``},
	} {
		at := strings.IndexByte(c.src, '|')
		if got := labels(itemsAt(newSet(t), []byte(c.src[:at]+c.src[at+1:]), dialect.JSON, at)); got != c.want {
			t.Errorf("%s: %s, want %s", c.src, got, c.want)
		}
	}
	items := itemsAt(newSet(t), []byte(`{`), dialect.JSON, 1)
	if got, want := fmt.Sprintf("%s|%s|%v|%s", items[0].Detail, items[0].Doc, items[3].Deprecated, items[1].Doc), "string, required|The name|true|Where it listens.\n\nDefault: 80"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestSiblings(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`[{"a": 1, "b": 2}, {"b": 3, "c": 4}, {|}]`, `b a c`},
		{`[{"a": 1, "b": 2}, {"b": 3, |}, {"d": 1}]`, `a d`},
		{`[{"a": 1, "b": 2}, {"a|": 3}]`, `a b`},
		{`[{"a": 1}, {"x|": 3}]`, `a`}, // what is being typed does not count
		{`[{"v": "x"}, {"v": "y"}, {"v": "y"}, {"v": |}]`, `"y" "x"`},
		{`[{"v": "x"}, {"v": "y|"}]`, `"x"`},
		{`[{"v": "x"}, {"w": "y"}, {"v": |`, `"x"`},
		{`[1, 1, true, |]`, `1 true`},
		{`{"l": [{"p": {"q": 1}}, {"p": {|}}]}`, `q`},
		{`{"l": [{"p": {"q": 1}}, {"r": {|}}]}`, ``},
		{`{"one": {"a": 1}, "two": {|}}`, `a`},
		{`{"one": {"a": 1}, "n": 1, "two": {|}}`, ``},
		{`{"a": 1, |}`, ``},
		{`[{"a": 1}, {"b" 2}, {|`, `a`}, // a name without a colon does not count
		{`[` + strings.Repeat(`{"a": 1}, `, mostAlike) + `{"b": 1}, {|}]`, `a`},
		{`[` + strings.Repeat(`1, `, mostAlike) + `2, |]`, `1`},
		{`[{"` + strings.Repeat("x", 3000) + `": 1}, {"v": 1, |}]`, strings.Repeat("x", 3000)},
	} {
		at := strings.IndexByte(c.src, '|')
		if got := labels(itemsAt(nil, []byte(c.src[:at]+c.src[at+1:]), dialect.JSON, at)); got != c.want {
			t.Errorf("%s: %s, want %s", c.src, got, c.want)
		}
	}
	// A schema may allow only some types.
	src := []byte(`[{"v": 1}, {"v": "x"}, {"v": null}, {"v": true}, {"v": `)
	c := structure.At(src, dialect.JSON, len(src))
	used := Siblings(slices.Values([][]byte{src}), c)
	for types, want := range map[string]string{"string": `"" "x"`, "integer": "1", "number": "1", "boolean": "true false", "null": "null", "object": "{}"} {
		if got := labels(Values(c, &subschema.Description{Types: []string{types}, Open: []string{types}}, used)); got != want {
			t.Errorf("%s: %s, want %s", types, got, want)
		}
	}
	// If there are many different values, they are not repeated.
	var b strings.Builder
	for i := range mostShown + 1 {
		fmt.Fprintf(&b, `{"v": %d},`, i)
	}
	if got := labels(itemsAt(nil, []byte("["+b.String()+`{"v": `), dialect.JSON, b.Len()+7)); got != "" {
		t.Error(got)
	}
}

// FuzzItems applies every item at every place of a text that may be broken. Edits must be valid, and a name that has been chosen must be
// where it should be: a member of the object at the cursor, or a string that waits for its value.
func FuzzItems(t *testing.F) {
	f := fuzzing.Of(t)
	for _, seed := range []string{
		`{"port": 1, "tags": ["x", ], "sub": {"a`, "{\"name\n \"mode\": }", `[{"a": 1}, {"b" 2}, {`, `{na : 1, 'x': {}}`, "{\"a\": 1 // c\n /* */ \"b\": [1 2", `{"both": {"k" "v"}, }`, `{1 "a"`, `{"a":1 "b":{} "c":[]]}`, "{\"0\":\"\n", "{\"\xff\"0:0",
	} {
		for d := range uint8(4) {
			f.Add(seed, d)
		}
	}
	set := newSet(f)
	f.Fuzz(func(t *testing.T, src string, number uint8) {
		d := dialect.Dialect(number % 4)
		for at := range min(len(src), 60) + 1 {
			for _, from := range []*subschema.Set{set, nil} {
				for _, i := range itemsAt(from, []byte(src), d, at) {
					checkItem(t, src, d, at, i)
				}
			}
		}
	})
}

func checkItem(t *testing.T, src string, d dialect.Dialect, at int, i Item) {
	if i.Edit.Begin > at || i.Edit.End < at || i.Edit.End > len(src) || strings.ContainsAny(src[i.Edit.Begin:i.Edit.End]+i.Text, "\r\n") {
		t.Fatalf("%q at %d: %+v", src, at, i)
	}
	if i.CommaAt >= i.Edit.Begin && i.CommaAt >= 0 {
		t.Fatalf("%q at %d: the comma is inside: %+v", src, at, i)
	}
	if !i.IsName {
		return
	}
	after := apply(src, i, i.Text)
	begin := i.Edit.Begin
	if i.CommaAt >= 0 {
		begin++
	}
	before, now := structure.At([]byte(src), d, at), structure.At([]byte(after), d, begin+1)
	if now.Expects != structure.Name || len(now.Levels) != len(before.Levels) || now.Text(now.Token) != i.Label || now.Next != dialect.Colon || now.CommaAt >= 0 {
		t.Fatalf("%q at %d becomes %q: %+v", src, at, after, now)
	}
	for n, l := range now.Levels {
		if was := before.Levels[n]; l.Key != was.Key || l.Index != was.Index || l.InArray != was.InArray {
			t.Fatalf("%q at %d becomes %q, which has another path", src, at, after)
		}
	}
}
