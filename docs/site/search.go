package main

import (
	_ "embed" // for the script
	"encoding/json"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// searchScript shows the field for searches, and loads the index when it is used.
//
//go:embed search.js
var searchScript string

// A passage is a part of a page with a heading of its own, as the search finds it.
type passage struct {
	id    string // the anchor of the heading, or "" at the top of the page
	title string
	text  strings.Builder
}

// passagesOf returns the parts of a page. Comments have been removed from it.
func passagesOf(document ast.Node, src []byte) []*passage {
	all := []*passage{{}}
	ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // returns no error
		if !entering {
			return ast.WalkContinue, nil
		}
		here := all[len(all)-1]
		switch n := n.(type) {
		case *ast.Heading:
			id, _ := n.AttributeString("id")
			if n.Level == 1 && here.id == "" {
				here.title = plainText(n, src)
			} else {
				all = append(all, &passage{id: string(id.([]byte)), title: plainText(n, src)})
			}
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			here.text.Write(n.Value(src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				here.text.WriteByte(' ')
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				here.text.Write(line.Value(src))
			}
		}
		if n.Type() == ast.TypeBlock || n.Kind().String() == "TableCell" {
			here.text.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return all
}

// searchIndex returns a script with the passages of all pages: a page of the site and its title, followed by the anchor, the title
// and the text of each passage. It is a script, because pages that are opened as files cannot read other files.
func searchIndex(pages []*page) ([]byte, error) {
	index := [][]string{}
	for _, p := range pages {
		entry := []string{target(p.source), p.title}
		for _, s := range p.passages {
			entry = append(entry, s.id, s.title, strings.Join(strings.Fields(s.text.String()), " "))
		}
		index = append(index, entry)
	}
	text, err := json.Marshal(index)
	return fmt.Appendf(nil, "window.searchIndex = %s\n", text), err
}
