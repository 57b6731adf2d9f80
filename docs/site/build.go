package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/assayjson/assay/lint"
)

// repository is where files that are not part of the site can be read.
const repository = "https://github.com/assayjson/assay/blob/main/"

// A page is a page of the documentation.
type page struct {
	source string // its path in the repository
	title  string
	body   template.HTML
	parts  []part   // the headings of the second level
	files  []string // the paths of the pictures that it shows

	passages []*passage // for the search
}

// A part is a heading of a page.
type part struct{ ID, Title string }

// A section is a part of the menu.
type section struct {
	Title string
	Links []menuLink
}

type menuLink struct{ source, title string }

// wholePages matches the names of the files that become pages.
var wholePages = regexp.MustCompile(`^(README|ARCHITECTURE|CONTRIBUTING|CHANGELOG|SECURITY|CODE_OF_CONDUCT|bench/README|docs/([^/]+/)?[^/]+|lint/rules/[^/]+)\.md$`)

// build returns the files of the site by name, from the files of the repository. The site will be at the URL base, if that is not empty.
func build(repo fs.FS, base string) (map[string][]byte, error) {
	sources, err := sourcesIn(repo)
	if err != nil {
		return nil, err
	}
	var pages []*page
	files := map[string][]byte{".nojekyll": {}, "style.css": []byte(style), "search.js": []byte(searchScript)}
	for _, source := range sources {
		text, err := fs.ReadFile(repo, source)
		if err != nil {
			return nil, err
		}
		p, err := render(source, withSettings(source, text), sources)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", source, err)
		}
		pages = append(pages, p)
		for _, file := range p.files {
			if files[file], err = fs.ReadFile(repo, file); err != nil {
				return nil, fmt.Errorf("%s: %w", source, err)
			}
		}
	}
	menu, err := menuOf(pages)
	if err != nil {
		return nil, err
	}
	for _, p := range pages {
		if files[target(p.source)], err = layout(p, menu); err != nil {
			return nil, fmt.Errorf("%s: %w", p.source, err)
		}
	}
	if files["404.html"], err = missing(menu, base); err != nil {
		return nil, err
	}
	if files["search-index.js"], err = searchIndex(pages); err != nil {
		return nil, err
	}
	files["llms.txt"], err = overview(repo)
	return files, err
}

// sourcesIn returns the paths of the files that become pages, in alphabetical order.
func sourcesIn(repo fs.FS) (sources []string, err error) {
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "bench/*.md", "lint/rules/*.md"} {
		names, err := fs.Glob(repo, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if wholePages.MatchString(name) {
				sources = append(sources, name)
			}
		}
	}
	return sources, nil
}

// target returns the path of a page on the site.
func target(source string) string {
	name := strings.TrimSuffix(source, ".md") + ".html"
	if path.Base(name) == "README.html" {
		return path.Join(path.Dir(name), "index.html")
	}
	return name
}

// relative returns the link from one page of the site to a file of the site.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(from, "/"))
	for up != "" {
		folder, rest, ok := strings.Cut(to, "/")
		if !ok || !strings.HasPrefix(from, folder+"/") {
			break
		}
		from, to, up = from[len(folder)+1:], rest, up[3:]
	}
	return up + to
}

// withSettings returns the text of a page. To the page of a rule, it adds how to configure the rule.
func withSettings(source string, text []byte) []byte {
	name, ok := strings.CutPrefix(source, "lint/rules/")
	rule, known := lint.RuleOf(strings.TrimSuffix(name, ".md"))
	if !ok || !known {
		return text
	}
	other, flag, rest := "warning", "warn", `"error", "info" or "off"`
	if rule.Default == lint.Warning {
		other, flag, rest = "error", "error", `"warning", "info" or "off"`
	}
	fix := "cannot fix its findings"
	if rule.Fixable {
		fix = "can fix some of its findings"
	}
	return fmt.Appendf(bytes.Clone(text), configuration, rule.Default, fix, flag, rule.Name, rule.Name, other, rest)
}

const configuration = `
## How to configure it

The default severity is ` + "`%v`, and `jsonlint --fix`" + ` %s. To change the severity for one run:

` + "```sh" + `
jsonlint --%s %s .
` + "```" + `

For a folder, in its [` + "`.jsonlintrc.json`" + `](../../docs/reference/lint.md#settings):

` + "```jsonc" + `
{
  "rules": {
    "%s": "%s" // or %s
  }
}
` + "```" + `
`

// menuOf returns the menu: the tables of docs/README.md, and the rules.
func menuOf(pages []*page) (menu []section, err error) {
	bySource := map[string]*page{}
	for _, p := range pages {
		bySource[p.source] = p
	}
	index := bySource["docs/README.md"]
	if index == nil {
		return nil, fmt.Errorf("there is no docs/README.md")
	}
	menu = []section{{"", []menuLink{{"README.md", "assay"}, {"docs/README.md", index.title}}}}
	listed := map[string]bool{"README.md": true, "docs/README.md": true}
	for _, s := range tables(string(index.body)) {
		for i := range s.Links {
			p := bySource[s.Links[i].source]
			if p == nil || listed[p.source] {
				s.Links[i].source = ""
				continue
			}
			listed[p.source] = true
			if path.Ext(s.Links[i].title) == ".md" {
				s.Links[i].title = p.title
			}
		}
		s.Links = slices.DeleteFunc(s.Links, func(l menuLink) bool { return l.source == "" })
		if len(s.Links) > 0 {
			menu = append(menu, s)
		}
	}
	rules := section{Title: "Rules"}
	for _, r := range lint.Rules() {
		source := "lint/rules/" + r.Name + ".md"
		if bySource[source] == nil {
			return nil, fmt.Errorf("there is no %s", source)
		}
		listed[source] = true
		rules.Links = append(rules.Links, menuLink{source, r.Name})
	}
	menu = append(menu, rules)
	more := section{Title: "More"}
	for _, p := range pages {
		if !listed[p.source] {
			more.Links = append(more.Links, menuLink{p.source, p.title})
		}
	}
	return append(menu, more), nil
}

var (
	sectionHeading = regexp.MustCompile(`<h2[^>]*>(.*?)</h2>`)
	withoutCode    = strings.NewReplacer("<code>", "", "</code>", "")
	tableLink      = regexp.MustCompile(`<td><a href="([^"#]*)"[^>]*>(.*?)</a>`)
)

// tables returns the sections of docs/README.html, with the first link of each line of their tables.
func tables(html string) (all []section) {
	headings := sectionHeading.FindAllStringSubmatchIndex(html, -1)
	for i, h := range headings {
		end := len(html)
		if i+1 < len(headings) {
			end = headings[i+1][0]
		}
		s := section{Title: withoutCode.Replace(html[h[2]:h[3]])}
		for _, m := range tableLink.FindAllStringSubmatch(html[h[1]:end], -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			source := path.Join("docs", strings.TrimSuffix(m[1], ".html")+".md")
			source = strings.Replace(source, "/index.md", "/README.md", 1)
			s.Links = append(s.Links, menuLink{source, withoutCode.Replace(m[2])})
		}
		all = append(all, s)
	}
	return all
}

//go:embed page.html
var pageText string

//go:embed 404.html
var missingText string

//go:embed style.css
var style string

var (
	pageTemplate    = template.Must(template.New("page").Parse(pageText))
	missingTemplate = template.Must(template.New("missing").Parse(missingText))
)

// missing returns the page for addresses that do not exist. It has its own style and no relative links, because the
// server sends it for an address in any folder. The links are those of the menu that are not behind others, to the site, or to
// the repository if the URL of the site is not known.
func missing(menu []section, base string) ([]byte, error) {
	type link struct{ Href, Title string }
	var links []link
	for _, s := range menu {
		for _, l := range s.Links {
			if !isBehind(s) {
				href := repository + l.source
				if base != "" {
					href = base + target(l.source)
				}
				links = append(links, link{href, l.title})
			}
		}
	}
	var b bytes.Buffer
	err := missingTemplate.Execute(&b, map[string]any{"Style": template.CSS(style), "Links": links, "Base": base})
	return b.Bytes(), err
}

// isBehind reports whether a section of the menu is for those who have read the pages before it.
func isBehind(s section) bool {
	return s.Title == "Rules" || s.Title == "More" || s.Title == "How it works" || strings.HasPrefix(s.Title, "Reference")
}

// layout returns a whole page.
func layout(p *page, menu []section) ([]byte, error) {
	from := target(p.source)
	type item struct {
		Href, Title string
		Current     bool
	}
	type group struct {
		Title string
		Items []item
		Open  bool
	}
	var groups []group
	for _, s := range menu {
		g := group{Title: s.Title, Open: !isBehind(s)}
		for _, l := range s.Links {
			current := l.source == p.source
			g.Open = g.Open || current
			g.Items = append(g.Items, item{relative(from, target(l.source)), l.title, current})
		}
		groups = append(groups, g)
	}
	title := p.title
	if title != "assay" {
		title += " – assay"
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, map[string]any{
		"Title": title, "Body": p.body, "Parts": p.parts, "Menu": groups, "Style": relative(from, "style.css"), "Home": relative(from, "index.html"), "Search": relative(from, "search.js"),
		"Source": repository + p.source,
	})
	return b.Bytes(), err
}
