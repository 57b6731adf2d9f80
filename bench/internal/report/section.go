package report

import (
	"fmt"
	"os"
	"strings"
)

// newPage is the initial content of a page with sections.
const newPage = `# Performance

This page is generated; don't edit it. ` + "`go -C bench run ./compare -write`" + ` and ` +
	"`go -C bench run ./cli -write`" + `
write one section each. Compare ratios, not figures: those differ on every machine.

`

// WriteSection replaces a section of the page in file, or appends it. It does not change the rest
// of the page, which other programs write.
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
