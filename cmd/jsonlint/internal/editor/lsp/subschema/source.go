package subschema

import (
	"bytes"
	"errors"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/reference"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// A source is a schema document.
type source struct {
	doc   *document.Document
	size  int // in bytes
	index *reference.Index

	number   int  // the sources of a Set have different numbers
	mentions bool // the text contains "deprecated" or "deprecationMessage"
}

// A Schema is a schema in one of the documents of a [Set].
type Schema struct {
	document.Value
	in *source
}

// A place is where a schema begins.
type place struct {
	in     *source
	offset int64
}

// largest is the size of the largest schema document in bytes.
const largest = 16 << 20

// ErrTooLarge is the error for a schema that has too many bytes.
var ErrTooLarge = errors.New("the schema is too large")

func parse(uri string, text []byte) (*source, error) {
	if len(text) > largest {
		return nil, ErrTooLarge
	}
	text, _, _ = dialect.Lower(bytes.TrimPrefix(text, []byte("\uFEFF")), dialect.JWCC) // as package schema reads it
	doc, err := document.Parse(text)
	if err != nil {
		return nil, err
	}
	return &source{doc: doc, size: len(text), index: reference.New(uri, text, dialect.JSON), mentions: bytes.Contains(text, []byte(`"deprecat`))}, nil
}

func withoutFragment(uri string) string {
	for i := range len(uri) {
		if uri[i] == '#' {
			return uri[:i]
		}
	}
	return uri
}

// text returns the text of a string, and "" for any other value.
func text(v document.Value) string {
	if v.Kind() != tokenizer.String {
		return ""
	}
	return v.String()
}

func isTrue(v document.Value) bool {
	value, ok := v.Bool()
	return value && ok
}

// references returns the absolute URIs of all schemas to which a document refers, without fragments.
func (in *source) references() (uris []string) {
	known := map[string]bool{}
	for left := []document.Value{in.doc.Root()}; len(left) > 0; {
		v := left[len(left)-1]
		left = left[:len(left)-1]
		for _, one := range v.Elements() {
			left = append(left, one)
		}
		for name, one := range v.Members() {
			left = append(left, one)
			if !isReference(name, one) {
				continue
			}
			uri, err := reference.Join(in.index.Base(int(one.Offset())), text(one))
			if uri = withoutFragment(uri); err == nil && !known[uri] && !in.index.Has(uri) {
				known[uri] = true
				uris = append(uris, uri)
			}
		}
	}
	return uris
}

// isReference reports whether a member of a schema may be $ref or one of its variants.
func isReference(name, v document.Value) bool {
	return v.Kind() == tokenizer.String && (bytes.HasSuffix(name.Body(), []byte("ef")) || name.Escaped())
}
