package reference

import (
	"bytes"
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/structure"
	"github.com/assayjson/assay/dialect"
)

// An Index has the URIs of the parts of a schema. It does not change, so several goroutines may use it.
type Index struct {
	root   string
	bases  map[string]string // the URIs of schemas by their JSON Pointers
	places map[string]string // the JSON Pointers of schemas by their URIs, with anchors as fragments
	parts  []part            // ordered by their beginnings
}

// A part is a schema that has a URI of its own. Two parts are disjoint, or one contains the other.
type part struct {
	structure.Span
	uri    string
	around int // the index of the smallest part that contains it; -1 if there is none
}

// Limits of what an Index has, for hostile schemas. What is beyond them is not found.
const (
	mostMarks   = 20_000
	deepestMark = 200
	longestURI  = 2000 // in bytes
	longestPath = 2000 // in bytes: all names around a mark, as they are written
)

// A mark is an $id or an anchor.
type mark struct {
	pointer  string // of the schema
	text     string
	isAnchor bool
	begin    int // of the schema
}

// New returns the index of the schema with the given URI. The fragment of the URI does not count. The time is linear in the
// length of the text.
func New(uri string, src []byte, d dialect.Dialect) *Index {
	uri, _, _ = strings.Cut(uri, "#")
	x := &Index{root: uri, bases: map[string]string{"": uri}, places: map[string]string{uri: ""}}
	marks, ends := collect(src, d)
	slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Compare(len(a.pointer), len(b.pointer)) })
	for _, m := range marks {
		if m.isAnchor || strings.HasPrefix(m.text, "#") {
			continue
		}
		around := x.root
		if m.pointer != "" {
			around = x.base(parent(m.pointer))
		}
		if id, err := Join(around, m.text); err == nil && len(id) <= longestURI {
			id, _, _ = strings.Cut(id, "#")
			x.bases[m.pointer] = id
			x.add(id, m.pointer)
			x.parts = append(x.parts, part{structure.Span{Begin: m.begin, End: ends[m.begin]}, id, -1})
		}
	}
	x.nest()
	for _, m := range marks {
		if name, isOld := strings.CutPrefix(m.text, "#"); m.isAnchor || isOld { // "$id": "#a" is an anchor up to draft 7
			x.add(x.base(m.pointer)+"#"+name, m.pointer)
		}
	}
	return x
}

// nest orders the parts and finds out which part contains which.
func (x *Index) nest() {
	slices.SortStableFunc(x.parts, func(a, b part) int { return cmp.Compare(a.Begin, b.Begin) })
	around := -1
	for i := range x.parts {
		for around >= 0 && x.parts[around].End <= x.parts[i].Begin {
			around = x.parts[around].around
		}
		x.parts[i].around, around = around, i
	}
}

// add adds a place. Of several with the same URI, the first one counts.
func (x *Index) add(uri, pointer string) {
	if _, exists := x.places[uri]; !exists {
		x.places[uri] = pointer
	}
}

// collect returns the marks of a schema in the order of the text, and the ends of the schemas by their beginnings.
func collect(src []byte, d dialect.Dialect) (marks []mark, ends map[int]int) {
	ends = map[int]int{}
	isOld := usesID(src)
	if !isOld && !bytes.Contains(src, []byte("$id")) && !bytes.Contains(src, []byte("nchor")) {
		return nil, ends // as in most documents that are not schemas
	}
	w := &structure.Walk{Src: src, Dialect: d}
	w.Leave = func(v *structure.Value) bool {
		if _, isMarked := ends[v.Begin]; isMarked {
			ends[v.Begin] = v.End
		}
		return true
	}
	w.Scalar = func(v *structure.Value) bool {
		if v.Kind != dialect.String || v.Name.End == 0 || len(w.Open) > deepestMark || v.End-v.Begin > longestURI {
			return true
		}
		m := mark{}
		switch name(src[v.Name.Begin:v.Name.End]) {
		case "$id":
		case "id":
			if !isOld {
				return true
			}
		case "$anchor", "$dynamicAnchor":
			m.isAnchor = true
		default:
			return true
		}
		if len(marks) < mostMarks && lengthOf(w.Open) <= longestPath {
			m.text, m.pointer, m.begin = w.Text(v.Span), parent(w.Pointer(v)), w.Open[len(w.Open)-1].Begin
			marks = append(marks, m)
			ends[m.begin] = len(src)
		}
		return true
	}
	w.Run()
	return marks, ends
}

// lengthOf returns the length in bytes of the names of containers.
func lengthOf(containers []structure.Value) (n int) {
	for i := range containers {
		n += containers[i].Name.End - containers[i].Name.Begin
	}
	return n
}

// name returns a name without its quotation marks, or "" if it is long.
func name(raw []byte) string {
	if len(raw) > len(`"$dynamicAnchor"`) {
		return ""
	}
	return string(bytes.Trim(raw, `"'`))
}

// usesID reports whether a schema names a draft in which the keyword is "id".
func usesID(src []byte) bool {
	return bytes.Contains(src, []byte("json-schema.org/draft-04/")) || bytes.Contains(src, []byte("json-schema.org/draft-03/"))
}

// parent returns the JSON Pointer without its last part.
func parent(pointer string) string { return pointer[:max(strings.LastIndexByte(pointer, '/'), 0)] }

// Base returns the URI against which a reference at an offset is resolved.
func (x *Index) Base(offset int) string {
	i, isPart := slices.BinarySearchFunc(x.parts, offset, func(p part, at int) int { return cmp.Compare(p.Begin, at) })
	if !isPart {
		i--
	}
	for i >= 0 && x.parts[i].End <= offset {
		i = x.parts[i].around
	}
	if i < 0 {
		return x.root
	}
	return x.parts[i].uri
}

// base returns the URI against which references in the schema at a JSON Pointer are resolved.
func (x *Index) base(pointer string) string {
	for {
		if uri, ok := x.bases[pointer]; ok {
			return uri
		}
		pointer = parent(pointer)
	}
}

// Find returns the JSON Pointer to which an absolute URI leads in this document. If ok is false, the URI does not name a part
// of the document. The pointer may lead nowhere.
func (x *Index) Find(uri string) (pointer string, ok bool) {
	document, fragment, _ := strings.Cut(uri, "#")
	if fragment, err := url.PathUnescape(fragment); err == nil && (fragment == "" || fragment[0] == '/') {
		pointer, ok = x.places[document]
		return pointer + fragment, ok
	}
	pointer, ok = x.places[uri]
	return pointer, ok
}

// Has reports whether the document, or a part of it, has the URI, regardless of its fragment.
func (x *Index) Has(uri string) bool {
	uri, _, _ = strings.Cut(uri, "#")
	_, ok := x.places[uri]
	return ok
}

// Join resolves a reference against an absolute URI (RFC 3986, section 5).
func Join(base, ref string) (string, error) {
	b, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	r, err := b.Parse(ref)
	if err != nil {
		return "", err
	}
	return r.String(), nil
}
