package command

import (
	"sync"

	"github.com/assayjson/assay/lint"
)

// Schemas is what knows JSON Schema. A program has to begin long before it does, so that it
// is asked for where it is needed.
type Schemas interface {
	// Declared returns the "$schema" of a document of which head is the beginning.
	Declared(head []byte) (name string, ok bool)

	// Compile reads the schema with a path, or with the URL of one of the resources, which
	// are paths by URLs. Errors have paths as they are from the working directory here.
	Compile(name string, resources map[string]string, here string) (lint.Schema, error)
}

// A schemaName says which schema is meant, and which ones it may refer to by URLs.
type schemaName struct {
	name      string            // a path, or a URL of resources; "" for none
	config    string            // the settings file that resources are of
	resources map[string]string // paths of files by URLs
}

// A schemaCache has the schemas that have been read, each once for a settings file.
type schemaCache struct {
	mu   sync.Mutex
	read map[[2]string]loaded
}

type loaded struct {
	schema lint.Schema
	err    error
}

// schema returns a schema. The error is one that files have in common.
func (c *checker) schema(n schemaName) (lint.Schema, error) {
	s := c.schemas
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil {
		s.read = map[[2]string]loaded{}
	}
	key := [2]string{n.name, n.config}
	l, ok := s.read[key]
	if !ok {
		if l.schema, l.err = c.std.schemas().Compile(n.name, n.resources, c.here); l.err != nil {
			l.err = common{l.err}
		}
		s.read[key] = l
	}
	return l.schema, l.err
}
