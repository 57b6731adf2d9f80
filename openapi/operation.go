package openapi

import (
	"path"
	"strings"

	"github.com/assayjson/assay/openapi/internal/param"
	"github.com/assayjson/assay/openapi/internal/passing"
)

// An Operation is a method of a path.
type Operation struct {
	Method  string // in upper case
	Path    string // the template, such as /pets/{id}
	ID      string // the operationId, or ""
	File    string // where the operation is: the file and the JSON Pointer in it
	Pointer string

	// Security lists the alternatives of security schemes that the operation requires. It is empty if it requires none.
	Security []Requirement

	parameters []*parameter
	body       *body // nil if no request body is described
	responses  map[string]*reply
	template   template
	bases      []string // the paths that may precede Path, without a slash at the end
}

// A Requirement lists the security schemes that must all be fulfilled.
type Requirement []Scheme

// A Scheme is a security scheme with the scopes or roles that an operation requires.
type Scheme struct {
	Name   string // in the components, or the reference in the document (OpenAPI 3.2)
	Type   string // apiKey, http, mutualTLS, oauth2 or openIdConnect
	In     string // for apiKey: query, header or cookie
	Key    string // for apiKey: the name of the parameter, header or cookie
	Scheme string // for http: such as basic or bearer
	Scopes []string
}

// A parameter is a parameter of an operation.
type parameter struct {
	param.Param
	index  int // in the schemas of the document, or -1
	schema *checkedSchema
	node   node

	isReserved bool // "allowReserved"
	hasSlashes bool // in the path: escaped slashes are part of the value
}

// pathParameter returns the parameter for an expression of the path, or nil.
func (o *Operation) pathParameter(i int) *parameter {
	for _, p := range o.parameters {
		if p.In == param.Path && p.Name == o.template.names[i] {
			return p
		}
	}
	return nil
}

// A body is a request body.
type body struct {
	required bool
	isJSON   bool // without a Content-Type
	types    []*mediaType
}

// A reply is a response.
type reply struct {
	types   []*mediaType
	headers []*parameter
}

// A mediaType is one of the media types of a body.
type mediaType struct {
	pattern    string            // in lower case and without parameters, such as application/json or text/*
	parameters map[string]string // that a body must have, or nil
	format     format
	index      int // of the schema
	schema     *checkedSchema
	fields     []*parameter // of a form
}

// A format is how the content of a body is checked.
type format uint8

const (
	unchecked format = iota
	oneDocument
	lines    // NDJSON
	sequence // RFC 7464
	form     // application/x-www-form-urlencoded
)

// formatOf returns the format of a media type.
func formatOf(mediaType string) format {
	switch framing, ok := passing.FramingOf(mediaType); {
	case mediaType == formType:
		return form
	case !ok:
		return unchecked
	case framing == passing.Lines:
		return lines
	case framing == passing.Sequence:
		return sequence
	}
	return oneDocument
}

// matches reports whether a media type is one that the pattern means, and how exactly: 4 for the same type with parameters, 3 for the
// same type, 2 for one such as text/*, 1 for */*, and 0 if it is not.
func (m *mediaType) matches(mediaType string, parameters map[string]string) int {
	for name, value := range m.parameters {
		if parameters[name] != value && name != "charset" {
			return 0
		}
	}
	isLike, _ := path.Match(m.pattern, mediaType)
	switch {
	case m.pattern == mediaType && len(m.parameters) > 0:
		return 4
	case m.pattern == mediaType:
		return 3
	case m.pattern == "*/*":
		return 1
	case isLike:
		return 2
	}
	return 0
}

// choose returns the most exact of the types that match a media type, or nil.
func choose(types []*mediaType, mediaType string, parameters map[string]string) (best *mediaType) {
	most := 0
	for _, t := range types {
		if n := t.matches(mediaType, parameters); n > most {
			best, most = t, n
		}
	}
	return best
}

// A template is a path template, split at its expressions: literal, name, literal, name, literal.
type template struct {
	literals []string // one more than names; with escapes as in URLs
	names    []string
}

// parseTemplate splits a path template. The problem is what is wrong with it, or "".
func parseTemplate(path string) (t template, problem string) {
	rest := path
	for {
		literal, after, found := strings.Cut(rest, "{")
		if strings.Contains(literal, "}") {
			return t, `has a "}" without a "{"`
		}
		t.literals = append(t.literals, literal)
		if !found {
			return t, ""
		}
		name, after, found := strings.Cut(after, "}")
		switch {
		case !found:
			return t, `has a "{" without a "}"`
		case name == "" || strings.ContainsAny(name, "{/"):
			return t, `has an expression that is not a name`
		case literal == "" && len(t.names) > 0:
			return t, `has two expressions with nothing between them`
		}
		for _, other := range t.names {
			if other == name {
				return t, "has the expression {" + name + "} twice"
			}
		}
		t.names = append(t.names, name)
		rest = after
	}
}

// shape returns the template with the names left out. Two templates with the same shape cannot be told apart.
func (t template) shape() string { return strings.Join(t.literals, "{}") }
