package messages

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/tokenizer"
)

func allMistakes(t *testing.T) []mistake {
	t.Helper()
	all, err := mistakes()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestMistakes(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range allMistakes(t) {
		if seen[m.name] {
			t.Errorf("two mistakes are named %s", m.name)
		}
		if seen[m.name] = true; bytes.Contains(m.text, []byte(mark)) {
			t.Errorf("%s: a mark is left", m.name)
		}
	}
	if len(seen) < 100 {
		t.Errorf("%d mistakes, want 100 or more", len(seen))
	}
}

// doubtful are the mistakes that violate no rule of RFC 8259. A Tokenizer accepts their texts, and
// jsonlint has rules that report them.
var doubtful = []string{"duplicate names", "number beyond binary64", "half a surrogate pair"}

// cascades are the mistakes for which a Tokenizer with KeepGoing reports several errors, with the
// number of errors.
var cascades = map[string]int{"missing bracket in the middle": 2, "missing bracket, with a comma": 2, "CESU-8": 6}

// TestJSONLint checks that the messages of jsonlint meet all criteria of docs/messages.md.
func TestJSONLint(t *testing.T) {
	dir := t.TempDir()
	tools, _, err := installed("", dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range allMistakes(t) {
		v := tools[0].check(m.text)
		for _, s := range shortcomings(m, v) {
			if s == tooMany && v.count <= cascades[m.name] {
				continue
			}
			t.Errorf("%s: %s\n%v: %s", m.name, s, v.place, v.message)
		}
	}
}

func TestKeepGoing(t *testing.T) {
	for _, m := range allMistakes(t) {
		want := m.count
		switch n, known := cascades[m.name]; {
		case known:
			want = n
		case slices.Contains(doubtful, m.name):
			want = 0
		}
		if n := countErrors(m.text); n != want {
			t.Errorf("%s: %d errors, want %d", m.name, n, want)
		}
	}
}

func countErrors(text []byte) (n int) {
	tokens := tokenizer.New(text, tokenizer.KeepGoing())
	for {
		switch _, err := tokens.Next(); {
		case errors.Is(err, io.EOF) && !errors.As(err, new(*tokenizer.SyntaxError)):
			return n
		case err != nil:
			n++
		}
	}
}

// TestEveryMistakeIsOne checks that jsontext rejects every mistake. As jsontext is very strict by
// default, a text that it accepts is probably not a mistake.
func TestEveryMistakeIsOne(t *testing.T) {
	for _, m := range allMistakes(t) {
		if v := formatValue(m.text); v.accepted && m.name != "number beyond binary64" {
			t.Errorf("%s: jsontext accepts it", m.name)
		}
	}
}

// TestRead uses lines that particular versions of the tools have printed.
func TestRead(t *testing.T) {
	text := []byte("{\n  \"é\": [1, 2,]\n}\n")
	const line2 = 2
	for _, c := range []struct {
		tool, out string
		want      verdict
	}{
		{"assay", "input.json:2:14: trailing comma before ']'\n", verdict{message: "trailing comma before ']'", place: place{line2, 14}, count: 1}},
		{"assay", "input.json:2:14: error: bad [syntax/trailing-comma]\n  code\ninput.json:2:15: worse [syntax]\n", verdict{message: "error: bad", place: place{line2, 14}, count: 2}},
		{"@prantlf/jsonlint", "input.json: line 2, col 15, Trailing comma in array.\n", verdict{message: "Trailing comma in array.", place: place{line2, 15}, count: 1}},
		{"biome", "\x1b[31m× input.json:2:15: parse: Expected a value.\x1b[0m\n× input.json:3:1: parse: Bad.\nChecked 1 file\n", verdict{message: "Expected a value.", place: place{line2, 15}, count: 2}},
		{"jq", "parse error: Expected another array element at line 2, column 15\n", verdict{message: "Expected another array element", place: place{line2, 15}, count: 1}},
		{"jq", "parse error: Unfinished JSON term at EOF at line 4, column 0\n", verdict{message: "Unfinished JSON term", place: place{4, 0}, count: 1}},
		{"python3", "Expecting value: line 2 column 15 (char 16)\n", verdict{message: "Expecting value", place: place{line2, 15}, count: 1}},
		{"python3", "Traceback (most recent call last):\n  File x\nUnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte\n", verdict{message: "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte", count: 1}},
		{"node", "<anonymous_script>:1\n^\n\nSyntaxError: Bad in JSON at position 4\n    at JSON.parse (<anonymous>)\n", verdict{message: "Bad in JSON at position 4", place: place{line2, 3}, count: 1}},
		{"node", "x\n\nSyntaxError: Unexpected token ']', ...\"1,\n]\" is not valid JSON\n    at JSON.parse (<anonymous>)\n", verdict{message: `Unexpected token ']', ..."1, ]" is not valid JSON`, count: 1}},
		{"jq", "something else\nentirely", verdict{message: "something else", count: 1}},
	} {
		i := slices.IndexFunc(candidates("", ""), func(known candidate) bool { return known.name == c.tool })
		if got := candidates("", "")[i].program.read(text, c.out); got != c.want {
			t.Errorf("%s says %q:\n got %+v\nwant %+v", c.tool, c.out, got, c.want)
		}
	}
}

func TestJudge(t *testing.T) {
	m := mistake{text: []byte("[\n\"é😀\",]"), places: []int{10, 11}, causes: []string{"Comma"}, count: 1}
	for _, c := range []struct {
		v    verdict
		want grade
	}{
		{verdict{accepted: true, count: 1}, grade{}},
		{verdict{message: "a comma", place: place{2, 5}, count: 1}, grade{true, true, true, true, true}},
		{verdict{message: "no", place: place{2, 9}, count: 2}, grade{found: true, line: true, column: true}},
		{verdict{message: "no", place: place{2, 7}, count: 1}, grade{found: true, line: true, column: true, single: true}},
		{verdict{message: "no", place: place{2, 1}, count: 1}, grade{found: true, line: true, single: true}},
		{verdict{message: "no", count: 1}, grade{found: true, single: true}},
	} {
		if got := judge(m, c.v); got != c.want {
			t.Errorf("%+v: got %+v, want %+v", c.v, got, c.want)
		}
	}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"a\n":                    "a\n",
		"a\x00\tb\xff":           "a<00><09>b<FF>\n",
		"\u00a0é":                "<U+00A0>é\n",
		strings.Repeat("a", 900): strings.Repeat("a", 80) + " ... 820 bytes more\n",
	} {
		if got := visible([]byte(in)); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	if got, want := code("a | `b`"), "`` a \\| `b` ``"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestPage checks that docs/messages.md contains all mistakes in order.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "messages.md"))
	if err != nil {
		t.Fatal(err)
	}
	rest := string(page)
	for i, m := range allMistakes(t) {
		var found bool
		var section strings.Builder
		(&review{}).writeMistake(&section, i+1, m, nil)
		head, _, _ := strings.Cut(section.String(), "| tool")
		if _, rest, found = strings.Cut(rest, head); !found {
			t.Fatalf("%s: not on the page as it is; go -C bench run . messages -write writes it", m.name)
		}
	}
}

// TestRun checks that the program works with whatever tools are installed.
func TestRun(t *testing.T) {
	var out, errs bytes.Buffer
	if err := Run([]string{"-ours"}, &out, &errs); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "trailing comma before ']'") {
		t.Errorf("no message in:\n%.300s", out.String())
	}
	if err := Run([]string{"-jsonlint", filepath.Join(t.TempDir(), "none"), "-ours"}, &out, &errs); err == nil {
		t.Error("a jsonlint that isn't there is no error")
	}
}
