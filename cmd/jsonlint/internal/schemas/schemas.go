package schemas

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema"
	"github.com/assayjson/assay/tokenizer"
)

// An Engine knows schemas.
type Engine struct{}

// Declared returns the "$schema" of a document of which head is the beginning.
func (Engine) Declared(head []byte) (name string, ok bool) { return schema.Declared(head) }

// Compile reads a schema and those it refers to: files of its repository, or below its own
// folder if there is none, and resources, which are paths by URLs. The name is a path or the
// URL of a resource. Nothing is fetched. Errors have paths as they are from the working
// directory here.
func (Engine) Compile(name string, resources map[string]string, here string) (lint.Schema, error) {
	c := schema.Compiler{Resources: map[string][]byte{}}
	for url, path := range resources {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", input.Shortened(here, path), input.Cause(err))
		}
		c.Resources[url] = data
	}
	folder := input.Top(filepath.Dir(name))
	compiled, err := compileIn(folder, name, &c)
	if err != nil {
		return nil, trouble(err, folder, resources, here)
	}
	return documentSchema{compiled}, nil
}

// compileIn is Compile with the files of a folder.
func compileIn(folder, name string, c *schema.Compiler) (*schema.Schema, error) {
	if input.IsURL(name) {
		data, ok := c.Resources[name]
		if !ok {
			return nil, &schema.Error{Name: name, Err: schema.ErrNotGiven}
		}
		return c.Compile(name, data)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, &schema.Error{Name: filepath.Base(name), Err: err}
	}
	defer root.Close()
	c.Files = root.FS()
	inside, err := filepath.Rel(folder, name)
	if err != nil {
		return nil, err
	}
	return c.CompileFile(filepath.ToSlash(inside))
}

// trouble tells what is wrong with a schema in the file that it is in.
func trouble(err error, folder string, resources map[string]string, here string) error {
	var wrong *schema.Error
	if !errors.As(err, &wrong) {
		return err
	}
	path, ok := resources[wrong.Name]
	switch {
	case ok:
		path = input.Shortened(here, path)
	case input.IsURL(wrong.Name):
		path = wrong.Name
	default:
		path = input.Shortened(here, filepath.Join(folder, filepath.FromSlash(wrong.Name)))
	}
	if len(wrong.Findings) == 0 {
		return fmt.Errorf("schema %s: %w", path, input.Cause(wrong.Err))
	}
	f := wrong.Findings[0]
	return fmt.Errorf("%s:%d:%d: %s", path, f.Position.Line, f.Position.Rune, f.Detail)
}

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
