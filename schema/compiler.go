package schema

import (
	"io/fs"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/tokenizer"
)

// A Draft is a version of JSON Schema.
type Draft int

const (
	Draft4 Draft = iota + 1
	Draft6
	Draft7
	Draft2019 // 2019-09
	Draft2020 // 2020-12
)

// A Compiler reads schemas. Its zero value is of use; what is set must not change while a
// schema is compiled.
//
// A schema refers to others by URLs, relative ones included (RFC 3986, section 5). These are
// looked for in Resources, and relative references of a file in Files; the metaschemas of
// json-schema.org are built in. Nothing else is read, and nothing is fetched.
type Compiler struct {
	// Files has the files that schemas are in, such as [os.DirFS] or [os.Root.FS] of a
	// folder. It has the URL file:///: what .. would lead out of it stays there.
	Files fs.FS

	// Resources has schemas by the URL that others refer to them by, without #.
	Resources map[string][]byte

	// Draft is the version of schemas that have no "$schema": Draft2020, unless it is another
	// one of the constants.
	Draft Draft

	// AssertFormat checks "format" in all drafts.
	AssertFormat bool

	// AssertContent checks "contentEncoding", "contentMediaType" and "contentSchema".
	AssertContent bool

	// PatternTimeout is about how long one match of a pattern that needs backtracking may take,
	// to a tenth of a second; if it is not positive, that is [DefaultPatternTimeout].
	PatternTimeout time.Duration

	// MaxFindings is how many findings [Schema.Check] returns at most: the first ones.
	// Without it, that is [DefaultMaxFindings].
	MaxFindings int

	// Options say what documents must be besides JSON, and how deep they may nest. They
	// don't apply to schemas.
	Options []tokenizer.Option
}

// Compile reads a schema in data, in the way of a [Compiler] without anything set. The name
// is that of a file, or a URL; it is what findings call the schema. The error is an [*Error].
func Compile(name string, data []byte) (*Schema, error) {
	return new(Compiler).Compile(name, data)
}

// CompileFile reads a schema from c.Files. The error is an [*Error].
func (c *Compiler) CompileFile(name string) (*Schema, error) {
	s := newSources(c)
	data, err := s.readFile(name)
	if err != nil {
		return nil, &Error{Name: name, Err: err}
	}
	return c.compile(s, urlOfFile(name), data)
}

// Compile reads a schema in data. The name is a path in c.Files, though no file of that name
// must exist, or a URL: relative references begin there. The error is an [*Error].
func (c *Compiler) Compile(name string, data []byte) (*Schema, error) {
	return c.compile(newSources(c), urlOf(name), data)
}

// compile compiles data, which is at a URL.
func (c *Compiler) compile(s *sources, at string, data []byte) (*Schema, error) {
	if err := s.add(at, data); err != nil {
		return nil, err
	}
	engine := c.engine(s)
	compiled, err := compileWith(engine, at)
	if err != nil {
		return nil, s.explain(err)
	}
	reached := append(s.anchored(engine), compiled)
	mend(reached...)
	assertRegex(reached...)
	return &Schema{
		compiled:    compiled,
		maxFindings: c.maxFindings(),
		options:     withDepth(c.Options),
	}, nil
}

func (c *Compiler) maxFindings() int {
	if c.MaxFindings <= 0 {
		return DefaultMaxFindings
	}
	return c.MaxFindings
}

// withDepth puts the limit of this package before options, which may have another.
func withDepth(opts []tokenizer.Option) []tokenizer.Option {
	return append([]tokenizer.Option{tokenizer.MaxDepth(DefaultMaxDepth)}, opts...)
}

// engine returns the engine's compiler.
func (c *Compiler) engine(s *sources) *jsonschema.Compiler {
	engine := jsonschema.NewCompiler()
	engine.UseLoader(s)
	engine.DefaultDraft(c.draft())
	engine.UseRegexpEngine(c.compilePattern)
	engine.RegisterContentMediaType(mediaTypeJSON)
	registerFormats(engine)
	if c.AssertFormat {
		engine.AssertFormat()
	}
	if c.AssertContent {
		engine.AssertContent()
	}
	return engine
}

var drafts = map[Draft]*jsonschema.Draft{
	Draft4:    jsonschema.Draft4,
	Draft6:    jsonschema.Draft6,
	Draft7:    jsonschema.Draft7,
	Draft2019: jsonschema.Draft2019,
	Draft2020: jsonschema.Draft2020,
}

func (c *Compiler) draft() *jsonschema.Draft {
	if draft, ok := drafts[c.Draft]; ok {
		return draft
	}
	return jsonschema.Draft2020
}

// compileWith compiles the schema at a URL. What the engine may panic at is an error.
func compileWith(engine *jsonschema.Compiler, at string) (s *jsonschema.Schema, err error) {
	defer rescue(&err)
	return engine.Compile(at)
}
