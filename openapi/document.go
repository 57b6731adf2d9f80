package openapi

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/assayjson/assay/openapi/internal/grammar"
	"github.com/assayjson/assay/openapi/internal/param"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/tokenizer"
)

// A Document is an OpenAPI document that is ready for checks. Multiple goroutines may use it at the same time. [Load] makes Documents.
// The zero Document has no operations.
type Document struct {
	// Version is the minor version of OpenAPI, such as 3.1.
	Version string

	// Operations are in the order of the document. They must not be changed.
	Operations []*Operation

	// Mistakes are those that [Options].Tolerate has accepted.
	Mistakes []Mistake

	// Warnings list what is valid but has no effect, and was probably not meant: misspelt keywords in schemas of OpenAPI 3.1 and 3.2, at most
	// [MaxMistakes]. A schema may have keywords that nobody knows.
	Warnings []Mistake

	routes  *routes
	any     *Operation // for all requests, if not nil
	bundles []*bundle
}

// Options say how a document is read.
type Options struct {
	// Tolerate reports whether a document may have a mistake. A reference or schema that is wrong is then treated as if it allowed
	// everything. If Tolerate is nil, or if there are more than 10,000 mistakes, Load returns them as an error.
	Tolerate func(Mistake) bool

	// BasePath is the path before all paths of the document. If it is "", it is that of any of the servers of an operation, such as /v1
	// for https://example.com/v1, if there are servers. A BasePath of / means that there is nothing before the paths.
	BasePath string

	// AllowReadOnly accepts properties in requests that are readOnly, and in responses that are writeOnly. The specification of OpenAPI
	// 3.0 says that they should not be sent; without this option, they are refused. It has no effect for other versions.
	AllowReadOnly bool

	// AllowNull accepts null for all schemas that are nullable. The specification of OpenAPI 3.0 says that nullable has an effect only
	// beside a type, that an enum must list null, and that everything beside $ref is ignored, but many documents are written otherwise.
	// It has no effect for other versions.
	AllowNull bool

	// Schema has settings for schemas: AssertFormat, AssertContent, PatternTimeout, MaxSteps and MaxFindings, which is [MaxFindings] + 1 by
	// default. In documents of OpenAPI 3.0, formats are always checked.
	Schema schema.Compiler
}

// Load reads the document in a file of fsys, such as an [os.DirFS] or [os.Root.FS] of the folder with the document, and the files to
// which it refers. Nothing else is read, and nothing is downloaded. Files whose names end with .yaml or .yml are YAML; others are JSON if
// they begin with a bracket, and otherwise YAML.
//
// If the document has mistakes, the error is an [*Error], which lists them.
func Load(fsys fs.FS, name string, opts Options) (*Document, error) {
	l := newLoader(fsys)
	root := l.load(name)
	d := &Document{Version: l.version.String(), Warnings: l.warnings()}
	if l.version == 0 || root.Kind() != tokenizer.BeginObject {
		return nil, l.failure()
	}
	r := &reader{loader: l, root: root, shapes: shapes{l, map[position]*param.Shape{}}, ids: map[string]bool{}, templates: map[string]string{}, basePath: opts.BasePath}
	d.bundles = r.bundles(opts)
	d.Operations = r.operations()
	d.routes = newRoutes(d.Operations)
	compile := opts.Schema
	compile.AssertFormat = compile.AssertFormat || l.version == grammar.V30
	if compile.MaxFindings <= 0 {
		compile.MaxFindings = MaxFindings + 1 // shows that there are more; each may have a pointer as long as the message
	}
	compile.Options = append(slices.Clip(compile.Options), tokenizer.MaxDepth(schema.DefaultMaxDepth))
	for _, b := range d.bundles {
		if len(b.used) > 0 || b == r.requests.bundle {
			if err := b.compile(compile, opts.Tolerate != nil); err != nil {
				l.list = append(l.list, Mistake{File: name, Message: "the schemas cannot be compiled: " + err.Error()})
				return nil, l.failure()
			}
		}
	}
	if opts.Tolerate != nil && !l.areMany {
		all := slices.Clone(l.list)
		if l.list = slices.DeleteFunc(l.list, opts.Tolerate); len(l.list) == 0 {
			d.Mistakes = (&mistakes{list: all}).sorted()
		}
	}
	if err := l.failure(); err != nil {
		return nil, err
	}
	d.connect(r.requests, r.responses)
	return d, nil
}

// AnyAPI returns a document for an API about which nothing is known. Every request and every response fits it, unless the body should be
// JSON and is not, or has an object with two members of the same name, or unless the Content-Type is malformed. A request body without a
// Content-Type should be JSON. The document has one [Operation], with the Method and the Path "*".
func AnyAPI() *Document {
	content := []*mediaType{{pattern: "*/*", format: oneDocument, index: -1}}
	o := &Operation{
		Method: "*", Path: "*", body: &body{types: content, isJSON: true},
		responses: map[string]*reply{"default": {types: content}},
	}
	return &Document{Operations: []*Operation{o}, any: o}
}

// bundles makes the bundles of a document: for requests and for responses, and for each of them one whose schemas only explain. Only in
// OpenAPI 3.0 may schemas mean something else in requests than in responses.
func (r *reader) bundles(opts Options) []*bundle {
	draft := schema.Draft4
	if r.version != grammar.V30 {
		draft = r.dialect()
	}
	var all []*bundle
	add := func(towards direction, areTagged bool) *bundle {
		b := newBundle(r.loader, towards, draft, areTagged)
		b.allowsFlagged, b.allowsNull = opts.AllowReadOnly, opts.AllowNull
		b.write()
		all = append(all, b)
		return b
	}
	both := func(towards direction) schemas {
		s := schemas{bundle: add(towards, false)}
		if r.hasTags {
			s.tagged = add(towards, true)
		}
		return s
	}
	r.requests = both(request)
	r.responses = r.requests
	if r.version == grammar.V30 && r.hasDirections {
		r.responses = both(response)
	}
	return all
}

// schemas are the schemas of messages in one direction.
type schemas struct {
	*bundle
	tagged *bundle // nil if there are no discriminators
}

// use makes sure that a schema is compiled, and returns its number.
func (s schemas) use(n node) int {
	if s.tagged != nil {
		s.tagged.use(n)
	}
	return s.bundle.use(n)
}

// A checkedSchema is a schema with another one that only explains why a value does not fit: in it, discriminators choose alternatives.
type checkedSchema struct {
	*schema.Schema
	tagged *schema.Schema // nil if there are no discriminators
}

// plain returns the schema that decides, or nil if c is nil.
func (c *checkedSchema) plain() *schema.Schema {
	if c == nil {
		return nil
	}
	return c.Schema
}

// Check returns the findings of the schema that explains, if it has some.
func (c *checkedSchema) Check(data []byte) ([]contract.Finding, error) {
	found, err := c.Schema.Check(data)
	if len(found) > 0 && err == nil && c.tagged != nil {
		if better, err := c.tagged.Check(data); err == nil && len(better) > 0 {
			return better, nil
		}
	}
	return found, err
}

// compiled returns the schema with a number that use has returned, or nil if there is none.
func (s schemas) compiled(i int) *checkedSchema {
	plain := s.bundle.compiled(i)
	if plain == nil {
		return nil
	}
	c := &checkedSchema{Schema: plain}
	if s.tagged != nil {
		c.tagged = s.tagged.compiled(i)
	}
	return c
}

// dialects are the values of jsonSchemaDialect that are known. The dialects of OpenAPI are those of 2020-12 with annotations.
var dialects = map[string]schema.Draft{
	"": schema.Draft2020, "https://json-schema.org/draft/2020-12/schema": schema.Draft2020, "https://json-schema.org/draft/2019-09/schema": schema.Draft2019,
	"http://json-schema.org/draft-07/schema": schema.Draft7, "http://json-schema.org/draft-06/schema": schema.Draft6, "http://json-schema.org/draft-04/schema": schema.Draft4,
}

// oasDialect begins the URLs of the dialects of OpenAPI.
const oasDialect = "https://spec.openapis.org/oas/3."

// dialect returns the draft of schemas without "$schema".
func (r *reader) dialect() schema.Draft {
	name := r.root.member("jsonSchemaDialect")
	text := strings.TrimSuffix(name.text(), "#")
	if draft, ok := dialects[text]; ok {
		return draft
	}
	if !strings.HasPrefix(text, oasDialect) {
		r.add(name.file, name.Value, "this dialect of JSON Schema is not known")
	}
	return schema.Draft2020
}

// connect gives the compiled schemas to the operations.
func (d *Document) connect(requests, responses schemas) {
	for _, o := range d.Operations {
		for _, p := range o.parameters {
			p.schema = requests.compiled(p.index)
		}
		if o.body != nil {
			for _, m := range o.body.types {
				m.schema = requests.compiled(m.index)
			}
		}
		for _, reply := range o.responses {
			for _, m := range reply.types {
				m.schema = responses.compiled(m.index)
			}
			for _, h := range reply.headers {
				h.schema = responses.compiled(h.index)
			}
		}
	}
}

// location converts the location of a keyword in a bundle to FILE#POINTER.
func (d *Document) location(location string) string {
	for _, b := range d.bundles {
		if strings.HasPrefix(location, b.url+"#") {
			return b.location(location)
		}
	}
	return location
}
