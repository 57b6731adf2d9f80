package schema

import (
	"errors"

	"github.com/assayjson/assay/schema/internal/inquiry"
	"github.com/assayjson/assay/schema/internal/model"
	"github.com/assayjson/assay/schema/internal/program"
	"github.com/assayjson/assay/tokenizer"
)

// Compile uses the zero [Compiler] to compile the schema in data. The name is a file name or a URL.
// Findings refer to the schema by that name. The name may be empty. The error is an [*Error].
func Compile(name string, data []byte) (*Schema, error) {
	return new(Compiler).Compile(name, data)
}

// CompileFile compiles the schema in a file of c.Files. The name is a path for which [fs.ValidPath]
// returns true, so not "./order.json", for example. The error is an [*Error]. If there is no such file,
// or if c.Files is nil, the error wraps [fs.ErrNotExist].
func (c *Compiler) CompileFile(name string) (*Schema, error) {
	s := newSources(c)
	data, err := s.readFile(name)
	if err != nil {
		return nil, &Error{Name: name, Err: err}
	}
	return c.compile(s, urlOfFile(name), data)
}

// Compile compiles the schema in data. The name is a URL or a path in c.Files, and relative
// references are resolved against it. The file need not exist. The error is an [*Error].
func (c *Compiler) Compile(name string, data []byte) (*Schema, error) {
	return c.compile(newSources(c), urlOf(name), data)
}

func (c *Compiler) compile(s *sources, at string, data []byte) (*Schema, error) {
	all, err := c.compileParts(s, at, data, "")
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// CompileAt is like Compile, but compiles the parts of the schema in data that are at the given JSON Pointers, such as
// "/$defs/address", and returns a Schema for each of them, in the same order. What several parts refer to is read and compiled
// once. The error is that of the first part that is invalid.
func (c *Compiler) CompileAt(name string, data []byte, pointers ...string) ([]*Schema, error) {
	return c.compileParts(newSources(c), urlOf(name), data, pointers...)
}

var errNoPointer = errors.New("a JSON Pointer that is not empty must begin with a slash")

// compileParts compiles the parts of the schema in data that are at the given JSON Pointers. The parameter at is the URL of the schema.
func (c *Compiler) compileParts(s *sources, at string, data []byte, pointers ...string) ([]*Schema, error) {
	if err := s.add(at, data); err != nil {
		return nil, err
	}
	reading := s.config()
	reading.Validate = s.validate
	compiler := model.NewCompiler(reading)
	compiled := make([]*model.Schema, len(pointers))
	for i, pointer := range pointers {
		if pointer != "" && pointer[0] != '/' {
			return nil, &Error{Name: nameOfFile(at), Err: errNoPointer}
		}
		var err error
		if compiled[i], err = compiler.Compile(at, pointer); err != nil {
			return nil, &Error{Name: nameOfFile(at), Err: err}
		}
		if err := s.error(compiler.Mistakes); err != nil {
			return nil, err
		}
	}
	options := withDepth(c.Options)
	g := inquiry.NewGraph(compiler.Schemas(), decodeContent)
	config := program.Config{Options: tokenizer.JoinOptions(options...), Budget: c.budget(), Content: contentTest(g)}
	all := make([]*Schema, len(compiled))
	for i, part := range compiled {
		all[i] = &Schema{
			graph:       g,
			root:        part,
			budget:      c.budget(),
			program:     programOf(part, config),
			maxFindings: c.maxFindings(),
			options:     options,
		}
	}
	return all, nil
}
