package schema

import (
	"errors"
	"io/fs"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/tokenizer"
)

// fileURL is the URL by which the engine knows the root of Compiler.Files.
const fileURL = "file:///"

// sources holds the schemas that have been read in order to compile one schema. The engine uses it
// as its loader.
type sources struct {
	compiler *Compiler
	byURL    map[string]*source
	order    []*source        // begins with the schema to compile
	failed   map[string]error // by URL

	compiled int                   // how often explain has compiled the schema
	diverted map[string]*diversion // the references that explain has diverted, by the URLs that they have instead; nil before
}

// A source is a schema that has been read.
type source struct {
	url   string
	data  []byte
	value any

	left      any  // value without the mistakes that have been found
	isRemoved bool // all of it has been removed
}

func newSources(c *Compiler) *sources {
	return &sources{compiler: c, byURL: map[string]*source{}, failed: map[string]error{}}
}

// urlOf returns the URL of the schema with the given name. A scheme of one letter is the drive of a
// Windows path.
func urlOf(name string) string {
	if u, err := url.Parse(name); err == nil && len(u.Scheme) > 1 {
		u.Fragment = ""
		return u.String()
	}
	return urlOfFile(name)
}

func urlOfFile(name string) string {
	return (&url.URL{Scheme: "file", Path: "/" + name}).String()
}

// nameOf returns a URL in the form that messages use. If the URL is that of a file, the result
// begins with the path, without the scheme. After it come # and the fragment, which may be empty.
func nameOf(at string) string {
	at, fragment, _ := strings.Cut(at, "#")
	if path, ok := strings.CutPrefix(at, fileURL); ok {
		at = path
		if unescaped, err := url.PathUnescape(path); err == nil {
			at = unescaped
		}
	}
	return at + "#" + fragment
}

// nameOfFile is like nameOf, but for a URL without a fragment. The result does not end with #.
func nameOfFile(at string) string { return strings.TrimSuffix(nameOf(at), "#") }

// add adds the schema in data. The parameter at is the URL of the schema. The error is an [*Error].
func (s *sources) add(at string, data []byte) error {
	value, huge, err := decode(data, DefaultMaxFindings, withDepth(nil))
	if err != nil {
		return syntaxError(nameOfFile(at), err)
	}
	if len(huge) > 0 {
		return &Error{Name: nameOfFile(at), Findings: report(data, huge, DefaultMaxFindings)}
	}
	src := &source{url: at, data: data, value: value, left: value}
	s.byURL[at] = src
	s.order = append(s.order, src)
	return nil
}

// Load returns the schema at a URL. The engine calls Load when it meets a reference.
func (s *sources) Load(at string) (any, error) {
	if d := s.diverted[at]; d != nil {
		return s.follow(d), nil
	}
	if err := s.fetch(at); err != nil {
		return nil, err
	}
	value := s.byURL[at].left
	if s.diverted != nil {
		value = s.divert(s.byURL[at])
	}
	return withKnownVocabularies(value), nil
}

// fetch adds the schema at a URL unless it has been added.
func (s *sources) fetch(at string) error {
	if s.byURL[at] == nil && s.failed[at] == nil {
		data, err := s.read(at)
		if err == nil {
			err = s.add(at, data)
		}
		s.failed[at] = err
	}
	return s.failed[at]
}

// formatAssertion is the vocabulary with which a metaschema makes "format" an assertion.
const formatAssertion = "https://json-schema.org/draft/2020-12/vocab/format-assertion"

// withKnownVocabularies prepares a metaschema for the engine: it marks the vocabulary for asserting
// formats as required. If this vocabulary is optional, the engine does not assert formats, although
// it should. A vocabulary with the value false is optional, but may be ignored only by
// implementations that do not know it (JSON Schema 2020-12, core, section 8.1.2).
func withKnownVocabularies(value any) any {
	object, _ := value.(map[string]any)
	vocabularies, _ := object["$vocabulary"].(map[string]any)
	if required, ok := vocabularies[formatAssertion].(bool); !ok || required {
		return value
	}
	object, vocabularies = maps.Clone(object), maps.Clone(vocabularies)
	vocabularies[formatAssertion] = true
	object["$vocabulary"] = vocabularies
	return object
}

// ErrNotGiven is wrapped by an [*Error] if a schema refers to a URL that is not in
// [Compiler.Resources] and cannot be looked up in [Compiler.Files], because it does not have the scheme
// file or because Files is nil, while [Compiler.Load] is nil, too.
var ErrNotGiven = errors.New("no schema was provided for this URL, and none is downloaded")

func (s *sources) read(at string) ([]byte, error) {
	if data, ok := s.compiler.Resources[at]; ok {
		return data, nil
	}
	path, ok := strings.CutPrefix(at, fileURL)
	switch {
	case ok && s.compiler.Files != nil:
	case s.compiler.Load != nil:
		return s.compiler.Load(at)
	default:
		return nil, ErrNotGiven
	}
	path, err := url.PathUnescape(path)
	if err != nil {
		return nil, err
	}
	return s.readFile(path)
}

func (s *sources) readFile(name string) ([]byte, error) {
	if s.compiler.Files == nil {
		return nil, fs.ErrNotExist
	}
	return fs.ReadFile(s.compiler.Files, name)
}

// anchored returns the schemas with dynamic anchors, because there may be no other way to reach
// them from the compiled schema. It skips objects that do not compile, because they are not
// schemas.
func (s *sources) anchored(engine *jsonschema.Compiler) (schemas []*jsonschema.Schema) {
	for _, src := range s.order {
		visit(src.value, nil, func(object map[string]any, path []string) {
			if _, ok := object["$dynamicAnchor"]; !ok {
				return
			}
			at := src.url + "#" + escapePointer(path)
			if compiled, err := compileWith(engine, at); err == nil {
				schemas = append(schemas, compiled)
			}
		})
	}
	return schemas
}

// escapePointer returns a path as a JSON Pointer in the fragment of a URL (RFC 6901, section 6).
func escapePointer(path []string) string {
	var b strings.Builder
	for _, name := range path {
		b.WriteString("/" + url.PathEscape(escapeToken(name)))
	}
	return b.String()
}

// visit calls f for each object in value, with its path. The path is valid only until f returns.
func visit(value any, path []string, f func(object map[string]any, path []string)) {
	path = slices.Clip(path)
	switch v := value.(type) {
	case map[string]any:
		f(v, path)
		for _, name := range slices.Sorted(maps.Keys(v)) {
			visit(v[name], append(path, name), f)
		}
	case []any:
		for i, item := range v {
			visit(item, append(path, strconv.Itoa(i)), f)
		}
	}
}

// syntaxError converts an error that package tokenizer has found in a schema to an [*Error].
func syntaxError(name string, err error) *Error {
	e := &Error{Name: name, Err: err}
	var bad *tokenizer.SyntaxError
	if errors.As(err, &bad) {
		pointer, _ := bad.Pointer() // the pointer is known, because the whole schema is in memory
		e.Findings = []Finding{{
			Place: Place{
				Offset:   bad.Offset,
				Length:   bad.Length,
				Position: bad.Position(),
				Pointer:  pointer,
			},
			Message: bad.Message(),
			Detail:  bad.Message(),
		}}
	}
	return e
}
