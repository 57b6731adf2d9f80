package command

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/lint"
)

// addSchema sets the schema that the content is held to: that of the flag, that of the
// settings, or the one that it names itself.
func (c *checker) addSchema(h *holding, name string, content *input.Content) (err error) {
	if s, set := h.Severities["schema"]; set && s == lint.Off || c.noSchema {
		return nil
	}
	if h.schema.name == "" {
		h.schema.name = c.declared(h, name, content)
	}
	if h.schema.name != "" {
		h.Schema, err = c.schema(h.schema)
	}
	return err
}

// declaredWithin is how far into a document its "$schema" is looked for.
const declaredWithin = 64 << 10

// declared returns the schema that a document names as its own: the path of a file, or a URL
// that the settings know. A document isn't trusted with more: paths are relative, and lead
// to files that are there, in the repository or below the folder of the document.
func (c *checker) declared(h *holding, name string, content *input.Content) string {
	head := content.Head(declaredWithin)
	if !bytes.Contains(head, []byte(`$schema`)) {
		return ""
	}
	declared, ok := c.schemaIn(head, h.Dialect)
	if !ok {
		return ""
	}
	declared = strings.TrimSuffix(declared, "#")
	if _, known := h.schema.resources[declared]; known {
		return declared
	}
	at, err := url.Parse(declared)
	if err != nil || *at != (url.URL{Path: at.Path, RawPath: at.RawPath}) || at.Path == "" || at.Path[0] == '/' {
		return ""
	}
	folder := filepath.Dir(c.abs(name))
	path := filepath.Join(folder, filepath.FromSlash(at.Path))
	if !isFileIn(input.Top(folder), path) {
		return ""
	}
	return path
}

// schemaIn returns the "$schema" of a text, of which this may be the beginning.
func (c *checker) schemaIn(head []byte, d lint.Dialect) (name string, ok bool) {
	switch d {
	case lint.JSONC:
		head, _, _ = dialect.Lower(head, dialect.JSONC)
	case lint.JWCC:
		head, _, _ = dialect.Lower(head, dialect.JWCC)
	case lint.JSON5:
		head, _, _ = dialect.Lower(head, dialect.JSON5)
	case lint.NDJSON, lint.JSONSeq:
		return "", false
	}
	return c.std.schemas().Declared(head)
}

// isFileIn reports whether a path is that of a file in a folder or below it, symbolic links
// included.
func isFileIn(folder, path string) bool {
	inside, err := filepath.Rel(folder, path)
	if err != nil {
		return false
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return false
	}
	defer root.Close()
	info, err := root.Stat(inside)
	return err == nil && info.Mode().IsRegular()
}
