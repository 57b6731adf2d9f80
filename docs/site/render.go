package main

import (
	"bytes"
	"fmt"
	"html/template"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"github.com/assayjson/assay/docs/doccheck"
)

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithUnsafe()), // the pages are ours, and have anchors in HTML
)

// render converts a page of the repository, in which sources are the pages of the site.
func render(source string, src []byte, sources []string) (*page, error) {
	p := &page{source: source}
	context := parser.NewContext(parser.WithIDs(&anchors{used: map[string]bool{}}))
	document := markdown.Parser().Parse(text.NewReader(src), parser.WithContext(context))
	var comments []ast.Node
	err := ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			if n.HTMLBlockType == ast.HTMLBlockType2 { // a comment
				comments = append(comments, n)
			}
		case *ast.Heading:
			p.addHeading(n, src)
		case *ast.Link:
			return ast.WalkContinue, p.link(&n.Destination, sources)
		case *ast.Image:
			return ast.WalkContinue, p.picture(string(n.Destination))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return nil, err
	}
	for _, c := range comments {
		c.Parent().RemoveChild(c.Parent(), c)
	}
	if p.title == "" {
		return nil, fmt.Errorf("the page has no heading")
	}
	p.passages = passagesOf(document, src)
	var b bytes.Buffer
	err = markdown.Renderer().Render(&b, src, document)
	p.body = template.HTML(b.String())
	return p, err
}

// addHeading stores the title of the page, or adds a part to it.
func (p *page) addHeading(h *ast.Heading, src []byte) {
	title := plainText(h, src)
	switch {
	case h.Level == 1 && p.title == "":
		p.title = title
	case h.Level == 2:
		id, _ := h.AttributeString("id")
		p.parts = append(p.parts, part{string(id.([]byte)), title})
	}
}

// plainText returns the text in a node.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // returns no error
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(src))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// link changes the target of a link: to a page of the site if it leads to one, and to the repository if
// it leads to another file.
func (p *page) link(destination *[]byte, sources []string) error {
	u, err := url.Parse(string(*destination))
	if err != nil {
		return err
	}
	if u.Scheme != "" || u.Path == "" {
		return nil
	}
	to := path.Join(path.Dir(p.source), u.Path)
	if strings.HasPrefix(to, "../") {
		return fmt.Errorf("%s leads out of the repository", u.Path)
	}
	u.Path = repository + to
	if slices.Contains(sources, to) {
		u.Path = relative(target(p.source), target(to))
	}
	fragment := ""
	if u.Fragment != "" {
		fragment = "#" + u.Fragment
	}
	*destination = []byte(u.Path + fragment)
	return nil
}

// picture makes sure that a picture is on the site, under its path in the repository.
func (p *page) picture(destination string) error {
	u, err := url.Parse(destination)
	if err != nil || u.Scheme != "" {
		return err
	}
	p.files = append(p.files, path.Join(path.Dir(p.source), u.Path))
	return nil
}

// anchors gives headings the anchors that they have on GitHub.
type anchors struct{ used map[string]bool }

func (a *anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	name := doccheck.Slug(strings.ReplaceAll(string(value), "`", ""))
	unique := name
	for n := 1; a.used[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", name, n)
	}
	a.used[unique] = true
	return []byte(unique)
}

func (a *anchors) Put(value []byte) { a.used[string(value)] = true }
