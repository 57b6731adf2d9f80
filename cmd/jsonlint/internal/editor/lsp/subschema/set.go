package subschema

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/reference"
)

// A Set is a schema, with the schemas to which it refers. It must not be used concurrently.
type Set struct {
	load  func(uri string) ([]byte, error)
	root  *source
	known map[string]*source // by URI without fragment; nil for those that cannot be loaded
	found map[string]Schema  // by URI; what cannot be found is a missing value
	steps int                // that are left

	strict           bool // only schemas that certainly apply to a value count
	asked, mentioned bool // see Mentions

	// What Deprecated remembers.
	once     int            // how many steps have been spent on what need not be done again
	walk     *node          // for the document, or nil
	nodes    int            // see mostNodes
	barren   map[place]bool // the schemas that lead to no deprecated value
	searched int            // see mostSearched
	key      []byte         // used again by expansion
	path     []answered     // used again by expansionOf
	object   object
}

// Limits of what a Set examines.
const (
	mostSteps   = 20_000 // schemas for each question
	mostSources = 100    // documents
	mostFound   = 10_000 // references whose places are remembered
)

// New returns the schema with the given URI and text. The function load returns the texts of the schemas with other URIs, when they are
// needed. The texts must not change.
func New(uri string, text []byte, load func(uri string) ([]byte, error)) (*Set, error) {
	root, err := parse(uri, text)
	if err != nil {
		return nil, err
	}
	return &Set{load: load, root: root, known: map[string]*source{}, found: map[string]Schema{}}, nil
}

// resolve returns the schema to which a reference in s leads.
func (set *Set) resolve(s Schema, ref string) (Schema, bool) {
	uri, err := reference.Join(s.in.index.Base(int(s.Offset())), ref)
	if err != nil {
		return Schema{}, false
	}
	found, known := set.found[uri]
	if !known {
		found = set.find(s.in, uri)
		if len(set.found) < mostFound {
			set.found[uri] = found
		}
	}
	return found, found.Exists()
}

// find finds the schema with a URI, to which the document in refers.
func (set *Set) find(in *source, uri string) Schema {
	if !in.index.Has(uri) {
		if in = set.source(uri); in == nil {
			return Schema{}
		}
	}
	pointer, ok := in.index.Find(uri)
	if !ok {
		return Schema{}
	}
	before := set.steps
	set.spend(in.size / 1000) // a lookup compares the names of members
	set.once += before - set.steps
	v, err := in.doc.Root().Lookup(pointer)
	if err != nil {
		return Schema{}
	}
	return Schema{v, in}
}

// spend counts a step, or several if n members are compared.
func (set *Set) spend(n int) { set.steps -= 1 + n/64 }

// source returns the document with a URI, or nil.
func (set *Set) source(uri string) *source {
	if set.root.index.Has(uri) {
		return set.root
	}
	uri = withoutFragment(uri)
	if in, known := set.known[uri]; known {
		return in
	}
	var first *source
	for _, in := range set.known { // the part of a document may have a URI of its own
		if in != nil && in.index.Has(uri) && (first == nil || in.number < first.number) {
			first = in
		}
	}
	if first != nil {
		return first
	}
	if set.load == nil || len(set.known) >= mostSources {
		return nil
	}
	set.known[uri] = nil
	text, err := set.load(uri)
	if err != nil {
		return nil
	}
	in, err := parse(uri, text)
	if err != nil {
		return nil // the check reports it
	}
	in.number = len(set.known)
	set.known[uri] = in
	return in
}
