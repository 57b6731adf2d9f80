package model

import "errors"

// A Config has what a [Compiler] needs of others.
type Config struct {
	Draft         Draft // of schemas without "$schema"
	AssertFormat  bool
	AssertContent bool

	// Load returns the value of the document at a URL. It may be called several times for the same URL.
	Load func(url string) (any, error)

	// Validate reports whether a schema is valid against the metaschema of a dialect. If isWhole is set, the value is that of the
	// whole document. Otherwise, parts of it may have been replaced, because they are schemas of other dialects.
	Validate func(location string, value any, isWhole bool, d Dialect) bool

	Pattern    func(pattern string) (Regexp, error)
	Formats    map[string]*Format
	Encodings  map[string]*Decoder
	MediaTypes map[string]*MediaType
}

// A Compiler compiles schemas that may refer to each other. Each schema is compiled once, and only if it is reached.
type Compiler struct {
	Config
	Mistakes []Mistake // in a certain order, but not in that of the text

	documents map[string]*document
	patterns  map[string]Regexp
	reached   []*place // all that have a schema; compile visits them in this order
	done      int      // how many of them have been compiled
	isDynamic bool     // there are references that depend on the dynamic scope
	keyBytes  int      // the lengths of all keys of places
}

// mostKeyBytes limits the memory for the keys of places. A few long names around many schemas would need any amount.
const mostKeyBytes = 128 << 20

// NewCompiler returns a Compiler.
func NewCompiler(c Config) *Compiler {
	return &Compiler{Config: c, documents: map[string]*document{}, patterns: map[string]Regexp{}}
}

// A Mistake is why a schema cannot be compiled, except that it is not valid against its metaschema.
type Mistake struct {
	Kind
	Location string // of the schema with the mistake
	Keyword  string // the keyword with the mistake, if it is not the schema as a whole
	Name     string // for a pattern in "patternProperties": the pattern; for an equal id or anchor: that
	To       string // for a reference: the URL; for an equal id or anchor: the location of the other schema
	Err      error  // of an unreadable reference, a pattern or an unusable schema
}

// A Kind is a kind of mistake.
type Kind int

const (
	Missing    Kind = iota // a reference to something that does not exist
	Unreadable             // a reference to a document that cannot be read
	Pattern                // an invalid pattern
	EqualID                // an id that another schema in the document has
	EqualAnchor
	Unusable // anything else
)

func (c *Compiler) add(m Mistake) { c.Mistakes = append(c.Mistakes, m) }

// enqueue returns the schema at a place, which will be compiled.
func (c *Compiler) enqueue(p *place) *Schema {
	if p.schema == nil {
		p.schema = &Schema{Location: p.location()}
		c.reached = append(c.reached, p)
	}
	return p.schema
}

// at returns the place of a value that is a schema.
func (c *Compiler) at(d *document, key string, value any, r *resource) *place {
	p := d.places[key]
	if p == nil {
		p = &place{document: d, key: key, value: value, resource: r}
		d.places[key] = p
		isFirst := !c.isTooLong()
		if c.keyBytes += len(key); isFirst && c.isTooLong() {
			c.add(Mistake{Kind: Unusable, Location: d.url + "#", Err: errTooLong})
		}
	}
	return p
}

var errTooLong = errors.New("the names in it are too long")

// isTooLong reports whether there is too much to compile. Then there is a mistake, and no more schemas are looked for.
func (c *Compiler) isTooLong() bool { return c.keyBytes > mostKeyBytes }

// rootOf returns the root of a resource.
func (c *Compiler) rootOf(d *document, r *resource) *place {
	if p := d.places[r.key]; p != nil {
		return p
	}
	value, _, _ := d.find(r.key, "")
	return c.at(d, r.key, value, r)
}
