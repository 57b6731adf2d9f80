package lsp

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/reference"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
	"github.com/assayjson/assay/dialect"
)

// mostLinks limits the links of a document.
const mostLinks = 2000

// eachReference calls a function for each string that refers to another place and is at least partly in a span, with the text of the
// string, until the function returns false. Most documents have no such string, which takes little time to find out.
func (t *task) eachReference(w *structure.Walk, in structure.Span, use func(at structure.Span, ref string) bool) {
	isSettings := config.IsName(t.path)
	if !isSettings && !slices.ContainsFunc(references, func(name string) bool { return bytes.Contains(w.Src, []byte(name)) }) {
		return
	}
	member := "" // of a settings file
	visit := func(v *structure.Value) {
		if isSettings && len(w.Open) == 1 {
			member = w.Key(v)
		}
	}
	w.Enter = func(v *structure.Value) bool {
		visit(v)
		return v.Begin <= in.End && t.ctx.Err() == nil
	}
	w.Scalar = func(v *structure.Value) bool {
		visit(v)
		switch {
		case v.Begin > in.End || t.ctx.Err() != nil:
			return false
		case v.End < in.Begin:
			return true
		}
		if v.Kind != dialect.String || !isReference(w, v) && !(isSettings && namesFile(member, len(w.Open))) {
			return true
		}
		return use(v.Span, w.Text(v.Span))
	}
	w.Run()
}

// references are the names of the members that refer to schemas.
var references = []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema"}

// shortest and longest are the lengths in bytes of these names, the longest with quotation marks.
const shortest, longest = len("$ref"), len(`"$recursiveRef"`)

// isReference reports whether the value of a member refers to a schema.
func isReference(w *structure.Walk, v *structure.Value) bool {
	if n := v.Name.End - v.Name.Begin; n < shortest || n > longest {
		return false
	}
	return slices.Contains(references, string(bytes.Trim(w.Src[v.Name.Begin:v.Name.End], `"'`)))
}

// namesFile reports whether a string in a member of a settings file is the name of a file. The depth is the number of containers around
// the string.
func namesFile(member string, depth int) bool {
	switch member {
	case "schemas":
		return depth > 1
	case "extends":
		return depth > 0
	case "baseline":
		return depth == 1
	}
	return false
}

// links answers textDocument/documentLink.
func links(t *task) (any, error) {
	w, err := t.walk()
	if err != nil {
		return nil, err
	}
	all := []protocol.DocumentLink{}
	r := t.resolver(w)
	t.eachReference(w, structure.Span{Begin: 0, End: len(w.Src)}, func(at structure.Span, ref string) bool {
		r.enter(at)
		if target := r.link(at, ref); target != "" && at.End-at.Begin > 2 {
			all = append(all, protocol.DocumentLink{Range: t.Range(at.Begin+1, at.End-1), Target: target})
		}
		return len(all) < mostLinks
	})
	return all, nil
}

// A resolver finds the places to which references in a text lead.
type resolver struct {
	*task
	walk  *structure.Walk   // has the text and its dialect
	files map[string]string // by URI without fragment; "" if the document may not refer to the file
	left  int               // how many bytes of text may still be searched

	// Each document of a text is a schema of its own: a line of NDJSON, or the whole text of a file in JSON.
	inside structure.Span
	index  *reference.Index // of the document; nil before the first call of enter
	places map[string]int   // offsets in the document, by JSON Pointer
}

// mostSearched limits how many bytes are searched for the places of links. A link to a place that has not been found leads to
// the beginning of the document.
const mostSearched = 50 << 20

func (t *task) resolver(w *structure.Walk) *resolver {
	return &resolver{task: t, walk: w, files: map[string]string{}, left: mostSearched}
}

// enter makes the document that contains a reference the present one. It must be called before the reference is resolved.
func (r *resolver) enter(at structure.Span) {
	if r.index != nil && r.inside.Begin <= at.Begin && at.End <= r.inside.End {
		return
	}
	r.inside = between(r.walk.Src, r.walk.Separator, at.Begin)
	r.index, r.places = reference.New(r.uri, r.document(), r.walk.Dialect), map[string]int{}
}

// document returns the text of the present document.
func (r *resolver) document() []byte { return r.walk.Src[r.inside.Begin:r.inside.End] }

// resolve returns the absolute URIs to which a reference may lead: relative to the $id around it, and relative to the document.
func (r *resolver) resolve(at structure.Span, ref string) (uris []string) {
	for _, base := range []string{r.index.Base(at.Begin - r.inside.Begin), r.uri} {
		if uri, err := reference.Join(base, ref); err == nil && !slices.Contains(uris, uri) {
			uris = append(uris, uri)
		}
	}
	return uris
}

// file returns the file that a URI names, if the document may refer to it.
func (r *resolver) file(uri string) (path string, ok bool) {
	uri, _, _ = strings.Cut(uri, "#")
	path, isKnown := r.files[uri]
	if l := r.library(); l != nil && !isKnown {
		if path, ok = l.Locate(r.path, uri); !ok {
			path = ""
		}
		r.files[uri] = path
	}
	return path, path != ""
}

// link returns the target of a link, or "" if there is none.
func (r *resolver) link(at structure.Span, ref string) string {
	uris := r.resolve(at, ref)
	for _, uri := range uris {
		if pointer, ok := r.index.Find(uri); ok {
			p := r.Position(r.offset(pointer))
			return fmt.Sprintf("%s#%d,%d", r.uri, p.Line+1, p.Character+1)
		}
		if path, ok := r.file(uri); ok {
			return protocol.URI(path)
		}
	}
	if len(uris) > 0 && (strings.HasPrefix(uris[0], "https://") || strings.HasPrefix(uris[0], "http://")) {
		return uris[0]
	}
	return ""
}

// offset returns the offset of the value to which a JSON Pointer leads, or 0.
func (r *resolver) offset(pointer string) int {
	at, known := r.places[pointer]
	if !known && r.left > 0 {
		v, _ := structure.Find(r.document(), r.walk.Dialect, pointer)
		at = r.inside.Begin + v.Whole().Begin
		r.places[pointer] = at
		r.left -= len(r.document())
	}
	return at
}

// definition answers textDocument/definition: it goes from a reference to its target.
func definition(t *task) (any, error) {
	var p protocol.PositionParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	w, err := t.walk()
	if err != nil {
		return nil, err
	}
	offset := t.Offset(p.Position)
	var found *protocol.Location
	t.eachReference(w, structure.Span{Begin: offset, End: offset}, func(at structure.Span, ref string) bool {
		r := t.resolver(w)
		r.enter(at)
		found = r.location(at, ref)
		return false
	})
	if found == nil {
		return nil, nil
	}
	return found, nil
}

// location returns the place to which a reference leads, or nil.
func (r *resolver) location(at structure.Span, ref string) *protocol.Location {
	for _, uri := range r.resolve(at, ref) {
		if pointer, ok := r.index.Find(uri); ok {
			v, ok := structure.Find(r.document(), r.walk.Dialect, pointer)
			if !ok {
				return nil
			}
			s := spotOf(&v)
			return &protocol.Location{URI: r.uri, Range: r.Range(r.inside.Begin+s.Begin, r.inside.Begin+s.End)}
		}
		if path, ok := r.file(uri); ok {
			return r.inFile(path, uri)
		}
	}
	return nil
}

// spotOf returns the span of the name of a value, or of its first byte.
func spotOf(v *structure.Value) structure.Span {
	if v.Name.End > 0 {
		return v.Name
	}
	return structure.Span{Begin: v.Begin, End: v.Begin + 1}
}

// inFile returns the place in a file to which a URI leads. If there is no such place, it is the beginning of the file.
func (r *resolver) inFile(path, uri string) *protocol.Location {
	found := &protocol.Location{URI: protocol.URI(path)}
	if other, isOpen := r.others[path]; isOpen {
		found.URI = other.uri
	}
	src, err := r.textOf(path)
	if err != nil {
		return found
	}
	document, _, _ := strings.Cut(uri, "#")
	x := reference.New(document, src, dialect.JSON)
	if pointer, ok := x.Find(uri); ok && pointer != "" {
		if v, ok := structure.Find(src, dialect.JSON, pointer); ok {
			s := spotOf(&v)
			lines := text.New(src, r.Encoding)
			found.Range = protocol.Range{Start: lines.Position(s.Begin), End: lines.Position(s.End)}
		}
	}
	return found
}
