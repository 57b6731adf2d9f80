package schema

import (
	"fmt"
	"slices"

	"github.com/assayjson/assay/internal/engine/suggest"
	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/kind"
)

// mostGuessed is how many bytes of names and strings are compared at most to find those that were meant in one document, each as often as
// it is compared. That takes about a tenth of a second.
const mostGuessed = 1 << 20

// guesses finds the names and strings that were probably meant in one document.
type guesses struct {
	left     int // bytes that may still be compared
	known    map[guess]string
	declared map[inquiry.Declaration][]string
}

// A guess is what was written, and where the lists begin that [guesses.nearest] compares.
type guess struct {
	written        string
	among, without *string
}

// of returns the ends of the message and of the detail of a finding, which say what was probably meant.
func (g *guesses) of(l leaf) (message, detail string) {
	meant := ""
	switch k := l.Kind.(type) {
	case *kind.Required:
		return "", g.butHas(l, l.Subject)
	case inquiry.OneMissing:
		return "", g.butHas(l, k.Names...)
	case inquiry.SurplusMember:
		if declared, ok := g.declaredFor(l); ok {
			meant = g.nearest(last(l.Path), declared, l.Present())
		}
	case *kind.Enum, *kind.Const:
		meant = g.listed(k)
	case inquiry.Union:
		meant = g.listed(k...)
	}
	if meant == "" {
		return "", ""
	}
	question := fmt.Sprintf("; did you mean %s?", quote(meant))
	return question, question
}

// declaredFor returns the names that the schema declares for the object of a leaf about a missing or surplus member, if it is known. They
// are sorted.
func (g *guesses) declaredFor(l leaf) (names []string, ok bool) {
	declaration, ok := l.Declaration()
	if !ok {
		return nil, false
	}
	names, known := g.declared[declaration]
	if !known {
		names = declaration.Names()
		if g.declared == nil {
			g.declared = map[inquiry.Declaration][]string{}
		}
		g.declared[declaration] = names
	}
	return names, true
}

// butHas returns the end of a sentence about missing members, if the object has a member whose name is nearly one of theirs and that
// the schema does not declare.
func (g *guesses) butHas(l leaf, missing ...string) string {
	declared, ok := g.declaredFor(l)
	if !ok {
		return ""
	}
	for _, name := range missing {
		if has := g.nearest(name, l.Present(), declared); has != "" {
			return ", but has " + quote(has)
		}
	}
	return ""
}

// nearest returns the name in among that is nearest to the written one and is not in without. Both lists are sorted.
func (g *guesses) nearest(written string, among, without []string) string {
	if len(among) == 0 {
		return ""
	}
	key := guess{written: written, among: &among[0]}
	if len(without) > 0 {
		key.without = &without[0]
	}
	name, ok := g.known[key]
	if !ok {
		name = g.name(written, among, without)
		if g.known == nil {
			g.known = map[guess]string{}
		}
		g.known[key] = name
	}
	return name
}

// listed returns the string in "enum" or "const" that is nearest to the string that the document has. The kinds are those of
// reasons for the same value.
func (g *guesses) listed(kinds ...any) string {
	var got any
	var all []string
	add := func(v any) {
		if s, ok := v.(string); ok {
			all = append(all, s)
		}
	}
	for _, k := range kinds {
		switch k := k.(type) {
		case *kind.Enum:
			got = k.Got
			for _, v := range k.Want {
				add(v)
			}
		case *kind.Const:
			got = k.Got
			add(k.Want)
		}
	}
	written, _ := got.(string)
	if len(all) < 2 {
		return "" // the sentence has no other value
	}
	return g.name(written, all, nil)
}

func (g *guesses) name(written string, among, without []string) string {
	if g.left -= (1 + min(len(written), maxQuote)) * len(among); g.left < 0 {
		return ""
	}
	return suggest.Name(written, slices.DeleteFunc(slices.Clone(among), func(name string) bool {
		_, is := slices.BinarySearch(without, name)
		return is
	}))
}
