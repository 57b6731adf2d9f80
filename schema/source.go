package schema

import (
	"bytes"
	"errors"
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/schema/internal/model"
)

// sources holds the schemas that have been read in order to compile one schema.
type sources struct {
	compiler *Compiler
	main     *source // the schema to compile
	byURL    map[string]*source
	failed   map[string]error // by URL
	invalid  []mistake        // where schemas are not valid against their metaschemas
	guesses  int              // references for which a name that is near was looked for
}

// A source is a schema that has been read.
type source struct {
	url      string
	original []byte
	data     []byte // as JSON, with the same offsets
	value    any
}

// A mistake is why a schema cannot be compiled.
type mistake struct {
	in   *source
	leaf leaf
	err  error  // the cause, if known
	file *Error // if the schema is another one that cannot be read: its error; the other fields are not set
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
	s.byURL[at] = &source{url: at, original: original, data: data, value: value}
	if s.main == nil {
		s.main = s.byURL[at]
	}
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

// load returns the value of the schema at a URL. Each schema is read once.
func (s *sources) load(at string) (any, error) {
	if s.byURL[at] == nil && s.failed[at] == nil {
		data, err := s.read(at)
		if err == nil {
			err = s.add(at, data)
		}
		s.failed[at] = err
	}
	if err := s.failed[at]; err != nil {
		return nil, err
	}
	return s.byURL[at].value, nil
}

// config returns how the sources are compiled, apart from [model.Config.Validate].
func (s *sources) config() model.Config {
	c := s.compiler
	return model.Config{
		Draft:         c.draft(),
		AssertFormat:  c.AssertFormat,
		AssertContent: c.AssertContent,
		Load:          s.load,
		Pattern:       c.compilePattern,
		Formats:       formats,
		Encodings:     encodings,
		MediaTypes:    mediaTypes,
	}
}

// ErrNotGiven is wrapped by an [*Error] if a schema refers to a URL that is not in
// [Compiler.Resources] and cannot be looked up in [Compiler.Files], because it does not have the scheme
// file or because Files is nil, while [Compiler.Load] is nil, too. It is not wrapped if "$schema" names
// a draft that is not supported, or is not an absolute URL.
var ErrNotGiven = errors.New("no schema was provided for this URL, and none is downloaded")

func (s *sources) read(at string) ([]byte, error) {
	if data := model.Metaschema(at); data != nil {
		return data, nil
	}
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

// place returns the source to which a URL refers, and the path in that source.
func (s *sources) place(at string) (*source, []string) {
	at, fragment, _ := strings.Cut(at, "#")
	src := s.byURL[at]
	if src == nil {
		return s.main, nil
	}
	if unescaped, err := url.PathUnescape(fragment); err == nil && strings.HasPrefix(unescaped, "/") {
		return src, pathOf(unescaped)
	}
	return src, nil
}
