package command

import (
	"bytes"
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/known"
	"github.com/assayjson/assay/lint"
)

// adapts reports whether the settings depend on the content of the file.
func (h *fileSettings) adapts() bool { return h.guess || h.kind != nil && h.kind.YAML }

// adaptToFile adapts the settings to a file, if it is a regular file.
func (c *checker) adaptToFile(h *fileSettings, name string) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return
	}
	if content, err := input.Open(input.File{Name: name}, name, nil, c.decode); err == nil {
		c.adapt(h, content.Head(declaredWithin))
		content.Close()
	}
}

// adapt adapts the settings for a file to its content, of which head is the beginning. It reports
// whether the file is YAML, which is not checked.
func (c *checker) adapt(h *fileSettings, head []byte) (isYAML bool) {
	if h.kind != nil && h.kind.YAML && !beginsJSON(head) {
		return true
	}
	if !h.guess || !bytes.Contains(head, []byte(`"$schema"`)) {
		return false
	}
	declared, _, _, ok := c.schemaIn(head, lint.JSON5) // which can be read in all dialects
	if f := known.FindSchema(declared); ok && f != nil {
		h.kind, h.guess = f, false
		h.Dialect, _ = lint.ParseDialect(f.Dialect)
		h.adaptTo(f)
	}
	return false
}

// beginsJSON reports whether a text that may be YAML is JSON, with or without comments. Such files hold
// an object.
func beginsJSON(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	lexer := dialect.NewLexer(head, dialect.JSON5)
	for {
		token, err := lexer.Next()
		if err != nil {
			return false
		}
		if !token.Kind.IsTrivia() {
			return token.Kind == dialect.BeginObject
		}
	}
}

// knownSchema returns the URL in the settings that names the schema of files of this kind, or "".
func (h *fileSettings) knownSchema() string {
	if h.kind == nil || h.kind.Format {
		return ""
	}
	for url := range h.schema.resources {
		if known.FindSchema(url) == h.kind {
			return url
		}
	}
	return ""
}
