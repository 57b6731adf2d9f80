package doccheck

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// What is read first must be short. The reference behind it may be long.
const (
	longestReadme = 110        // lines
	taskPages     = 8          // that the first table of the front lists
	longestTask   = 250        // lines
	longestFront  = 200 * 1000 // bytes of all pages that are not reference
	firstScreen   = 20         // lines before the first command, table or block of a task page
	frontPage     = "docs/README.md"
	referencePath = "docs/reference/"
)

var (
	rowLink  = regexp.MustCompile(`^\|.*\]\(([^)#]*)[^)]*\) *(?:,[^|]*)?\|$`)
	readNext = regexp.MustCompile(`(?s)\n## Read next\n(.*)$`)
)

// CheckFront returns what is wrong with the front of the documentation: docs/README.md, the pages of its first table, which are
// those of tasks, and all others outside of docs/reference.
func CheckFront(pages []*Page) (complaints []string) {
	byName := map[string]*Page{}
	size := 0
	for _, p := range pages {
		byName[p.Name] = p
		if strings.HasPrefix(p.Name, "docs/") && !strings.HasPrefix(p.Name, referencePath) {
			size += len(p.Text)
		}
	}
	front := byName[frontPage]
	if front == nil {
		return []string{"there is no " + frontPage}
	}
	if size > longestFront {
		complaints = append(complaints, fmt.Sprintf("the pages outside of %s have %d bytes, more than %d", referencePath, size, longestFront))
	}
	if readme := byName["README.md"]; readme != nil && strings.Count(readme.Text, "\n") > longestReadme {
		complaints = append(complaints, fmt.Sprintf("README.md has more than %d lines", longestReadme))
	}
	tasks := firstTable(front)
	if len(tasks) != taskPages {
		complaints = append(complaints, fmt.Sprintf("the first table of %s has %d pages, not %d: %q", frontPage, len(tasks), taskPages, tasks))
	}
	for _, name := range tasks {
		if p := byName[name]; p == nil {
			complaints = append(complaints, "there is no "+name)
		} else {
			complaints = append(complaints, checkTask(p)...)
		}
	}
	reached := reachable(front, byName)
	for _, p := range pages {
		if strings.HasPrefix(p.Name, "docs/") && !reached[p.Name] {
			complaints = append(complaints, fmt.Sprintf("%s: no links lead here from %s", p.Name, frontPage))
		}
	}
	return complaints
}

// firstTable returns the pages to which the rows of the first table of a page lead.
func firstTable(p *Page) (names []string) {
	_, table, _ := strings.Cut(p.Text, "\n|")
	table, _, _ = strings.Cut(table, "\n\n")
	for line := range strings.Lines(table) {
		if m := rowLink.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			names = append(names, path.Join(path.Dir(p.Name), m[1]))
		}
	}
	return names
}

// checkTask returns what is wrong with the page of a task: one that a reader cannot follow from the top to the bottom.
func checkTask(p *Page) (complaints []string) {
	complain := func(format string, args ...any) {
		complaints = append(complaints, p.Name+": "+fmt.Sprintf(format, args...))
	}
	lines := strings.Split(strings.TrimSuffix(p.Text, "\n"), "\n")
	if len(lines) > longestTask {
		complain("%d lines, more than %d", len(lines), longestTask)
	}
	shows := func(line string) bool { return strings.HasPrefix(line, "|") || strings.HasPrefix(line, "```") }
	if at := slices.IndexFunc(lines, shows); at < 0 || at >= firstScreen {
		complain("no command, table or code among the first %d lines", firstScreen)
	}
	if m := readNext.FindStringSubmatch(p.Text); m == nil || strings.Contains(m[1], "\n## ") || strings.Count(m[1], ".md") < 2 {
		complain("the last part is not Read next, with links")
	}
	for _, b := range p.Blocks {
		if b.Hidden != "" {
			complain("line %d: a comment hides a step", b.Line)
		}
	}
	return complaints
}

// reachable returns the names of all pages to which links lead from a page, directly or by way of other pages in docs.
func reachable(from *Page, pages map[string]*Page) map[string]bool {
	reached := map[string]bool{from.Name: true}
	for queue := []*Page{from}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		for _, l := range p.Links {
			target, _, _ := strings.Cut(l.Target, "#")
			name := path.Join(path.Dir(p.Name), target)
			if next := pages[name]; next != nil && !reached[name] && strings.HasPrefix(name, "docs/") {
				reached[name] = true
				queue = append(queue, next)
			}
		}
	}
	return reached
}

// CheckSame returns a complaint for each block that is marked as the same as on another page, and is not.
func CheckSame(pages []*Page) (complaints []string) {
	byName := map[string]*Page{}
	for _, p := range pages {
		byName[p.Name] = p
	}
	for _, p := range pages {
		for _, b := range p.Blocks {
			if b.SameAs == "" {
				continue
			}
			other := byName[b.SameAs]
			if other == nil || !slices.ContainsFunc(other.Blocks, func(o Block) bool {
				return o.Language == b.Language && strings.Contains(o.Text, b.Text)
			}) {
				complaints = append(complaints, fmt.Sprintf("%s:%d: this is not on %s", p.Name, b.Line, b.SameAs))
			}
		}
	}
	return complaints
}
