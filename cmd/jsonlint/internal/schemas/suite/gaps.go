package suite

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema/contract"
)

// GapsOf returns what a coverage lacks. The function path returns the path of the schema with a name, or "" if it is not a file of the user.
// What is inside a schema that has not been reached is counted, but not listed.
func GapsOf(c *contract.Coverage, path func(name string) string) (_ *Gaps, err error) {
	g, files := new(Gaps), map[string]*schemaText{}
	unreached := map[string]bool{}
	for _, p := range c.Parts {
		unreached[p.Location] = p.Role != contract.Keyword && !p.Accepted && !p.Rejected
	}
	for _, p := range c.Parts {
		name, pointer, _ := strings.Cut(p.Location, "#")
		at := path(name)
		if at == "" {
			continue
		}
		g.count(p)
		gap := gapOf(p)
		if gap == "" || isInside(p.Location, unreached) {
			continue
		}
		if files[at] == nil {
			if files[at], err = readSchema(at); err != nil {
				return nil, err
			}
		}
		g.List = append(g.List, files[at].gap(pointer, gap))
	}
	slices.SortStableFunc(g.List, func(a, b Failure) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset))
	})
	return g, nil
}

// count adds a part.
func (g *Gaps) count(p contract.CoveredPart) {
	one := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	switch p.Role {
	case contract.Keyword:
		g.Keywords++
		g.Rejecting += one(p.Rejected)
		return
	case contract.Alternative:
		g.Alternatives++
		g.Accepting += one(p.Accepted)
	case contract.Condition: // with two branches
		g.Alternatives += 2
		g.Accepting += one(p.Accepted) + one(p.Rejected)
	}
	g.Subschemas++
	g.Reached += one(p.Accepted || p.Rejected)
}

// gapOf returns what has not been tested of a part, or "".
func gapOf(p contract.CoveredPart) string {
	what := map[contract.Role]string{contract.Subschema: "this schema", contract.Alternative: "this alternative", contract.Condition: "this condition"}[p.Role]
	if p.Role == contract.Keyword {
		what = strconv.Quote(p.Location[strings.LastIndexByte(p.Location, '/')+1:])
	}
	switch {
	case !p.Accepted && !p.Rejected:
		return "no document reaches " + what
	case !p.Accepted && p.Role != contract.Subschema:
		return what + " has accepted no value"
	case !p.Rejected && (p.Role == contract.Keyword || p.Role == contract.Condition):
		return what + " has rejected no value"
	}
	return ""
}

// isInside reports whether a part is inside a schema that has not been reached.
func isInside(location string, unreached map[string]bool) bool {
	for {
		i := strings.LastIndexByte(location, '/')
		if i < 0 {
			return false
		}
		if location = location[:i]; unreached[location] {
			return true
		}
	}
}

// A schemaText is the text of a schema.
type schemaText struct {
	text
	document.Document
}

// readSchema reads a schema as package schema does.
func readSchema(path string) (t *schemaText, err error) {
	t = &schemaText{text: text{path: path, dialect: dialect.JWCC}}
	if t.data, err = regular.ReadFile(path); err != nil {
		return nil, err
	}
	t.json = Plain(t.data)
	return t, t.Parse(t.json)
}

// gap returns a gap at a place in a schema, which is a JSON Pointer with the escapes of URLs.
func (t *schemaText) gap(fragment, message string) Failure {
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		pointer = fragment
	}
	v, _ := t.Lookup(pointer) // a missing value has the offset 0
	d := t.diagnostic(v.Offset(), int64(len(v.Raw())), "", message+" ("+pointer+")")
	d.Rule, d.Severity, d.Pointer, d.HasPointer = "coverage", lint.Info, pointer, true
	return Failure{t.path, d}
}

// Text returns the counts in words.
func (g *Gaps) Text() string {
	share := func(n, of int, what string) string {
		if of == 0 {
			return ""
		}
		return fmt.Sprintf(", %d of %d %s (%d %%)", n, of, what, 100*n/of)
	}
	text := strings.TrimPrefix(share(g.Reached, g.Subschemas, "subschemas reached")+
		share(g.Rejecting, g.Keywords, "keywords have rejected a value")+
		share(g.Accepting, g.Alternatives, "branches taken"), ", ")
	switch {
	case g.Uncovered == 1:
		text += "; not completely for 1 document that is too complex"
	case g.Uncovered > 1:
		text += fmt.Sprintf("; not completely for %d documents that are too complex", g.Uncovered)
	}
	return "coverage: " + text
}
