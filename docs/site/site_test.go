package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/assayjson/assay/lint"
)

const root = "../.."

// A document is a page of the site as a browser sees it.
type document struct {
	ids   map[string]bool
	links []string // targets of links, pictures and style sheets
}

func read(t *testing.T, text []byte) *document {
	t.Helper()
	tree, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	d := &document{ids: map[string]bool{}}
	for n := range tree.Descendants() {
		for _, a := range n.Attr {
			switch a.Key {
			case "id":
				if d.ids[a.Val] {
					t.Errorf("two elements have the id %q", a.Val)
				}
				d.ids[a.Val] = true
			case "name":
				if n.Data == "a" {
					d.ids[a.Val] = true
				}
			case "href", "src":
				d.links = append(d.links, a.Val)
			}
		}
	}
	return d
}

// broken returns the links on the site that lead nowhere. Links to other sites are not followed, but
// those to the repository must name a file in it.
func broken(t *testing.T, files map[string][]byte, repo fs.FS) (all []string) {
	t.Helper()
	documents := map[string]*document{}
	for name, text := range files {
		if path.Ext(name) == ".html" {
			documents[name] = read(t, text)
		}
	}
	for name, d := range documents {
		for _, link := range d.links {
			u, err := url.Parse(link)
			if err != nil {
				all = append(all, name+": "+link)
				continue
			}
			if inside, ok := strings.CutPrefix(link, repository); ok {
				inside, _, _ = strings.Cut(inside, "#")
				if _, err := fs.Stat(repo, inside); err != nil {
					all = append(all, name+": "+link)
				}
				continue
			}
			if u.Scheme != "" {
				continue
			}
			to := name
			if u.Path != "" {
				to = path.Join(path.Dir(name), u.Path)
			}
			_, there := files[to]
			if !there || u.Fragment != "" && (documents[to] == nil || !documents[to].ids[u.Fragment]) {
				all = append(all, name+": "+link)
			}
		}
	}
	return all
}

// TestSite checks the whole site: its links, that every page can be reached from the first one, and
// that no Markdown is left over.
func TestSite(t *testing.T) {
	repo := os.DirFS(root)
	files, err := build(repo, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range broken(t, files, repo) {
		t.Errorf("%s leads nowhere", link)
	}
	reached := map[string]bool{"index.html": true, "404.html": true}
	for queue := []string{"index.html"}; len(queue) > 0; queue = queue[1:] {
		for _, link := range read(t, files[queue[0]]).links {
			file, _, _ := strings.Cut(link, "#")
			to := path.Join(path.Dir(queue[0]), file)
			if path.Ext(to) == ".html" && !strings.Contains(link, "://") && !reached[to] {
				reached[to] = true
				queue = append(queue, to)
			}
		}
	}
	pages := 0
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		pages++
		if !reached[name] {
			t.Errorf("nothing leads to %s", name)
		}
		if bytes.Contains(text, []byte("<!--")) {
			t.Errorf("%s has a comment", name)
		}
	}
	if pages < 40 {
		t.Errorf("%d pages", pages)
	}
}

// TestRulePages checks that the page of each rule has a bad example, a good one, and how to configure
// the rule.
func TestRulePages(t *testing.T) {
	files, err := build(os.DirFS(root), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range lint.Rules() {
		text := string(files["lint/rules/"+r.Name+".html"])
		if !strings.Contains(text, "Fixed") && !strings.Contains(text, "Corrected by hand") {
			t.Errorf("the page of %s has no corrected example", r.Name)
		}
		for _, want := range []string{`id="example`, `id="how-to-configure-it"`, `href="../../docs/reference/lint.html#settings"`, "&quot;" + r.Name + "&quot;: &quot;"} {
			if !strings.Contains(text, want) {
				t.Errorf("the page of %s lacks %q", r.Name, want)
			}
		}
	}
}

// TestBrokenLinksAreFound checks the check of links.
func TestBrokenLinksAreFound(t *testing.T) {
	files := map[string][]byte{
		"a.html":   []byte(`<p id="here"><a href="b/c.html#there">1</a><a href="#here">2</a><a href="https://example.com/x">3</a><a href="` + repository + `go.mod#L1">4</a>`),
		"b/c.html": []byte(`<p id="there"><a href="../a.html#nowhere">5</a><a href="a.html">6</a><img src="x.png"><a href="` + repository + `gone">7</a>`),
	}
	if got := broken(t, files, os.DirFS(root)); len(got) != 4 {
		t.Errorf("%d broken links: %q", len(got), got)
	}
}

func TestRelative(t *testing.T) {
	for _, c := range [][3]string{
		{"index.html", "docs/cli.html", "docs/cli.html"},
		{"docs/cli.html", "index.html", "../index.html"},
		{"docs/cli.html", "docs/lint.html", "lint.html"},
		{"lint/rules/bom.html", "docs/lint.html", "../../docs/lint.html"},
		{"lint/rules/bom.html", "lint/rules/bom.html", "bom.html"},
		{"lint/rules/bom.html", "lint/x.html", "../x.html"},
	} {
		if got := relative(c[0], c[1]); got != c[2] {
			t.Errorf("from %s to %s: %s, not %s", c[0], c[1], got, c[2])
		}
	}
}

// TestWrite checks that a site is written as a whole, and replaces nothing.
func TestWrite(t *testing.T) {
	to := filepath.Join(t.TempDir(), "site")
	if err := write(root, to, ""); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(to, "docs", "reference", "cli.html"))
	if err != nil || !bytes.Contains(text, []byte("<h1 id=\"jsonlint\">jsonlint</h1>")) {
		t.Errorf("the page is not there: %v", err)
	}
	if err := write(root, to, ""); err == nil {
		t.Error("a folder was replaced")
	}
	if err := write(t.TempDir(), to+"2", ""); err == nil {
		t.Error("a site was made of nothing")
	}
	if names, err := os.ReadDir(filepath.Dir(to)); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}

// TestMissingPage checks that the page for addresses that do not exist has the look of the others, and leads to pages that exist: in
// the repository, or on the site if its address is known.
func TestMissingPage(t *testing.T) {
	for _, base := range []string{"", "https://example.com/assay/"} {
		files, err := build(os.DirFS(root), base)
		if err != nil {
			t.Fatal(err)
		}
		links := read(t, files["404.html"]).links
		for _, link := range links {
			switch name, isOnSite := strings.CutPrefix(link, base); {
			case base == "" && !strings.HasPrefix(link, repository), base != "" && !isOnSite:
				t.Errorf("%s depends on the folder", link)
			case base != "" && name != "" && files[name] == nil:
				t.Errorf("%s leads nowhere", link)
			}
		}
		text := files["404.html"]
		if len(links) < 10 || !bytes.Contains(text, []byte("prefers-color-scheme: dark")) || bytes.Contains(text, []byte(`type="search"`)) != (base != "") {
			t.Errorf("%d links: %s", len(links), text)
		}
	}
}

// TestSearchIndex checks that the index has all parts of all pages, with anchors that exist, and nothing that readers do not see.
func TestSearchIndex(t *testing.T) {
	files, err := build(os.DirFS(root), "")
	if err != nil {
		t.Fatal(err)
	}
	text, ok := bytes.CutPrefix(files["search-index.js"], []byte("window.searchIndex = "))
	var index [][]string
	if err := json.Unmarshal(text, &index); err != nil || !ok {
		t.Fatal(ok, err)
	}
	found := map[string]string{}
	for _, entry := range index {
		ids := read(t, files[entry[0]]).ids
		for i := 2; i < len(entry); i += 3 {
			if entry[i] != "" && !ids[entry[i]] {
				t.Errorf("%s has no #%s", entry[0], entry[i])
			}
			if strings.Contains(entry[i+2], "<!--") {
				t.Errorf("%s#%s has a comment", entry[0], entry[i])
			}
			found[entry[0]+"#"+entry[i]] = entry[i+1] + ": " + entry[i+2]
		}
	}
	for name := range files {
		if path.Ext(name) == ".html" && name != "404.html" && found[name+"#"] == "" {
			t.Errorf("%s is not in the index", name)
		}
	}
	for place, want := range map[string]string{
		"docs/lint.html#":                                    "Lint a repository: ",
		"docs/reference/lint.html#baseline":                  "--baseline-update .",
		"lint/rules/duplicate-keys.html#how-to-configure-it": `"duplicate-keys": "error"`,
	} {
		if !strings.Contains(found[place], want) {
			t.Errorf("%s: %q lacks %q", place, found[place], want)
		}
	}
}

// TestOverview checks that llms.txt has the pages of docs/README.md, that its links lead to files, and its form.
func TestOverview(t *testing.T) {
	repo := os.DirFS(root)
	text, err := overview(repo)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(text, []byte("# assay\n\n> ")) {
		t.Errorf("it begins with %.40q", text)
	}
	links := regexp.MustCompile(`\]\((.*?)\)`).FindAllSubmatch(text, -1)
	for _, link := range links {
		name, ok := strings.CutPrefix(string(link[1]), plain)
		if _, err := fs.Stat(repo, name); !ok || err != nil {
			t.Errorf("%s leads nowhere", link[1])
		}
	}
	for _, want := range []string{"## Begin with a task\n\n- [Lint a repository](" + plain + "docs/lint.md): check", "docs/agents.md", "docs/reference/cli.md"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	if len(links) < 40 {
		t.Errorf("%d links", len(links))
	}
}
