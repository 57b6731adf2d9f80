package schema

import (
	"net/url"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A leaf is an error from the engine that is not merely the consequence of other errors. It becomes
// a finding.
type leaf struct {
	path   []string // the path of the value in the document
	atName bool     // the place to report is the name of the member at path
	ofName bool     // the message is about that name
	first  []string // for "uniqueItems": the path of the earlier of the two equal items

	at      span // the position in the document; set by locate
	related span // the position of the earlier of two equal items; set by locate

	schema  string // the URL and location of the schema that rejected the value
	below   string // the path from that schema to the keyword; empty for the schema itself
	keyword string

	kind         any    // an error kind of the engine or of this package
	subject      string // the missing member
	alternatives int    // if this leaf belongs to the closest of several alternatives, the number of these alternatives; otherwise 0
}

// newLeaf converts an error to a leaf. The keyword is "" if the schema itself rejected the value.
func newLeaf(e *jsonschema.ValidationError, keyword string) leaf {
	return leaf{path: e.InstanceLocation, schema: e.SchemaURL, below: keyword, keyword: keyword, kind: e.ErrorKind}
}

// newLeafOf converts an error to a leaf. The value of the keyword is an object with an entry for
// member, and the leaf refers to that entry.
func newLeafOf(e *jsonschema.ValidationError, keyword, member string) leaf {
	l := newLeaf(e, keyword)
	l.below += "/" + url.PathEscape(escapeToken(member))
	return l
}

// location returns the location of the keyword in the schema.
func (l leaf) location() string {
	switch {
	case l.schema == "":
		return ""
	case l.below == "":
		return nameOf(l.schema)
	}
	return nameOf(l.schema + "/" + l.below)
}

// A span is the part [begin, end) of a document.
type span struct{ begin, end int }
