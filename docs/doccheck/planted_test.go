package doccheck

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The tests below plant mistakes, to show that each is found.

// expect fails the test unless there is exactly one complaint for each part and that complaint
// contains the part.
func expect(t *testing.T, complaints []string, parts ...string) {
	t.Helper()
	ok := len(complaints) == len(parts)
	for i := range min(len(complaints), len(parts)) {
		ok = ok && strings.Contains(complaints[i], parts[i])
	}
	if !ok {
		t.Errorf("got complaints\n%s\nwant\n%s", strings.Join(complaints, "\n"), strings.Join(parts, "\n"))
	}
}

func TestPlantedLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "docs"), 0o777); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{
		"README.md": "# A *title* & `code`\n\n[a](docs/guide.md#how-to-do-it) [b](#a-title--code) [c](docs) [d](docs/)\n" +
			"[e](https://example.com/x#y) ![f](docs/x.svg) `[g](gone.md)`\n\n```text\n[h](gone.md)\n```\n[i](mailto:a@example.com)\n[j]: docs/guide.md\n",
		"docs/guide.md": "## How to do it\n## How to do it\n[a](../README.md \"title\") [b](#how-to-do-it-1)\n",
	}
	if err := os.WriteFile(filepath.Join(dir, "docs/x.svg"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) *Page {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return Parse(name, text)
	}
	var pages []*Page
	for _, name := range []string{"README.md", "docs/guide.md"} {
		pages = append(pages, write(name, texts[name]))
	}
	if n := len(pages[0].Links) + len(pages[1].Links); n != 10 {
		t.Errorf("%d links are found, want 10", n)
	}
	expect(t, CheckLinks(dir, pages))

	bad := write("bad.md", "[a](gone.md)\n![b](docs/gone.svg)\n[c](#nowhere)\n[d](docs/guide.md#nowhere)\n[e](docs/x.svg#part)\n"+
		"[f](htps://example.com)\n[g](https://localhost)\n[h](/README.md)\n[i](../README.md)\n[j]()\n[k](https://exa%zzmple.com)\n[l]: gone.md\n[[m](README.md)](gone)\n")
	expect(t, CheckLinks(dir, append(pages, bad)),
		"bad.md:1: gone.md leads nowhere", "bad.md:2: docs/gone.svg leads nowhere", "bad.md:3: #nowhere", "bad.md:4: docs/guide.md#nowhere leads nowhere",
		"bad.md:5: docs/x.svg#part", "bad.md:6: htps", "bad.md:7: https://localhost", "bad.md:8: /README.md is an absolute path",
		"bad.md:9: ../README.md leads nowhere", "bad.md:10: a link without", "bad.md:11: parse", "bad.md:12: gone.md", "bad.md:13: gone leads")
}

func TestPlantedCommands(t *testing.T) {
	c := newCommands(t)
	for _, test := range []struct {
		name, text string
		complaints []string
	}{
		{"as shown", "<!-- file: a.json -->\n```json\n[1,]\n```\n```console\n$ jsonlint a.json\na.json:1:3: trailing comma before ']' [syntax]\n$ echo $?\n1\n```\n", nil},
		{"wrong output", "<!-- file: a.json -->\n```json\n[1,]\n```\n```console\n$ jsonlint a.json\na.json:1:4: trailing comma before ']' [syntax]\n```\n", []string{":6: jsonlint a.json prints"}},
		{"wrong status", "```console\n$ jsonlint example.json\n$ echo $?\n1\n```\n", []string{":2: echo $? prints"}},
		{"missing output", "<!-- file: a.json -->\n```json\n[1,]\n```\n```console\n$ jsonlint a.json\n```\n", []string{":6: jsonlint a.json prints"}},
		{"output left out", "<!-- file: a.json -->\n```json\n[1,2\n3,]\n```\n```console\n$ jsonlint a.json\n...\na.json:2:2: trailing comma before ']' [syntax]\n```\n", nil},
		{"too much left out", "<!-- file: a.json -->\n```json\n[1,2\n3,]\n```\n```console\n$ jsonlint a.json\n...\nb.json\n...\n```\n", []string{":7: jsonlint a.json prints"}},
		{"unknown flag", "```sh\njsonlint --no-such-flag . # a comment\n```\n", []string{":2: jsonlint --no-such-flag . # a comment: exit status 2"}},
		{"unknown file", "```sh\njsonlint gone.json\n```\n", []string{":2: jsonlint gone.json: exit status 2"}},
		{"unknown command", "```sh\njsonlint .\nno-such-command\n```\n", []string{":2: no-such-command: exit status 127"}},
		{"findings and a comment", "<!-- file: a.json -->\n```json\n[1,]\n```\n```sh\n# check\n\njsonlint \\\n  .\n```\n", nil},
		{"shell syntax", "```sh\njsonlint . )\n```\n", []string{":2: jsonlint . ):"}},
		{"not run", "<!-- not run: it waits for changes -->\n```sh\njsonlint --no-such-flag\n```\n", nil},
		{"not run without a reason", "<!-- not run: -->\n```sh\njsonlint --no-such-flag\n```\n", []string{":3:"}},
		{"not run, but another block", "<!-- not run: why -->\n\nText.\n\n```sh\njsonlint --no-such-flag\n```\n", []string{":6:"}},
		{"of others", "```sh\ngo install example.com/cmd/jsonlint@latest\n```\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			expect(t, c.Check(Parse("page.md", test.text), t.TempDir()), test.complaints...)
		})
	}
}

// Programs of a page are compiled as if they were in this repository.
func TestPlantedPrograms(t *testing.T) {
	c := newCommands(t)
	page := "<!-- file: main.go -->\n```go\npackage main\n\nimport (\n\t\"fmt\"\n\n\t\"" + module + "tokenizer\"\n)\n\nfunc main() { fmt.Println(tokenizer.Valid([]byte(\"[1]\"))) }\n```\n" +
		"```console\n$ go run main.go\ntrue\n```\n"
	expect(t, c.Check(Parse("page.md", page), t.TempDir()))
	expect(t, c.Check(Parse("page.md", strings.Replace(page, "[1]", "[1,]", 1)), t.TempDir()), "go run main.go prints\nfalse")
}

func TestPlantedCode(t *testing.T) {
	c, err := newCompiler()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text string
		complaints []string
	}{
		{"statements", "<!-- go\nvar text []byte\n-->\n```go\nerr := tokenizer.Check(append(text, data...))\nif err != nil {\n\treturn err\n}\n```\n", nil},
		{"declarations", "```go\nfunc f(data []byte) bool { return tokenizer.Valid(data) }\n```\n", nil},
		{"unused variable", "```go\nok := tokenizer.Valid(nil)\n```\n", nil},
		{"no such function", "Text.\n\n```go\nx := 1\nok := tokenizer.IsValid(nil)\n```\n", []string{"page.md:5: undefined: tokenizer.IsValid"}},
		{"wrong type", "```go\nvar n int = tokenizer.Valid(nil)\n```\n", []string{"page.md:2: cannot use"}},
		{"undeclared", "```go\ntokenizer.Valid(text)\n```\n", []string{"page.md:2: undefined: text"}},
		{"syntax", "```go\nif {\n```\n", []string{"page.md:2"}},
		{"ellipsis", "```go\nfor {\n\t...\n}\n```\n", []string{"page.md:3"}},
		{"a file", "```go\npackage main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n```\n", nil},
		{"a file with a mistake", "```go\n// A comment.\npackage main\n\nimport \"fmt\"\n\nfunc main() {}\n```\n", []string{"page.md:5: \"fmt\" imported and not used"}},
		{"a foreign package", "```go\npackage main\n\nimport _ \"example.com/x\"\n```\n", []string{"example.com/x is not available"}},
		{"not run", "<!-- not run: needs another module -->\n```go\nnonsense(\n```\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			expect(t, c.Check(Parse("page.md", test.text)), test.complaints...)
		})
	}
}

func TestPlantedData(t *testing.T) {
	for _, test := range []struct {
		language, text string
		complaint      string
	}{
		{"json", `{"a": 1}`, ""},
		{"json", `{"a": 1,}`, "trailing comma"},
		{"jsonc", "// x\n{\"a\": [1,],}", ""},
		{"jsonc", "{'a': 1}", "quot"},
		{"json5", "{a: 'x'}", ""},
		{"json5", "{a: x}", "page.md:2"},
		{"ndjson", "{}\n[]\n", ""},
		{"ndjson", "{}\n[\n", "line 2"},
		{"yaml", "a: 1\nb: [c, d]\n---\ne: f\n", ""},
		{"yaml", "a: 1\n b: 2\n", "yaml: "},
		{"yaml", "a: {b: ${{ c }}}\nd: [\n", "yaml: "},
		{"jso", "1", "unknown language"},
		{"text", "{", ""},
	} {
		complaints := CheckData(Parse("page.md", "```"+test.language+"\n"+test.text+"\n```\n"))
		if test.complaint == "" {
			expect(t, complaints)
		} else {
			expect(t, complaints, test.complaint)
		}
	}
}

func TestParse(t *testing.T) {
	p := Parse("page.md", "# One\n\n- item\n\n  ````json\n  [\n   1]\n  ```\n  ````\n\n<!-- a\ncomment -->\n~~~ go\nx\n~~~\n<a name=\"two\"></a>\n```sh\nnot closed\n")
	want := []Block{
		{Line: 6, Language: "json", Text: "[\n 1]\n```\n"},
		{Line: 14, Language: "go", Text: "x\n"},
		{Line: 18, Language: "sh", Text: "not closed\n\n"},
	}
	if !slices.Equal(p.Blocks, want) {
		t.Errorf("got %+v, want %+v", p.Blocks, want)
	}
	if !p.Anchors["one"] || !p.Anchors["two"] || len(p.Anchors) != 2 {
		t.Errorf("anchors are %v", p.Anchors)
	}
}
