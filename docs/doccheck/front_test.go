package doccheck

import (
	"fmt"
	"strings"
	"testing"
)

// TestFront checks that what newcomers read is short, complete, and leads everywhere.
func TestFront(t *testing.T) {
	pages := readPages(t)
	for _, complaint := range append(CheckFront(pages), CheckSame(pages)...) {
		t.Error(complaint)
	}
}

// goodFront returns pages without a mistake.
func goodFront() map[string]string {
	pages := map[string]string{"docs/reference/long.md": strings.Repeat("long\n", 100_000), "README.md": "not in docs\n"}
	front := "# Front\n\n| to do this | read |\n|---|---|\n"
	for n := range taskPages {
		front += fmt.Sprintf("| do %d | [Task](task%d.md#part) |\n", n, n)
		pages[fmt.Sprintf("docs/task%d.md", n)] = "# Task\n\n```sh\njsonlint .\n```\n\n## Read next\n\n- [a](README.md)\n- [b](reference/long.md)\n"
	}
	pages[frontPage] = front + "\n| other | [Other](https://example.com) |\n"
	return pages
}

func TestPlantedFront(t *testing.T) {
	task := goodFront()["docs/task3.md"]
	for _, test := range []struct {
		name, page, text string
		complaints       []string
	}{
		{"good", "docs/other/x.md", "", []string{"docs/other/x.md: no links"}},
		{"nothing planted", "README.md", "other", nil},
		{"a long README", "README.md", strings.Repeat("line\n", 111), []string{"README.md has more than 110 lines"}},
		{"too long", "docs/task3.md", strings.Repeat("\n", 250) + task, []string{"task3.md: 260 lines", "task3.md: no command"}},
		{"too late", "docs/task3.md", "# Task\n" + strings.Repeat("\n", 30) + task, []string{"task3.md: no command"}},
		{"nothing to read next", "docs/task3.md", strings.Replace(task, "- [b](reference/long.md)", "", 1), []string{"task3.md: the last part"}},
		{"something after it", "docs/task3.md", task + "\n## More\n", []string{"task3.md: the last part"}},
		{"hidden code", "docs/task3.md", "<!-- go\nvar x int\n-->\n" + task, []string{"task3.md: line 2: a comment hides a step"}},
		{"too large", "docs/task3.md", strings.Replace(task, "jsonlint .", "jsonlint "+strings.Repeat("x", 200_000), 1), []string{"the pages outside of docs/reference/ have"}},
		{"a missing row", frontPage, strings.Replace(goodFront()[frontPage], "| do 3 | [Task](task3.md#part) |\n", "", 1), []string{"has 7 pages", "docs/task3.md: no links"}},
		{"a missing page", frontPage, strings.Replace(goodFront()[frontPage], "task3", "task33", 1), []string{"there is no docs/task33.md", "docs/task3.md: no links"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			texts := goodFront()
			texts[test.page] = test.text
			var pages []*Page
			for name, text := range texts {
				pages = append(pages, Parse(name, text))
			}
			expect(t, CheckFront(pages), test.complaints...)
		})
	}
	expect(t, CheckFront(nil), "there is no docs/README.md")
}

func TestPlantedSame(t *testing.T) {
	a := "<!-- same as: docs/b.md -->\n```json\n[1]\n```\n"
	for _, test := range []struct {
		b          string
		complaints []string
	}{
		{"```json\n[0]\n[1]\n```\n", nil},
		{"```json\n[2]\n```\n", []string{"docs/a.md:3: this is not on docs/b.md"}},
		{"```text\n[1]\n```\n", []string{"docs/a.md:3: this is not on docs/b.md"}},
	} {
		expect(t, CheckSame([]*Page{Parse("docs/a.md", a), Parse("docs/b.md", test.b)}), test.complaints...)
	}
	expect(t, CheckSame([]*Page{Parse("docs/a.md", a)}), "docs/a.md:3: this is not on docs/b.md")
}
