package report

import (
	_ "embed"
	"fmt"
	"os"
	"strings"
)

// newPage is the initial content of a page: all text except the sections, which are empty.
//
//go:embed page.txt
var newPage string

// WriteSection replaces a section of the page in file, or appends it. It does not change the other
// sections, which other programs write.
func WriteSection(file, name, text string) error {
	page, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		page, err = []byte(newPage), nil
	}
	if err != nil {
		return err
	}
	replaced, err := replaceSection(string(page), name, text)
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
