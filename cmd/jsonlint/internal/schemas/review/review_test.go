package review

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/schema/contract"
)

// review reviews a schema, which may refer to other.json.
func review(text string) []Finding {
	return Text([]byte(text), Compiler{Name: "this.json", Compile: func(examples []byte) (contract.Schema, error) {
		c := schema.Compiler{Files: fstest.MapFS{"this.json": {Data: []byte(text)}, "other.json": {Data: []byte("{}")}}}
		return c.Compile("examples.json", examples)
	}})
}

var update = flag.Bool("update", false, "write the findings in testdata/review.txtar")

// TestFindings compares the findings in the schemas of testdata/review.txtar. A file that begins with
// several schemas, one on each line, has the findings of each below it.
func TestReview(t *testing.T) {
	const name = "testdata/review.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for i, f := range archive.Files {
		var b strings.Builder
		for line := range strings.Lines(string(f.Data)) {
			if strings.HasPrefix(line, "\t") {
				continue
			}
			b.WriteString(line)
			for _, one := range review(line) {
				b.WriteString("\t" + describe(one) + "\n")
				found[one.Rule]++
				checkPlaces(t, line, one)
			}
		}
		if got := b.String(); got != string(f.Data) && !*update {
			t.Errorf("%s: the findings are\n%s", f.Name, got)
		}
		archive.Files[i].Data = []byte(b.String())
	}
	for _, rule := range Rules {
		if found[rule] < 3 {
			t.Errorf("%s has %d findings", rule, found[rule])
		}
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func describe(f Finding) string {
	s := fmt.Sprintf("%s %s: %s", f.Rule, f.Pointer, f.Message)
	if f.Related != nil {
		s += fmt.Sprintf(" (%s %s)", f.Relation, f.Related.Pointer)
	}
	if f.Hint != "" {
		s += "; " + f.Hint
	}
	return s
}

// checkPlaces checks that the places of a finding are a value or a name in a text without comments.
func checkPlaces(t *testing.T, text string, f Finding) {
	t.Helper()
	places := []Place{f.Place}
	if f.Related != nil {
		places = append(places, *f.Related)
	}
	for _, p := range places {
		at := text[p.Offset : p.Offset+p.Length]
		doc, err := document.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		v, err := doc.Lookup(p.Pointer)
		isName := err == nil && strings.HasPrefix(at, `"`) && strings.HasPrefix(strings.TrimLeft(text[p.Offset+p.Length:], " "), ":")
		if err != nil || !isName && string(v.Raw()) != at {
			t.Errorf("%s: %v is %s, but the pointer leads to %s, %v", text, p, at, v.Raw(), err)
		}
	}
}

var blocks = regexp.MustCompile("(?s)```json\n(.*?)\n```")

// TestPages checks the examples on the pages of the rules.
func TestPages(t *testing.T) {
	for _, rule := range Rules {
		page, _ := lint.Explain(rule)
		examples := blocks.FindAllStringSubmatch(page, -1)
		if r, ok := lint.RuleOf(rule); !ok || r.Default != lint.Warning || len(examples) != 2 {
			t.Errorf("%s: %+v, with %d examples", rule, r, len(examples))
			continue
		}
		found := review(examples[0][1])
		if len(found) == 0 || slices.ContainsFunc(found, func(f Finding) bool { return f.Rule != rule }) {
			t.Errorf("%s: the example has %+v", rule, found)
		}
		if found := review(examples[1][1]); len(found) > 0 {
			t.Errorf("%s: the corrected example has %+v", rule, found)
		}
	}
}

// TestDialects checks that comments and a byte order mark do not move findings, and that other texts have none.
func TestDialects(t *testing.T) {
	for text, want := range map[string]string{
		"\uFEFF{\"typ\": \"string\",}":  "[4 5]",
		"{/* é */ \"typ\": \"string\"}": "[10 5]",
		`{"typ": "string"`:              "",
		"":                              "",
		"7":                             "",
		"true":                          "",
		`{"$schema": "https://example.com/draft", "typ": "string"}`:                "",
		strings.Repeat(`{"not":`, MaxDepth) + "{}" + strings.Repeat("}", MaxDepth): "",
	} {
		got := ""
		for _, f := range review(text) {
			got += fmt.Sprint([]int64{f.Offset, f.Length})
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestMaxFindings(t *testing.T) {
	text := `{"allOf": [` + strings.Repeat(`{"typ": "string"}, `, MaxFindings) + `{"typ": "null"}]}`
	found := Text([]byte(text), Compiler{})
	if len(found) != MaxFindings || found[MaxFindings-1].Pointer != fmt.Sprintf("/allOf/%d/typ", MaxFindings-1) {
		t.Errorf("%d findings", len(found))
	}
}

// FuzzText checks that findings are in order and inside the text, and that a review always has the same findings.
func FuzzText(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/review.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		for line := range strings.Lines(string(file.Data)) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		found := review(text)
		for i, one := range found {
			if i > 0 && one.Offset < found[i-1].Offset {
				t.Errorf("%q: not in order: %+v", text, found)
			}
			if one.Offset < 0 || one.Length <= 0 || one.Offset+one.Length > int64(len(text)) || one.Message == "" || strings.ContainsAny(one.Message, "\r\n") {
				t.Errorf("%q: %+v", text, one)
			}
		}
		if again := review(text); !reflect.DeepEqual(again, found) {
			t.Errorf("%q: %+v, then %+v", text, found, again)
		}
	})
}
