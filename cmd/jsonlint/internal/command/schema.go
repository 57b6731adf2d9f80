package command

import (
	"fmt"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
)

// Schemas is what knows JSON Schema. A program has to begin long before it does, so that it
// is asked for where it is needed.
type Schemas interface {
	// Declared returns the "$schema" of a document of which head is the beginning, and where
	// its value is.
	Declared(head []byte) (name string, offset, length int64, ok bool)

	// Compile reads the schema with a path, or with the URL of one of the resources, which
	// are paths by URLs. With formats, "format" is checked in all drafts. If text is not nil,
	// it is what has been read from that path. Errors have paths relative to the working
	// directory here; that of a schema that is not valid is an invalidSchema.
	Compile(name string, text []byte, resources map[string]string, formats bool, here string) (lint.Schema, error)
}

// An invalidSchema is the error of a schema that has been read. Its findings are in the file with
// that path, which has that text.
type invalidSchema interface {
	error
	Invalid() (path string, text []byte, found []lint.SchemaFinding)
}

// A schemaName says which schema is meant, and which ones it may refer to by URLs.
type schemaName struct {
	name      string            // a path, or a URL of resources; "" for none
	config    string            // the settings file that resources are of
	resources map[string]string // paths of files by URLs
	formats   bool              // whether formats are checked in all drafts
}

// alwaysFormats is the value of --schema-formats that checks formats in all drafts.
const alwaysFormats = "always"

// A schemaCache has the schemas that have been read, each once for a settings file.
type schemaCache struct {
	mu   sync.Mutex
	read map[schemaKey]loaded
}

// A schemaKey is what tells schemas apart.
type schemaKey struct {
	name, config string
	formats      bool
}

type loaded struct {
	schema lint.Schema
	err    error
}

// schemaText returns the text of the schema that --schema names, if that has been read already.
func (c *checker) schemaText(name string) []byte {
	if c.schemaStream != nil && name == c.schemaPath() {
		return c.schemaStream
	}
	return nil
}

// schema returns a schema. The error is one that files have in common.
func (c *checker) schema(n schemaName) (lint.Schema, error) {
	s := c.schemas
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil {
		s.read = map[schemaKey]loaded{}
	}
	key := schemaKey{n.name, n.config, n.formats}
	l, ok := s.read[key]
	if !ok {
		l = c.compile(n)
		s.read[key] = l
	}
	return l.schema, l.err
}

// compile reads a schema. A panic is an error as well.
func (c *checker) compile(n schemaName) (l loaded) {
	err := crash.Catch(func() (err error) {
		l.schema, err = c.std.schemas().Compile(n.name, c.schemaText(n.name), n.resources, n.formats, c.here)
		return err
	})
	if crash.Of(err) != nil {
		err = fmt.Errorf("schema %s: %w", report.Path(input.Shortened(c.here, n.name)), err)
	}
	if err != nil {
		l.err = common{err}
	}
	return l
}
