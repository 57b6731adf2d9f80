package command

import (
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/schema/contract"
)

// An InvalidSchema is the error for a schema that can be read but is invalid. Invalid returns the
// findings, and the path and the text of the schema file that they refer to.
type InvalidSchema interface {
	error
	Invalid() (path string, text []byte, found []contract.Finding)
	NotGiven() bool // the schema only refers to the URL of a schema that was not given
}

// A schemaReader finds, reads and compiles the schemas of documents.
type schemaReader struct {
	base
	cache  *schemaCache
	sets   schemaSets
	within string // the folder in which the schemas must be that documents name; "" if their repository decides
}

// schemaText returns the text of the named schema if readSchemaStream has read it, and nil
// otherwise.
func (c *schemaReader) schemaText(name string) []byte {
	if c.schemaStream != nil && name == c.schemaPath() {
		return c.schemaStream
	}
	return nil
}

// schemaPath returns the URL or the absolute path of the schema named by --schema.
func (c *schemaReader) schemaPath() string {
	if input.IsURL(c.Settings.Schema) {
		return c.Settings.Schema
	}
	return c.Abs(c.Settings.Schema)
}

// Schema returns the compiled schema n. An error has the type common, because several files may use
// the schema.
func (c *schemaReader) Schema(n SchemaName) (contract.Schema, error) {
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
func (c *schemaReader) compile(n SchemaName) (l loaded) {
	opened := func(path string) {
		l.files = append(l.files, path)
		c.open(path)
	}
	err := crash.Catch(func() (err error) {
		l.schema, err = c.Std.Schemas().Compile(n.Name, c.schemaText(n.Name), n.Resources, n.Copies, n.Formats, n.MaxSteps, c.Here, opened)
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

// schemaFiles returns the contents of the files that have been read to compile a schema.
func (c *schemaReader) schemaFiles(n SchemaName) (all [][]byte, err error) {
	for _, path := range c.cache.filesOf(n) {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}

// SchemaTexts returns the texts of the files that have been read to compile the schema n: those in the folder of the schema by
// their paths in it, and those that are named by URLs. The name is that of the schema among them.
func (c *schemaReader) SchemaTexts(n SchemaName) (name string, files, resources map[string][]byte, err error) {
	texts, err := c.schemaFiles(n)
	if err != nil {
		return "", nil, nil, err
	}
	path, folder := n.Name, input.Top(filepath.Dir(n.Name))
	files, resources = map[string][]byte{}, map[string][]byte{}
	if text := c.schemaText(n.Name); text != nil { // as if it were in the working directory
		path, folder = filepath.Join(c.Here, filepath.Base(n.Name)), input.Top(c.Here)
		texts = append(texts, text)
	}
	inside := func(path string) string {
		inside, _ := filepath.Rel(folder, path) // both are absolute
		return filepath.ToSlash(inside)
	}
	for i, read := range append(slices.Clip(c.cache.filesOf(n)), path)[:len(texts)] {
		if !input.IsURL(n.Name) { // otherwise, all schemas have URLs
			files[inside(read)] = texts[i]
		}
		for url, target := range n.Resources {
			if target == read {
				resources[url] = texts[i]
			}
		}
	}
	if input.IsURL(n.Name) {
		return n.Name, files, resources, nil
	}
	return inside(path), files, resources, nil
}

// A SchemaName identifies a schema and the schemas that it may refer to by URL.
type SchemaName struct {
	Name      string            // a path, or a URL in resources; "" for none
	Config    string            // the settings file that defines resources
	Resources map[string]string // paths of files by URL
	Copies    config.Copies     // those that are copies
	Indirect  map[string]bool   // URLs in resources that are there only because schemas refer to them
	Formats   bool              // formats are checked in all drafts
	MaxSteps  int               // limits the work for one document; 0 for the default
}

// alwaysFormats is the value of --schema-formats that checks formats in all drafts.
const alwaysFormats = "always"

// A schemaCache holds the compiled schemas. A schema is compiled once for each settings file that
// refers to it.
type schemaCache struct {
	mu   sync.Mutex
	read map[schemaKey]loaded // guarded by mu, which is also held while a schema is compiled
}

// A schemaKey identifies a schema in the cache.
type schemaKey struct {
	name, config string
	formats      bool
	maxSteps     int
}

type loaded struct {
	schema contract.Schema
	files  []string // the paths of the files that have been read
	err    error
}

func (n SchemaName) key() schemaKey { return schemaKey{n.Name, n.Config, n.Formats, n.MaxSteps} }

// filesOf returns the paths of the files that have been read to compile the schema n, in order.
func (s *schemaCache) filesOf(n SchemaName) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.read[n.key()].files
}

// A schemaProblem is the reason why the schema named by a document is not used.
type schemaProblem struct{ rule, message string }

// schemaSets has the texts of schemas, for what the engine does not report. A set must not be used concurrently, so each goroutine takes
// one of its own.
type schemaSets struct {
	mu   sync.Mutex
	free map[schemaKey][]*subschema.Set // those that nobody uses, nil for schemas that cannot be used; guarded by mu
}

// take returns a set that nobody else uses, and false if none has been made yet.
func (s *schemaSets) take(key schemaKey) (set *subschema.Set, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	free := s.free[key]
	if len(free) == 0 {
		return nil, false
	}
	s.free[key] = free[:len(free)-1]
	return free[len(free)-1], true
}

// put makes a set available to others.
func (s *schemaSets) put(key schemaKey, set *subschema.Set) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free == nil {
		s.free = map[schemaKey][]*subschema.Set{}
	}
	s.free[key] = append(s.free[key], set)
}
