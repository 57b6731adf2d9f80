package schema

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite what testdata/*.txtar want from the findings of today")

// A suiteCase is a document in testdata, and the schema that precedes the document in its archive.
type suiteCase struct {
	name     string
	schema   []byte
	document []byte
}

func (c suiteCase) compiler() *Compiler {
	return &Compiler{
		AssertFormat:  strings.Contains(c.name, "+format"),
		AssertContent: strings.Contains(c.name, "+content"),
	}
}

// casesOf returns the cases in an archive. The files of an archive are NAME/schema.json and, for
// each document, NAME/N.json and NAME/N.want. If NAME contains +format or +content, the
// corresponding option is set.
func casesOf(archive *txtar.Archive) (cases []suiteCase) {
	var schema []byte
	for _, f := range archive.Files {
		switch {
		case strings.HasSuffix(f.Name, "/schema.json"):
			schema = f.Data
		case strings.HasSuffix(f.Name, ".json"):
			cases = append(cases, suiteCase{strings.TrimSuffix(f.Name, ".json"), schema, f.Data})
		}
	}
	return cases
}

func allCases(t testing.TB) (cases []suiteCase) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, casesOf(archive)...)
	}
	if len(cases) < 200 {
		t.Fatalf("%d cases, want 200 or more", len(cases))
	}
	return cases
}

// describe returns findings in the form that the files in testdata use.
func describe(findings []Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%d+%d %d:%d %q", f.Offset, f.Length, f.Position.Line, f.Position.Rune, f.Pointer)
		if f.Keyword != "" || f.Location != "" {
			fmt.Fprintf(&b, " %s %s", f.Keyword, f.Location)
		}
		if r := f.Related; r != nil {
			fmt.Fprintf(&b, " related %d+%d %d:%d %q", r.Offset, r.Length, r.Position.Line, r.Position.Rune, r.Pointer)
		}
		fmt.Fprintf(&b, "\n\t%s\n", f.Message)
		if f.Detail != f.Message {
			fmt.Fprintf(&b, "\t%s\n", f.Detail)
		}
	}
	if len(findings) == 0 {
		return "fits\n"
	}
	return b.String()
}

func TestFindings(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { testArchive(t, file) })
	}
}

func testArchive(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rewritten := &txtar.Archive{Comment: archive.Comment}
	want := map[string]string{}
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, ".want"); ok {
			want[name] = string(f.Data)
		}
	}
	cases := casesOf(archive)
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".want") {
			continue
		}
		rewritten.Files = append(rewritten.Files, f)
		if len(cases) == 0 || f.Name != cases[0].name+".json" {
			continue
		}
		c := cases[0]
		cases = cases[1:]
		got := findingsOf(t, c)
		rewritten.Files = append(rewritten.Files, txtar.File{Name: c.name + ".want", Data: []byte(got)})
		if diff := cmp.Diff(want[c.name], got); diff != "" && !*update {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(rewritten), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func findingsOf(t *testing.T, c suiteCase) string {
	t.Helper()
	s, err := c.compiler().Compile("s.json", c.schema)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	findings, err := s.Check(c.document)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	for range 5 { // the order of a map is different each time
		again, err := s.Check(bytes.Clone(c.document))
		if err != nil || describe(again) != describe(findings) {
			t.Errorf("%s: other findings the next time:\n%s\n%s", c.name, describe(findings), describe(again))
			break
		}
	}
	return describe(findings)
}
