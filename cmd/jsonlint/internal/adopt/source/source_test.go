package source

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/internal/testing/fuzzing"
)

// paths are what expressions and patterns are compared with.
var paths = strings.Fields(`a.json b.json ab.json xa.json a.jsonc ajson package.json package-lock.json mypackage.json a/a.json a/b.json
	a/b/c.json docs/a.json docs/a/b.json mydocs/a.json docs.json x/docs/a.json .vscode/a.json x/.vscode/a.json test/fixtures/a.json
	test/fixtures/x/y.json test/other/a.json fixtures/a.json a.min.json x/a.min.json a.min.json/b.json foo-bar.json foo/x.json foobar/y/x.json`)

// The patterns select the same paths as the expressions.
func TestGlobs(t *testing.T) {
	for _, c := range []struct {
		expression string
		ok         bool
	}{
		{`\.json$`, true}, {`a\.json`, true}, {`^a\.json$`, true}, {`^docs/`, true}, {`docs/`, true}, {`^docs/.*\.json$`, true}, {`^docs/[^/]*\.json$`, true},
		{`^docs/[^/]+\.json$`, true}, {`(^|/)docs/`, true}, {`(?:^|/)a\.json$`, true}, {`^(a|docs)/.*`, true}, {`^package(-lock)?\.json$`, true}, {`package`, true},
		{`.*\.min\.json`, true}, {`^foo.*\.json$`, true}, {`foo.*x\.json$`, true}, {`^.*$`, true}, {`^test/fixtures/.+\.json$`, true}, {`.vscode/`, true},
		{"(?x)^(\n  docs/.*|  # a comment\n  a\\.json|\n  \\.vscode/.*\n)$", true}, {`^[ab]\.json$`, true}, {`a.json$`, true},
		{`^(?!docs)`, false}, {`^a{2,3}\.json$`, false}, {`(`, false}, {`^[a-z]+\.json$`, false}, {`(?i)a\.JSON`, false}, {`a$b`, false},
	} {
		globs, ok := Globs(c.expression)
		if ok != c.ok {
			t.Errorf("%q: %q, %v", c.expression, globs, ok)
		}
		if !ok {
			continue
		}
		text := c.expression
		if rest, verbose := strings.CutPrefix(text, "(?x)"); verbose {
			text = withoutBlanks(rest)
		}
		list, oracle := ignore.ParseAll(globs), regexp.MustCompile(text)
		for _, path := range paths {
			if got, want := list.Covers(path, false), oracle.MatchString(path); got != want {
				t.Errorf("%q became %q, which selects %s: %v", c.expression, globs, path, got)
			}
		}
	}
	if globs, ok := Globs(" "); !ok || globs != nil {
		t.Error("an empty expression selects everything, which needs no pattern")
	}
}

func TestCommands(t *testing.T) {
	for _, c := range []struct {
		line string
		want [][]string
	}{
		{`a -b "c d" 'e "f"' g\ h`, [][]string{{"a", "-b", "c d", `e "f"`, "g h"}}},
		{`a && b || c; d | e & f`, [][]string{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}, {"f"}}},
		{`(a "")`, [][]string{{"a", ""}}},
		{` `, nil},
	} {
		if got := Commands(c.line); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %q", c.line, got)
		}
	}
}

func TestArguments(t *testing.T) {
	for line, want := range map[string]string{
		"jsonlint -q a": "-q a", "npx jsonlint a": "a", "npx --yes jsonlint a": "a", "A=1 ./node_modules/.bin/jsonlint a": "a", "pnpm exec jsonlint a": "a",
		`node_modules\.bin\jsonlint.cmd a`: "a", "echo jsonlint a": "-", "eslint --x jsonlint": "-", "cat a": "-", "python -m jsonlint a": "a",
	} {
		got := "-"
		if args, ok := Arguments(strings.Fields(line), "jsonlint"); ok {
			got = strings.Join(args, " ")
		}
		if got != want {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// outline writes a value on one line, with the line of each.
func outline(v *Value) string {
	var parts []string
	switch v.Kind {
	case Object:
		for _, m := range v.Members {
			parts = append(parts, m.Name+":"+outline(m.Value))
		}
		return fmt.Sprintf("%d{%s}", v.Line, strings.Join(parts, " "))
	case List:
		for _, e := range v.Elements {
			parts = append(parts, outline(e))
		}
		return fmt.Sprintf("%d[%s]", v.Line, strings.Join(parts, " "))
	}
	return fmt.Sprintf("%d.%d(%s)", v.Line, v.Kind, v.Text)
}

// The same values in JSON, YAML and JavaScript are the same.
func TestFormats(t *testing.T) {
	const want = "1{a:2[2.3(x) 2.2(12) 2.1(true) 2.0()] b:3{c:4.3(d e)}}"
	json := "{ // comment\n'a': ['x', 12, true, null],\nb: {\n\"c\": \"d e\",}}"
	got, err := JSON([]byte(json))
	if err != nil || outline(got) != want {
		t.Errorf("JSON: %s, %v", outline(got), err)
	}
	if all := NewModule([]byte(json)).Objects("b"); len(all) != 1 || outline(all[0]) != want {
		t.Errorf("script: %v", all)
	}
	got, err = YAML([]byte("# comment\na: [x, 12, yes, ~]\nb: # comment\n  c: d e\n"))
	if err != nil || outline(got) != "2{a:2[2.3(x) 2.2(12) 2.1(true) 2.0()] b:4{c:4.3(d e)}}" && outline(got) != "2{a:2[2.3(x) 2.2(12) 2.3(yes) 2.0()] b:4{c:4.3(d e)}}" {
		t.Errorf("YAML: %s, %v", outline(got), err)
	}
}

func TestYAMLIsBounded(t *testing.T) {
	bomb := "a0: &a0 [x]\n"
	for i := range 30 {
		bomb += fmt.Sprintf("a%d: &a%[1]d [*a%[2]d, *a%[2]d]\n", i+1, i)
	}
	if _, err := YAML([]byte(bomb)); err == nil {
		t.Error("no error for too many aliases")
	}
	for _, text := range []string{"", "# nothing\n"} {
		if v, err := YAML([]byte(text)); v != nil || err != nil {
			t.Errorf("%q: %v, %v", text, v, err)
		}
	}
}

// The text of a value with a tag can be anything.
func TestYAMLTags(t *testing.T) {
	for text, want := range map[string]string{`!!bool ""`: "1.1(false)", `!!bool "True"`: "1.1(true)", `!!int ""`: "1.2()", `!!null "x"`: "1.0()"} {
		v, err := YAML([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := outline(v); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestObjects(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`export default [{files: ["a"], x}, {rules: {a: 1}}]`, "1{files:1[1.3(a)] x:1.6(x)} 1{rules:1{a:1.2(1)}}"},
		{"if (x) {\n  f()\n}\nmodule.exports = {rules: {...base, 'a/b': ['error', {c: `d`}]}}", "4{rules:4{...:4.6(base) a/b:4[4.3(error) 4{c:4.3(d)}]}}"},
		{"f({files, rules() { return {} }, a: () => { return [1, 2] }})", "1{files:1.6(files) rules:1.6(rules()) a:1.6(() => { return [1, 2] })}"},
		{"x = {files: ['a'] as const, rules: {a: f('}')}} satisfies Y", "1{files:1[1.3(a)] rules:1{a:1.6(f('}'))}}"},
		{"x = {files: `a${b}`}", "1{files:1.6(`a${b}`)}"},
		{"x = {files: 'a'", ""},
		{"{{{", ""},
		{"/* {files: 1} */ // {files: 1}", ""},
		{"x = {y: {files: 'a'}}", "1{files:1.3(a)}"},
	} {
		var got []string
		for _, v := range NewModule([]byte(c.src)).Objects("files", "rules") {
			got = append(got, outline(v))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s", c.src, got)
		}
	}
}

// What cannot be read is a gap.
func TestGaps(t *testing.T) {
	table := "x = {a: 1, get g() {}}"
	for range 20 {
		table = "{a: [" + table + ", " + strings.Repeat("0", 1<<13) + "], foo<T>() {}}"
	}
	const object = "{files: ['a']}"
	for _, c := range []struct{ src, want string }{
		{"x = {async setup() {}, get x() {}, set x(y) {}, *gen() {}, async *both() {}, async: 1, get, files: ['a']}",
			"1{setup:1.6(setup()) x:1.6(x()) x:1.6(x()) gen:1.6(gen()) both:1.6(both()) async:1.2(1) get:1.6(get) files:1[1.3(a)]} |"},
		{"x = /[`\"]/;\ny = " + object, "2{files:2[2.3(a)]} |"},
		{"x = [/'/, /\\//g, a / b]; y = " + object, "1{files:1[1.3(a)]} |"},
		{"if (x) /[`]/.test(y)\nz = " + object + "\n'`'", "| ...:1"},
		{"x = `${a ? `'${b}` : '}'}`;\ny = " + object, "2{files:2[2.3(a)]} |"},
		{"x = `${/`/.test(y)}`\ny = " + object, "| ...:1"},
		{"x = {foo<T>() {}, files: ['a'],\nrules: {}, y: " + object + "}", "2{files:2[2.3(a)]} | files:1 rules:2"},
		{"x = 'a\ny = " + object, "2{files:2[2.3(a)]} | ...:1"},
		{"x = " + object + "\n/* y = " + object, "1{files:1[1.3(a)]} | ...:2"},
		{"x = {'files': `a", "| ...:1 files:1"},
		{"x = {files: 'a'))\n", "| ...:1 files:1"},
		{"x = {é: 1, files: ['\\u0061', '\\*']}", `1{é:1.2(1) files:1[1.6('\u0061') 1.3(*)]} |`},
		{"\n" + table, "| ...:2"},
	} {
		m := NewModule([]byte(c.src))
		var got []string
		for _, v := range m.Objects("files", "rules") {
			got = append(got, outline(v))
		}
		got = append(got, "|")
		for _, v := range m.Gaps() {
			got = append(got, fmt.Sprintf("%s:%d", v.Text, v.Line))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%.200s:\n%s\nwant:\n%s", c.src, got, c.want)
		}
	}
}

// Reading ends although each of many braces could begin an object, and each of many slashes a regular expression, that has no end.
func TestObjectsAreBounded(t *testing.T) {
	for _, part := range []string{"{a:", "{a(", "{a:[", "{a:`", "{a:{a:1}}+", "{*", "{get ", "`${", "/[", `/\`, "`${/["} {
		text := []byte("{b: 1}\n" + strings.Repeat(part, 1<<19))
		m := NewModule(text)
		if all := m.Objects("b"); len(all) != 1 {
			t.Errorf("%s: %d objects", part, len(all))
		}
		m.Spreads()
		if len(m.Gaps()) == 0 {
			t.Errorf("%s: nothing is missing", part)
		}
	}
}

func TestSpreadsAndCalls(t *testing.T) {
	const src = "export default [\n...a.b['c'], {...d},\n...f({x: 1}), g(['y']), // g(['z'])\n]"
	var got []string
	for _, v := range append(NewModule([]byte(src)).Spreads(), NewModule([]byte(src)).Calls("g")...) {
		got = append(got, outline(v))
	}
	if want := []string{"2.6(a.b['c'])", "3.6(f({x: 1}))", "3[3.3(y)]"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := string(Without([]byte("a /* b\n */ 'c // d' // e\nf"))); got != "a\n 'c // d'\n f" {
		t.Errorf("%q", got)
	}
}

// No script makes the reader panic or run forever.
func FuzzObjects(t *testing.F) {
	f := fuzzing.Of(t)
	for _, s := range []string{"[{files: ['a']}]", "{a(", "{...", "`${", "`${a", "[`${}", "`${`", "{[a]: 1}", "'\\", "{a: [,}", `a: !!bool ""`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		m := NewModule(src)
		m.Objects("a")
		m.Spreads()
		m.Calls("a")
		Without(src)
		Commands(string(src))
		Globs(string(src))
		JSON(src)
		YAML(src)
	})
}
