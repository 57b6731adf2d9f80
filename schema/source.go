package schema

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/dialect"
)

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
	url      string
	original []byte
	data     []byte // as JSON, with the same offsets
	value    any

	left      any  // value without the mistakes that have been found
	isRemoved bool // all of it has been removed
}

func newSources(c *Compiler) *sources {
	return &sources{compiler: c, byURL: map[string]*source{}, failed: map[string]error{}}
}

// add adds the schema in a text, which may have what programs for settings accept: a byte order mark, comments, and commas before
// closing brackets. The parameter at is the URL of the schema. The error is an [*Error].
func (s *sources) add(at string, original []byte) error {
	text := withoutMark(original)
	data, _, _ := dialect.Lower(text, dialect.JWCC)
	value, huge, err := decode(data, DefaultMaxFindings, withDepth(nil))
	if err != nil {
		return syntaxError(nameOfFile(at), original, dialect.Check(text, dialect.JWCC, withDepth(nil)...))
	}
	if len(huge) > 0 {
		return &Error{Name: nameOfFile(at), Findings: report(original, huge, DefaultMaxFindings)}
	}
	src := &source{url: at, original: original, data: data, value: value, left: value}
	s.byURL[at] = src
	s.order = append(s.order, src)
	return nil
}

// withoutMark returns a text with spaces instead of a byte order mark.
func withoutMark(text []byte) []byte {
	const mark = "\uFEFF"
	if !bytes.HasPrefix(text, []byte(mark)) {
		return text
	}
	return slices.Concat(bytes.Repeat([]byte(" "), len(mark)), text[len(mark):])
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

// place returns the source to which a URL refers, and the path in that source.
func (s *sources) place(at string) (*source, []string) {
	at, fragment, _ := strings.Cut(at, "#")
	src := s.byURL[at]
	if src == nil {
		return s.order[0], nil
	}
	if unescaped, err := url.PathUnescape(fragment); err == nil && strings.HasPrefix(unescaped, "/") {
		return src, pathOf(unescaped)
	}
	return src, nil
}

// A diversion is a reference for which explain gives the engine another one, to a schema that only passes on. If the engine loads
// that schema, it has reached the reference. It does not end there if the reference leads nowhere, so one compilation finds all
// such references.
type diversion struct {
	in        *source
	path      []string
	to        string // the URL of the reference
	isMissing bool   // there is nothing at that URL

	message string // if the engine has reached the reference and it leads nowhere, why
	err     error  // the error of the schema that cannot be read
}
