package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// A schemaName says which schema is meant, and which ones it may refer to by URLs.
type schemaName struct {
	name      string            // a path, or a URL of resources; "" for none
	config    string            // the settings file that resources are of
	resources map[string]string // paths of files by URLs
}

// schemas are those that have been read, each once for a settings file.
type schemas struct {
	mu   sync.Mutex
	read map[[2]string]loaded
}

type loaded struct {
	schema lint.Schema
	err    error
}

// load returns a schema. The error is one that files have in common.
func (s *schemas) load(name schemaName, here string) (lint.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil {
		s.read = map[[2]string]loaded{}
	}
	key := [2]string{name.name, name.config}
	l, ok := s.read[key]
	if !ok {
		l.schema, l.err = name.compile(here)
		s.read[key] = l
	}
	return l.schema, l.err
}

// compile reads a schema and those it refers to: files of its repository, or below its own
// folder if there is none, and resources. Nothing is fetched.
func (n schemaName) compile(here string) (lint.Schema, error) {
	c := schema.Compiler{Resources: map[string][]byte{}}
	for url, path := range n.resources {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, common{fmt.Errorf("schema %s: %w", shortened(here, path), cause(err))}
		}
		c.Resources[url] = data
	}
	folder := input.Top(filepath.Dir(n.name))
	compiled, err := n.compileIn(folder, &c)
	if err != nil {
		return nil, n.trouble(here, folder, err)
	}
	return documentSchema{compiled}, nil
}

// compileIn is compile with the files of a folder.
func (n schemaName) compileIn(folder string, c *schema.Compiler) (*schema.Schema, error) {
	if isURL(n.name) {
		data, ok := c.Resources[n.name]
		if !ok {
			return nil, &schema.Error{Name: n.name, Err: schema.ErrNotGiven}
		}
		return c.Compile(n.name, data)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, &schema.Error{Name: filepath.Base(n.name), Err: err}
	}
	defer root.Close()
	c.Files = root.FS()
	inside, err := filepath.Rel(folder, n.name)
	if err != nil {
		return nil, err
	}
	return c.CompileFile(filepath.ToSlash(inside))
}

// trouble tells what is wrong with a schema in the file that it is in.
func (n schemaName) trouble(here, folder string, err error) error {
	var wrong *schema.Error
	if !errors.As(err, &wrong) {
		return common{err}
	}
	path, ok := n.resources[wrong.Name]
	switch {
	case ok:
		path = shortened(here, path)
	case isURL(wrong.Name):
		path = wrong.Name
	default:
		path = shortened(here, filepath.Join(folder, filepath.FromSlash(wrong.Name)))
	}
	if len(wrong.Findings) == 0 {
		return common{fmt.Errorf("schema %s: %w", path, cause(wrong.Err))}
	}
	f := wrong.Findings[0]
	return common{fmt.Errorf("%s:%d:%d: %s", path, f.Position.Line, f.Position.Rune, f.Detail)}
}

// isURL reports whether a name is a URL, and no path or pattern.
func isURL(name string) bool { return strings.Contains(name, "://") }

// A documentSchema is a schema for package lint.
type documentSchema struct{ *schema.Schema }

// Check returns what is wrong with a document. One that a schema can't be asked about, since
// it is nested too deeply, has that as its finding.
func (s documentSchema) Check(data []byte) []lint.SchemaFinding {
	found, err := s.Schema.Check(data)
	if err != nil {
		wrong := lint.SchemaFinding{Message: "the schema has not been asked: " + err.Error()}
		var syntax *tokenizer.SyntaxError
		if errors.As(err, &syntax) {
			wrong.Offset, wrong.Length, wrong.Pointer = syntax.Offset, int64(syntax.Length), syntax.Pointer()
			wrong.Message = "the schema has not been asked: " + syntax.Message()
		}
		return []lint.SchemaFinding{wrong}
	}
	all := make([]lint.SchemaFinding, len(found))
	for i, f := range found {
		all[i] = lint.SchemaFinding{Offset: f.Offset, Length: int64(f.Length), Pointer: f.Pointer, Keyword: f.Keyword, Message: f.Detail}
	}
	return all
}
