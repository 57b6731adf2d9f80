package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A mistake is why the engine cannot compile a schema.
type mistake struct {
	*Error
	in   *source  // the schema that has the mistake or, if another schema cannot be read, a reference to it
	path []string // the path of what is wrong; empty if that is the whole schema
	to   string   // if it is a reference to something that does not exist, its URL
}

// mistake converts an error from the engine.
func (s *sources) mistake(err error) mistake {
	switch e := err.(type) {
	case *jsonschema.SchemaValidationError:
		return s.invalid(e)
	case *jsonschema.LoadURLError:
		m := s.atReference(e.URL, unread(e.URL, e.Err), e.Err)
		errors.As(e.Err, &m.Error)
		return m
	case *jsonschema.JSONPointerNotFoundError:
		return s.dangling(e.URL)
	case *jsonschema.AnchorNotFoundError:
		return s.dangling(e.Reference)
	case *jsonschema.InvalidRegexError:
		return s.regex(e)
	case *jsonschema.DuplicateIDError:
		return s.duplicate(e.URL, e.Ptr1, e.Ptr2, "id")
	case *jsonschema.DuplicateAnchorError:
		return s.duplicate(e.URL, e.Ptr1, e.Ptr2, "anchor")
	}
	message := "cannot be read as a schema: " + strings.ReplaceAll(err.Error(), fileURL, "")
	return s.order[0].mistake(leafAt(nil, "", message), err)
}

// unread returns the message for a reference to a schema that cannot be read.
func unread(to string, err error) string {
	if m := otherDraft.FindStringSubmatch(to); m != nil {
		return "refers to draft " + m[1] + m[2] + " of JSON Schema, which is not supported; supported are 4, 6, 7, 2019-09 and 2020-12"
	}
	return fmt.Sprintf("refers to %s, which cannot be read: %v", nameOfFile(to), withoutCall(err))
}

// otherDraft matches the metaschemas of json-schema.org that are not built in.
var otherDraft = regexp.MustCompile(`^https?://json-schema\.org/(?:draft-0?([0-9]+)|(v[0-9]+))(?:/|$)`)

// missing returns the message for a reference to something that does not exist in a schema.
func missing(to string) string { return fmt.Sprintf("refers to %s, which does not exist", nameOf(to)) }

// withoutCall removes the system call and the file name from an error about a file, because the
// message already mentions the file.
func withoutCall(err error) error {
	var unread *fs.PathError
	if errors.As(err, &unread) {
		return unread.Err
	}
	return err
}

// regex explains an invalid pattern that the metaschema did not reject. The metaschema of
// draft 4 does not check the patterns in "patternProperties".
func (s *sources) regex(e *jsonschema.InvalidRegexError) mistake {
	src, path := s.place(e.URL)
	l := leafAt(path, last(path), "must be a regular expression: "+e.Err.Error())
	if l.Keyword == "patternProperties" {
		l.Path, l.AtName, l.OfName = concat(path, []string{e.Regex}), true, true
	}
	return src.mistake(l, e.Err)
}

// duplicate explains two schemas with the same id or anchor. The engine returns
// the two schemas in no particular order.
func (s *sources) duplicate(at, first, second, what string) mistake {
	if first > second {
		first, second = second, first
	}
	src, _ := s.place(at)
	message := fmt.Sprintf("must not have the same %s as %s", what, nameOf(at+"#"+first))
	return mistake{Error: src.error(leafAt(pathOf(second), "", message), nil), in: src}
}

// invalid lists where a schema is not valid against its metaschema.
func (s *sources) invalid(e *jsonschema.SchemaValidationError) mistake {
	var failure *jsonschema.ValidationError
	src, path := s.place(e.URL)
	if !errors.As(e.Err, &failure) {
		return mistake{Error: src.error(leafAt(path, "", e.Err.Error()), e.Err), in: src}
	}
	leaves := s.reasons(src, path)
	if len(leaves) == 0 {
		leaves = []leaf{leafAt(nil, "", "is not valid against its metaschema")}
	}
	for i, l := range leaves {
		leaves[i].Path = concat(path, l.Path)
		if l.First != nil {
			leaves[i].First = concat(path, l.First)
		}
	}
	return mistake{Error: src.errors(leaves, nil), in: src}
}

// reasons returns why a part of a source is not valid against its metaschema.
func (s *sources) reasons(src *source, path []string) []leaf {
	draft := s.compiler.draft().String()
	if object, ok := src.value.(map[string]any); ok {
		if declared, ok := object["$schema"].(string); ok {
			draft = declared
		}
	}
	c := &Compiler{AssertFormat: true}
	engine := c.engine(newSources(c))
	meta, err := compileWith(engine, draft)
	if err != nil {
		return nil
	}
	assertRegex(meta)
	g := newSources(c).graph([]*jsonschema.Schema{meta}, engine)
	unlimited := int64(math.MaxInt64)
	leaves, _ := explain(g, meta, lookUp(src.value, path), &unlimited)
	return leaves
}

// dangling explains a reference to something that does not exist in a schema.
func (s *sources) dangling(to string) mistake {
	m := s.atReference(to, missing(to), nil)
	m.to = to
	return m
}

// atReference returns a mistake at the first reference to a URL.
func (s *sources) atReference(to, message string, err error) mistake {
	slices.SortFunc(s.order[1:], func(a, b *source) int { return strings.Compare(a.url, b.url) }) // they have been read in no particular order
	for _, src := range s.order {
		if path, ok := src.reference(to); ok {
			return src.mistake(leafAt(path, last(path), message), err)
		}
	}
	return s.order[0].mistake(leafAt(nil, "", message), err)
}

// mistake returns a mistake at the place of a leaf.
func (s *source) mistake(l leaf, err error) mistake {
	return mistake{Error: s.error(l, err), in: s, path: l.Path}
}

// error returns an error with a single leaf.
func (s *source) error(l leaf, err error) *Error { return s.errors([]leaf{l}, err) }

// errors returns an error with the given leaves.
func (s *source) errors(leaves []leaf, err error) *Error {
	locate(newTokens(s.data, withDepth(nil)), leaves)
	return &Error{Name: nameOfFile(s.url), Findings: report(s.original, leaves, DefaultMaxFindings), Err: err}
}
