package lsp

import (
	"strings"
	"unicode/utf8"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/dialect"
)

// mostSymbols and deepestSymbol limit the symbols of a document, because editors become slow with more.
const (
	mostSymbols   = 10_000
	deepestSymbol = 100
)

// walk returns a walk over the text.
func (t *task) walk() (*structure.Walk, error) {
	d, err := t.engine.Dialect(t.path, t.Bytes())
	if err != nil {
		return nil, failure(protocol.CodeRequestFailed, err.Error())
	}
	return &structure.Walk{Src: t.Bytes(), Dialect: d.Notation(), Separator: separator(d)}, nil
}

// symbols answers textDocument/documentSymbol.
func symbols(t *task) (any, error) {
	w, err := t.walk()
	if err != nil {
		return nil, err
	}
	top := t.tree(w)
	if t.client.TextDocument.DocumentSymbol.Hierarchical {
		return top, nil
	}
	return t.flat(top), nil
}

// tree returns the members and elements of a text. A record has itself as a symbol.
func (t *task) tree(w *structure.Walk) []*protocol.DocumentSymbol {
	root := &protocol.DocumentSymbol{Children: []*protocol.DocumentSymbol{}}
	open := []openSymbol{{root, ""}}
	n := 0
	add := func(v *structure.Value) openSymbol {
		at := v.Span
		if v.Name.End > 0 {
			at = v.Name
		}
		whole, parent := v.Whole(), open[len(open)-1]
		pointer := parent.pointer + w.Step(v)
		s := &protocol.DocumentSymbol{
			Name: symbolName(w.Key(v)), Detail: shortened(pointer), Kind: t.symbolKind(v),
			Range: t.Range(whole.Begin, max(whole.End, at.End)), SelectionRange: t.Range(at.Begin, at.End),
		}
		parent.Children = append(parent.Children, s)
		n++
		return openSymbol{s, pointer[:min(len(pointer), longestShown+1)]}
	}
	w.Scalar = func(v *structure.Value) bool {
		if len(w.Open) < deepestSymbol {
			add(v)
		}
		return n < mostSymbols
	}
	w.Enter = func(v *structure.Value) bool {
		if len(w.Open) < deepestSymbol {
			open = append(open, add(v))
		}
		return n < mostSymbols
	}
	w.Leave = func(v *structure.Value) bool {
		if len(w.Open) < deepestSymbol {
			s := open[len(open)-1]
			s.Range.End = t.Position(v.End)
			open = open[:len(open)-1]
		}
		return true
	}
	w.Run()
	for _, s := range open { // the text has more symbols than mostSymbols
		if s.Kind != 0 && len(open) > 1 {
			s.Range.End = t.Position(len(t.Bytes()))
		}
	}
	if len(root.Children) == 1 && len(root.Children[0].Children) > 0 {
		return root.Children[0].Children
	}
	return root.Children
}

// symbolName returns the name of a symbol, which must not be empty.
func symbolName(key string) string {
	if key == "" {
		return `""`
	}
	return shortened(strings.ToValidUTF8(key, "\uFFFD")) // a name may have lone surrogates
}

// longestShown is the largest length in bytes of the names and pointers of symbols.
const longestShown = 200

// An openSymbol is the symbol of a container that has not ended.
type openSymbol struct {
	*protocol.DocumentSymbol
	pointer string // its JSON Pointer, or what is shown of it and a byte more: a name in it can be as long as the text
}

// shortened returns at most the first bytes of a text.
func shortened(s string) string { return shortenedTo(s, longestShown) }

// shortenedTo returns at most the first bytes of a text.
func shortenedTo(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n := most
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

func (t *task) symbolKind(v *structure.Value) int {
	switch v.Kind {
	case dialect.BeginObject:
		return protocol.SymbolObject
	case dialect.BeginArray:
		return protocol.SymbolArray
	case dialect.String:
		return protocol.SymbolString
	case dialect.Number:
		return protocol.SymbolNumber
	}
	if string(t.Bytes()[v.Begin:v.End]) == "null" {
		return protocol.SymbolNull
	}
	return protocol.SymbolBoolean
}

// flat returns the symbols for a client that does not know DocumentSymbol.
func (t *task) flat(top []*protocol.DocumentSymbol) []protocol.SymbolInformation {
	all := []protocol.SymbolInformation{}
	type entry struct {
		*protocol.DocumentSymbol
		container string
	}
	var left []entry
	push := func(of []*protocol.DocumentSymbol, container string) {
		for i := len(of) - 1; i >= 0; i-- {
			left = append(left, entry{of[i], container})
		}
	}
	push(top, "")
	for len(left) > 0 {
		s := left[len(left)-1]
		left = left[:len(left)-1]
		all = append(all, protocol.SymbolInformation{Name: s.Name, Kind: s.Kind, Location: protocol.Location{URI: t.uri, Range: s.Range}, ContainerName: s.container})
		push(s.Children, s.Name)
	}
	return all
}
