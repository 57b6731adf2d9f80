package lsp

import (
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/reference"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/text"
	"github.com/assayjson/assay/dialect"
)

// mostReferences limits the references that are found.
const mostReferences = 2000

// A target is a value in a document, perhaps with values around it.
type target struct {
	path, uri string
	src       []byte
	dialect   dialect.Dialect
	index     *reference.Index
	pointer   string // to the value; those to the values around it are its beginnings
	shortest  int    // the length in bytes of the pointer to the outermost value that counts

	place string              // the pointer to the innermost value to which references have been found
	found []protocol.Location // these references
}

// includes reports whether a pointer leads to one of the values.
func (to *target) includes(pointer string) bool {
	rest, ok := strings.CutPrefix(to.pointer, pointer)
	return ok && len(pointer) >= to.shortest && (rest == "" || rest[0] == '/')
}

// add adds a reference to one of the values. Those to values around another one to which a reference has been found are not kept.
func (to *target) add(pointer string, from protocol.Location) {
	if len(pointer) > len(to.place) {
		to.place, to.found = pointer, to.found[:0]
	}
	if len(pointer) == len(to.place) && len(to.found) < mostReferences {
		to.found = append(to.found, from)
	}
}

// findReferences answers textDocument/references: it finds the references to the subschema at the cursor, or to the one that a reference
// at the cursor leads to. If nothing refers to it, those to the innermost subschema around it are found. They can be in the document, in
// the other open files, and in the schemas that the settings name.
func findReferences(t *task) (any, error) {
	var p protocol.ReferenceParams
	if err := t.read(&p); err != nil {
		return nil, err
	}
	w, err := t.walk()
	if err != nil {
		return nil, err
	}
	to := t.target(w, t.Offset(p.Position))
	if to == nil {
		return []protocol.Location{}, nil
	}
	t.addReferences(to, w)
	for _, file := range t.otherFiles() {
		if t.ctx.Err() != nil {
			break
		}
		t.addReferencesIn(to, file)
	}
	if len(to.found) > 0 && p.Context.IncludeDeclaration {
		return append([]protocol.Location{t.declaration(to, to.place)}, to.found...), nil
	}
	return append([]protocol.Location{}, to.found...), nil
}

// target returns what is at an offset, or nil.
func (t *task) target(w *structure.Walk, offset int) (to *target) {
	if w.Separator != 0 {
		return nil // schemas are not records
	}
	isReference := false
	t.eachReference(w, structure.Span{Begin: offset, End: offset}, func(at structure.Span, ref string) bool {
		isReference = true
		to = t.resolver(w).target(at, ref)
		return false
	})
	if isReference {
		return to
	}
	pointer, ok := t.innermost(w, offset)
	if !ok {
		return nil
	}
	to = t.newTarget(t.path, t.uri, w.Src, w.Dialect)
	to.pointer = pointer
	if strings.Count(pointer, "/") > 1 {
		to.shortest = 1 // the cursor is not in the schema itself, but in a part of it
	}
	return to
}

// newTarget returns a target without values.
func (t *task) newTarget(path, uri string, src []byte, d dialect.Dialect) *target {
	return &target{path: path, uri: uri, src: src, dialect: d, index: reference.New(uri, src, d)}
}

// target returns what a reference leads to, or nil.
func (r *resolver) target(at structure.Span, ref string) *target {
	r.enter(at)
	for _, uri := range r.resolve(at, ref) {
		if pointer, ok := r.index.Find(uri); ok {
			to := r.newTarget(r.path, r.uri, r.walk.Src, r.walk.Dialect)
			to.pointer, to.shortest = pointer, len(pointer)
			return to
		}
		path, ok := r.file(uri)
		if !ok {
			continue
		}
		src, err := r.textOf(path)
		if err != nil {
			continue
		}
		to := r.newTarget(path, r.uriOf(path), src, dialect.JSON)
		if pointer, ok := to.find(uri, r.library()); ok {
			to.pointer, to.shortest = pointer, len(pointer)
			return to
		}
	}
	return nil
}

// find returns the pointer to the value in the target that has an absolute URI, which may also be the URI by which the settings know the
// target.
func (to *target) find(uri string, l Library) (pointer string, ok bool) {
	if pointer, ok = to.index.Find(uri); ok || l == nil {
		return pointer, ok
	}
	document, fragment, _ := strings.Cut(uri, "#")
	if file, known := l.Locate(to.path, document); !known || file != to.path {
		return "", false
	}
	return to.index.Find(to.uri + "#" + fragment)
}

// uriOf returns the URI of a file: that in the editor if the file is open there.
func (t *task) uriOf(path string) string {
	if open, isOpen := t.others[path]; isOpen {
		return open.uri
	}
	return protocol.URI(path)
}

// otherFiles returns the paths of the files whose references are searched for, except that of the document.
func (t *task) otherFiles() (paths []string) {
	for path := range t.others {
		paths = append(paths, path)
	}
	if l := t.library(); l != nil {
		paths = append(paths, l.Known(t.path)...)
	}
	slices.Sort(paths)
	return slices.DeleteFunc(slices.Compact(paths), func(path string) bool { return path == t.path })
}

// addReferencesIn adds the references in another file.
func (t *task) addReferencesIn(to *target, path string) {
	other := *t
	other.path, other.uri = path, t.uriOf(path)
	if open, isOpen := t.others[path]; isOpen {
		other.Snapshot = open.Snapshot
	} else {
		src, err := t.textOf(path)
		if err != nil || len(src) > LargeText {
			return
		}
		other.Snapshot = text.New(src, t.Encoding).Snapshot()
	}
	if w, err := other.walk(); err == nil {
		other.addReferences(to, w)
	}
}

// addReferences adds the references in the document of the task.
func (t *task) addReferences(to *target, w *structure.Walk) {
	r := t.resolver(w)
	t.eachReference(w, structure.Span{Begin: 0, End: len(w.Src)}, func(at structure.Span, ref string) bool {
		r.enter(at)
		if pointer, ok := r.leadsTo(to, at, ref); ok && to.includes(pointer) {
			to.add(pointer, protocol.Location{URI: t.uri, Range: t.Range(at.Begin, at.End)})
		}
		return len(to.found) < mostReferences || len(to.place) < len(to.pointer)
	})
}

// leadsTo returns the pointer to the value in the target to which a reference leads.
func (r *resolver) leadsTo(to *target, at structure.Span, ref string) (pointer string, ok bool) {
	for _, uri := range r.resolve(at, ref) {
		if pointer, ok = r.index.Find(uri); ok {
			return pointer, r.path == to.path
		}
		if pointer, ok = to.find(uri, r.library()); ok {
			return pointer, true
		}
	}
	return "", false
}

// declaration returns the place of a value in the target.
func (t *task) declaration(to *target, pointer string) protocol.Location {
	l := protocol.Location{URI: to.uri}
	if v, ok := structure.Find(to.src, to.dialect, pointer); ok {
		s, lines := spotOf(&v), text.New(to.src, t.Encoding)
		l.Range = protocol.Range{Start: lines.Position(s.Begin), End: lines.Position(s.End)}
	}
	return l
}
