package openapi

import (
	"cmp"
	"net/url"
	"slices"
	"sort"
	"strings"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/openapi/internal/grammar"
	"github.com/assayjson/assay/openapi/internal/source"
)

// definitions returns the roots that are written, by files. One in another one is not written again, except in OpenAPI 3.0, where a schema
// and a property with that schema are not the same.
func (b *bundle) definitions() []node {
	index := map[*source.File]int{}
	for _, root := range b.roots {
		if _, ok := index[root.file]; !ok {
			index[root.file] = len(index)
		}
	}
	all := slices.DeleteFunc(slices.Clone(b.roots), func(n node) bool { return b.version != grammar.V30 && b.nested[n.position()] })
	slices.SortStableFunc(all, func(a, b node) int {
		return cmp.Or(cmp.Compare(index[a.file], index[b.file]), cmp.Compare(a.Offset(), b.Offset()))
	})
	return slices.CompactFunc(all, func(a, b node) bool { return a.position() == b.position() })
}

// pointer returns the JSON Pointer of a definition in b.
func (b *bundle) pointer(root node) string {
	if b.hasAnchors {
		return "/" + b.defs + "/" + escape(root.file.Name+"#") + "/" + b.defs + "/" + escape(root.Pointer())
	}
	return "/" + b.defs + "/" + escape(root.file.Name+"#"+root.Pointer())
}

// pointerTo returns the JSON Pointer of a schema in b. It is a definition, or a part of one.
func (b *bundle) pointerTo(n node) string {
	if pointer, ok := b.places[n.position()]; ok {
		return pointer
	}
	best := node{}
	for _, root := range b.defined {
		if root.file == n.file && root.Offset() < n.Offset() && n.Offset() < root.Offset()+int64(len(root.Raw())) && (!best.Exists() || root.Offset() > best.Offset()) {
			best = root
		}
	}
	if !best.Exists() {
		return b.pointer(n) // does not exist
	}
	return b.places[best.position()] + strings.TrimPrefix(n.Pointer(), best.Pointer())
}

// escape writes a name as a reference token of a JSON Pointer (RFC 6901, section 3).
func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// uri returns the URI of a resource in b. Files have one if there are anchors.
func (b *bundle) uri(r *resource) string {
	if r.around != nil {
		return r.uri.String()
	}
	return b.url + (&url.URL{Path: "/file/" + r.file.Name}).String()
}

// isLost reports whether a schema is not written because one around it is wrong.
func (b *bundle) isLost(n node) bool {
	for pointer := n.Pointer(); len(b.invalid) > 0 && b.places[n.position()] == "" && pointer != ""; {
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
		v, _ := n.file.Root.Lookup(pointer)
		if n = (node{n.file, v}); b.invalid[n.position()] {
			return true
		}
	}
	return false
}

// written returns the JSON Pointers of the definitions to compile. Those of schemas that are not written allow everything.
func (b *bundle) written() []string {
	all := slices.Clone(b.used)
	for i, pointer := range all {
		if _, err := b.whole.Root().Lookup(pointer); err != nil {
			all[i] = "/" + b.defs + "/" + anything
		}
	}
	return all
}

// unescape reads a reference token of a JSON Pointer.
func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// location converts the location of a keyword in b, as findings have it, to FILE#POINTER.
func (b *bundle) location(location string) string {
	_, fragment, _ := strings.Cut(location, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return ""
	}
	n := b.origin(pointer)
	return n.file.Name + "#" + n.Pointer()
}

// origin returns the value in the files from which the value at a JSON Pointer in b comes.
func (b *bundle) origin(pointer string) node {
	v, err := b.whole.Root().Lookup(pointer)
	for err != nil && pointer != "" {
		pointer = pointer[:max(strings.LastIndexByte(pointer, '/'), 0)]
		v, err = b.whole.Root().Lookup(pointer)
	}
	at := int(v.Offset())
	i := sort.Search(len(b.marks), func(i int) bool { return b.marks[i].at > at }) - 1
	for i > 0 && !b.marks[i].Exists() {
		i--
	}
	if i < 0 {
		return node{b.files[b.main], b.files[b.main].Root}
	}
	m := b.marks[i]
	return inside(m.node, m.Offset()+int64(at-m.at))
}

// inside returns the value at an offset inside n, or n if there is none.
func inside(n node, offset int64) node {
	for next := n; next.Exists(); {
		if n = next; n.Offset() == offset {
			break
		}
		next = node{}
		child := func(v document.Value) bool {
			if v.Offset() <= offset && offset < v.Offset()+int64(len(v.Raw())) {
				next = node{n.file, v}
			}
			return next.Exists()
		}
		for _, v := range n.Elements() {
			if child(v) {
				break
			}
		}
		for _, v := range n.Members() {
			if child(v) {
				break
			}
		}
	}
	return n
}

// schemaAround returns the position of the innermost schema that contains a value, or is the value.
func (b *bundle) schemaAround(n node) position {
	for pointer := n.Pointer(); ; pointer = pointer[:strings.LastIndexByte(pointer, '/')] {
		v, _ := n.file.Root.Lookup(pointer)
		p := node{n.file, v}.position()
		if b.seen[seen{position: p}] || pointer == "" {
			return p
		}
	}
}
