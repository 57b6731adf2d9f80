package report

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// newPage is the initial content of a page: all text except the sections, which are empty.
//
//go:embed page.txt
var newPage string

// Pictures is the folder of the charts, relative to the folder of the page.
const Pictures = "performance"

// Docs returns the path of a file in the folder docs/reference. The current folder must be bench.
func Docs(file string) string {
	return filepath.Join("..", "docs", "reference", filepath.FromSlash(file))
}

// WriteSection replaces a section of docs/reference/performance.md by what write writes, or appends it. It does not change the other sections, which other
// subcommands write.
func WriteSection(name string, write func(w io.Writer)) error {
	var text strings.Builder
	write(&text)
	file := Docs("performance.md")
	page, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		page, err = []byte(newPage), nil
	}
	if err != nil {
		return err
	}
	replaced, err := replaceSection(string(page), name, text.String())
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, []byte(replaced), 0o644)
}

func replaceSection(page, name, text string) (string, error) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->\n"
	section := begin + text + end
	before, rest, found := strings.Cut(page, begin)
	if !found {
		return page + section, nil
	}
	_, after, found := strings.Cut(rest, end)
	if !found {
		return "", fmt.Errorf("no line %q", strings.TrimSpace(end))
	}
	return before + section + after, nil
}
