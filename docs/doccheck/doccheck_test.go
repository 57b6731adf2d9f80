package doccheck

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

var update = flag.Bool("update", false, "write what commands print into the console blocks of the pages")

const root = "../.."

const module = "github.com/assayjson/assay/"

// importable are the packages that Go blocks may import, and that fragments see.
var importable = []string{
	"bufio", "bytes", "compress/gzip", "context", "errors", "expvar", "fmt", "io", "iter", "log", "net/http", "net/http/httptest", "os", "slices", "strings", "sync", "time", "unicode/utf8",
	module + "decode", module + "dialect", module + "document", module + "encode", module + "escape", module + "format", module + "leb128", module + "lint", module + "partial", module + "payload", module + "records", module + "schema", module + "schema/contract", module + "tokenizer", module + "utf8check",
}

// blocksElsewhere are the folders and files whose blocks are checked by other tests or are data. Only
// their links are checked here.
var blocksElsewhere = map[string]string{
	"lint/rules/":                "examples are often invalid on purpose",
	"docs/reference/messages.md": "its blocks are what linters were given",
}

func blocksAreChecked(name string) bool {
	for prefix := range blocksElsewhere {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	return true
}

// readPages returns all pages of the repository, but not those that are test data.
func readPages(t *testing.T) (pages []*Page) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(file) != ".md":
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		pages = append(pages, Parse(filepath.ToSlash(name), string(text)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 20 {
		t.Fatalf("only %d pages were found", len(pages))
	}
	return pages
}

// TestReadersSeeFiles checks that a page names each file that its commands need.
func TestReadersSeeFiles(t *testing.T) {
	for _, p := range readPages(t) {
		text, err := os.ReadFile(filepath.Join(root, p.Name))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		for _, b := range p.Blocks {
			before := strings.Join(lines[max(0, b.Line-6):b.Line-1], "\n")
			_, after, isNamed := strings.Cut(before, "`"+b.File+"`")
			if b.File != "" && (!isNamed || strings.Contains(after, "```\n\n")) {
				t.Errorf("%s:%d: the text before does not name `%s`", p.Name, b.Line, b.File)
			}
		}
	}
}

func TestLinks(t *testing.T) {
	for _, complaint := range CheckLinks(root, readPages(t)) {
		t.Error(complaint)
	}
}

func TestData(t *testing.T) {
	for _, p := range readPages(t) {
		if blocksAreChecked(p.Name) {
			for _, complaint := range CheckData(p) {
				t.Error(complaint)
			}
		}
	}
}

// newCompiler returns the Compiler that all tests share.
var newCompiler = sync.OnceValues(func() (*Compiler, error) { return NewCompiler(importable) })

func TestGo(t *testing.T) {
	c, err := newCompiler()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range readPages(t) {
		if blocksAreChecked(p.Name) {
			for _, complaint := range c.Check(p) {
				t.Error(complaint)
			}
		}
	}
}

// bin is the folder with the command, or "" before a test has asked for it.
var bin string

// buildCommand builds the command once for all tests.
var buildCommand = sync.OnceValue(func() (err error) {
	if bin, err = os.MkdirTemp("", "doccheck-"); err != nil {
		return err
	}
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", bin, module+"cmd/jsonlint").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
})

func TestMain(m *testing.M) {
	flag.Parse()
	status := m.Run()
	if bin != "" {
		os.RemoveAll(bin)
	}
	os.Exit(status)
}

// newCommands returns Commands that run the jsonlint of this repository.
func newCommands(t *testing.T) Commands {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the commands of the documentation are for sh")
	}
	if err := buildCommand(); err != nil {
		t.Fatal(err)
	}
	absolute, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	return Commands{Bin: bin, Root: absolute}
}

func TestCommands(t *testing.T) {
	c := newCommands(t)
	for _, p := range readPages(t) {
		if !blocksAreChecked(p.Name) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			c := c
			if *update {
				c.Printed = func(b Block, text string) { replace(t, filepath.Join(root, p.Name), b, text) }
			}
			for _, complaint := range c.Check(p, t.TempDir()) {
				t.Error(complaint)
			}
		})
	}
}

// replace replaces the text of a block of a page. It finds the block by its text, because blocks before
// it may already have been replaced.
func replace(t *testing.T, file string, b Block, text string) {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(page), b.Text) != 1 {
		t.Errorf("%s:%d: this block cannot be updated: it is indented, or not the only one with its text", file, b.Line)
		return
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(page), b.Text, text, 1)), 0o666); err != nil {
		t.Error(err)
	}
}
