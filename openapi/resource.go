package openapi

import (
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/assayjson/assay/openapi/internal/grammar"
	"github.com/assayjson/assay/openapi/internal/source"
	"github.com/assayjson/assay/tokenizer"
)

// A resource is what has a URI of its own: a file, or a schema with an "$id" in it. References in a resource are relative to its URI.
type resource struct {
	node
	uri     *url.URL        // without a fragment
	around  *resource       // nil for a file
	anchors map[string]node // the schemas with "$anchor" and "$dynamicAnchor"
}

// folder is the scheme of the URIs of files that have no other URI.
const folder = "folder"

// index finds the resources in a file. The URI of a file may be in "$self" (OpenAPI 3.2) or, if the file is a schema, in "$id".
func (l *loader) index(f *source.File) {
	root := node{f, f.Root}
	r := &resource{node: root, uri: &url.URL{Scheme: folder, Path: "/" + f.Name}, anchors: map[string]node{}}
	l.resources[f] = []*resource{r}
	if l.version == grammar.V30 {
		return
	}
	for _, name := range []string{"$self", "$id"} {
		if u, err := url.Parse(root.member(name).text()); err == nil && *u != (url.URL{}) && (name == "$id" || l.version == grammar.V32) {
			r.uri = withoutFragment(r.uri.ResolveReference(u))
			l.register(r)
		}
	}
	l.indexIn(root, r, false)
}

func withoutFragment(u *url.URL) *url.URL {
	u.Fragment, u.RawFragment = "", ""
	return u
}

func (l *loader) register(r *resource) {
	if uri := r.uri.String(); l.byURI[uri] == nil {
		l.byURI[uri] = r
	}
}

// areNamed are the members of objects in a document and of schemas whose values have names of their own, which are no keywords.
var areNamed = map[string]bool{
	"properties": true, "patternProperties": true, "dependentSchemas": true, "dependencies": true, "$defs": true, "definitions": true,
	"schemas": true, "responses": true, "parameters": true, "requestBodies": true, "headers": true, "mediaTypes": true, "pathItems": true,
	"content": true, "paths": true, "callbacks": true, "webhooks": true, "additionalOperations": true,
}

// areData are the members that contain no schemas, whatever is in them.
var areData = map[string]bool{"enum": true, "const": true, "default": true, "example": true, "examples": true}

// indexIn finds the resources and anchors in a value of a resource. The members of one that is named are not keywords.
func (l *loader) indexIn(n node, r *resource, isNamed bool) {
	for _, v := range n.Elements() {
		l.indexIn(node{n.file, v}, r, false)
	}
	if !isNamed {
		r = l.indexSchema(n, r)
	}
	for name, v := range n.Members() {
		if text := name.String(); isNamed || !areData[text] {
			l.indexIn(node{n.file, v}, r, !isNamed && areNamed[text])
		}
	}
}

// indexSchema notes the anchors of a schema, and returns the resource to which it belongs: itself if it has an "$id".
func (l *loader) indexSchema(n node, r *resource) *resource {
	id := n.member("$id").text()
	anchor, isAnchor := strings.CutPrefix(id, "#") // before draft 2019-09
	if u, err := url.Parse(id); err == nil && id != "" && !isAnchor && n.position() != (node{n.file, n.file.Root}).position() {
		r = &resource{node: n, uri: withoutFragment(r.uri.ResolveReference(u)), around: r, anchors: map[string]node{}}
		l.resources[n.file] = append(l.resources[n.file], r)
		l.register(r)
	}
	for _, name := range []string{anchor, n.member("$anchor").text(), n.member("$dynamicAnchor").text()} {
		if _, ok := r.anchors[name]; !ok && name != "" {
			r.anchors[name], l.hasAnchors = n, true
		}
	}
	return r
}

// resourceOf returns the resource to which a value belongs.
func (l *loader) resourceOf(n node) *resource {
	all := l.resources[n.file]
	i := sort.Search(len(all), func(i int) bool { return all[i].Offset() > n.Offset() })
	r := all[max(i-1, 0)]
	for r.around != nil && n.Offset() >= r.Offset()+int64(len(r.Raw())) {
		r = r.around
	}
	return r
}

// isElsewhere is the problem of a reference to something that is in none of the files.
const isElsewhere = "is not in a file; nothing is downloaded"

// resolve returns the value to which a reference at a place leads, or why there is none. A value of a file that cannot be read is missing,
// and the file is reported by itself.
func (l *loader) resolve(at node, ref string) (n node, problem string) {
	u, err := url.Parse(ref)
	if err != nil {
		return node{}, "is not a URL"
	}
	r, problem := l.target(l.resourceOf(at), u)
	if r == nil {
		return node{}, problem
	}
	if isAnchor(u) {
		n, ok := r.anchors[u.Fragment]
		if !ok {
			problem = "does not exist"
		}
		return n, problem
	}
	v, err := r.Lookup(u.Fragment)
	if err != nil {
		problem = "does not exist"
	}
	return node{r.file, v}, problem
}

// isAnchor reports whether the fragment of a reference is an anchor, not a JSON Pointer.
func isAnchor(u *url.URL) bool { return u.Fragment != "" && u.Fragment[0] != '/' }

// target returns the resource to which a reference in another one leads, or why there is none.
func (l *loader) target(from *resource, u *url.URL) (r *resource, problem string) {
	if u.Scheme == "" && u.Host == "" && u.Path == "" {
		return from, ""
	}
	to := withoutFragment(from.uri.ResolveReference(u))
	if r := l.byURI[to.String()]; r != nil {
		return r, ""
	}
	name := nameOf(from, u, to)
	switch {
	case name == "":
		return nil, isElsewhere
	case !fs.ValidPath(name):
		return nil, "is outside of the folder that may be read"
	}
	f := l.open(name)
	if f == nil {
		return nil, "" // it has been reported
	}
	return l.resources[f][0], ""
}

// nameOf returns the name of the file to which a reference leads, or "". If a file has a URI in it, the others are beside it as their
// URIs are.
func nameOf(from *resource, u, to *url.URL) string {
	isWhole := from.around == nil
	switch {
	case isWhole && u.Scheme == "" && u.Host == "" && u.Path[0] != '/':
		return path.Join(path.Dir(from.file.Name), u.Path)
	case isWhole && to.Scheme == from.uri.Scheme && to.Host == from.uri.Host:
		if way, err := filepath.Rel(path.Dir(from.uri.Path), to.Path); err == nil {
			return path.Join(path.Dir(from.file.Name), filepath.ToSlash(way))
		}
	case to.Scheme == folder:
		return strings.TrimPrefix(to.Path, "/")
	}
	return ""
}

// refer returns the value to which a reference leads, and adds a mistake if there is none.
func (l *loader) refer(ref node) (node, bool) {
	if ref.Kind() != tokenizer.String {
		l.add(ref.file, ref.Value, "a reference must be a string")
		return node{}, false
	}
	target, problem := l.resolve(ref, ref.String())
	if problem != "" {
		l.add(ref.file, ref.Value, "refers to %s, which %s", ref.String(), problem)
		return node{}, false
	}
	return target, target.Exists()
}
