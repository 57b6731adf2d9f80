package command

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/schema/contract"
)

// An InvalidSchema is the error for a schema that can be read but is invalid. Invalid returns the
// findings, and the path and the text of the schema file that they refer to.
type InvalidSchema interface {
	error
	Invalid() (path string, text []byte, found []contract.Finding)
	NotGiven() bool // the schema only refers to the URL of a schema that was not given
}

// schemaText returns the text of the named schema if readSchemaStream has read it, and nil
// otherwise.
func (c *Checker) schemaText(name string) []byte {
	if c.schemaStream != nil && name == c.schemaPath() {
		return c.schemaStream
	}
	return nil
}

// schemaPath returns the URL or the absolute path of the schema named by --schema.
func (c *Checker) schemaPath() string {
	if input.IsURL(c.Flags.Schema) {
		return c.Flags.Schema
	}
	return c.Abs(c.Flags.Schema)
}

// Schema returns the compiled schema n. An error has the type common, because several files may use
// the schema.
func (c *Checker) Schema(n SchemaName) (contract.Schema, error) {
	s := c.cache
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil {
		s.read = map[schemaKey]loaded{}
	}
	key := n.key()
	l, ok := s.read[key]
	if !ok {
		l = c.compile(n)
		s.read[key] = l
	}
	return l.schema, l.err
}

// compile compiles a schema. A panic is returned as an error.
func (c *Checker) compile(n SchemaName) (l loaded) {
	opened := func(path string) {
		l.files = append(l.files, path)
		c.open(path)
	}
	err := crash.Catch(func() (err error) {
		l.schema, err = c.Std.Schemas().Compile(n.Name, c.schemaText(n.Name), n.Resources, n.Copies, n.Formats, n.maxSteps, c.Here, opened)
		return err
	})
	if crash.Of(err) != nil {
		err = &config.SchemaError{Name: report.Path(input.Shortened(c.Here, n.Name)), Err: err}
	}
	if err != nil {
		l.err = common{err}
	}
	return l
}
