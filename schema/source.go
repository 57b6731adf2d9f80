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

// fileURL is where the files of a Compiler are, for the engine.
const fileURL = "file:///"

// sources has the schemas that have been read to compile one. It is the engine's loader.
type sources struct {
	compiler *Compiler
	byURL    map[string]*source
	order    []*source
}

// A source is one of them.
type source struct {
	url   string
	data  []byte
	value any
}

func newSources(c *Compiler) *sources { return &sources{compiler: c, byURL: map[string]*source{}} }

// urlOf returns the URL of a schema by its name. A scheme of one letter is the drive of a path in Windows.
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

// nameOf returns what to call a URL, or a place in what is there.
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

// nameOfFile is nameOf without a place.
func nameOfFile(at string) string { return strings.TrimSuffix(nameOf(at), "#") }

// add notes a schema. The error is an [*Error].
func (s *sources) add(at string, data []byte) error {
	value, huge, err := decode(data, DefaultMaxFindings, withDepth(nil))
	if err != nil {
		return syntaxError(nameOfFile(at), err)
	}
	if len(huge) > 0 {
		return &Error{Name: nameOfFile(at), Findings: report(data, huge, DefaultMaxFindings)}
	}
	src := &source{at, data, value}
	s.byURL[at] = src
	s.order = append(s.order, src)
	return nil
}

// Load gives the engine a schema.
func (s *sources) Load(at string) (any, error) {
	if s.byURL[at] == nil {
		data, err := s.read(at)
		if err != nil {
			return nil, err
		}
		if err := s.add(at, data); err != nil {
			return nil, err
		}
	}
	return withKnownVocabularies(s.byURL[at].value), nil
}

// formatAssertion is the vocabulary of metaschemas whose schemas assert formats.
const formatAssertion = "https://json-schema.org/draft/2020-12/vocab/format-assertion"

// withKnownVocabularies returns a metaschema for the engine, which does not assert formats if
// the vocabulary for that is optional. It must, since it knows the vocabulary: false means that
// others may ignore it (JSON Schema 2020-12, core, section 8.1.2).
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

// ErrNotGiven is wrapped by the [*Error] of a schema that refers to one that is not among
// [Compiler.Resources], nor a file.
var ErrNotGiven = errors.New("no schema of this URL has been given, and none is fetched")

func (s *sources) read(at string) ([]byte, error) {
	if data, ok := s.compiler.Resources[at]; ok {
		return data, nil
	}
	path, ok := strings.CutPrefix(at, fileURL)
	if !ok || s.compiler.Files == nil {
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

// anchored returns the schemas that dynamic anchors stand at. Nothing else may lead there
// from the schema that has been compiled. What can't be compiled is no schema.
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

// escapePointer writes a path as a JSON Pointer in the fragment of a URL (RFC 6901, section 6).
func escapePointer(path []string) string {
	var b strings.Builder
	for _, name := range path {
		b.WriteString("/" + url.PathEscape(escapeToken(name)))
	}
	return b.String()
}

// visit calls f for each object in value, with the path that leads there and may be used
// until f returns.
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

// syntaxError makes an error of one of package tokenizer in a schema.
func syntaxError(name string, err error) *Error {
	e := &Error{Name: name, Err: err}
	var bad *tokenizer.SyntaxError
	if errors.As(err, &bad) {
		e.Findings = []Finding{{
			Place: Place{
				Offset:   bad.Offset,
				Length:   bad.Length,
				Position: bad.Position(),
				Pointer:  bad.Pointer(),
			},
			Message: bad.Message(),
			Detail:  bad.Message(),
		}}
	}
	return e
}
