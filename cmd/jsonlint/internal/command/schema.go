package command

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/serve/site"
	"github.com/assayjson/assay/schema/contract"
)

// ErrNoSchemas is the error of an implementation of [Schemas] that cannot compile schemas.
var ErrNoSchemas = errors.New("this program was built without the schema engine")

// Schemas compiles JSON Schemas. The program starts long before an implementation is available, so
// it requests the implementation only when a schema is needed. The implementation also has what needs the
// network, for the same reason.
type Schemas interface {
	// Declared returns the "$schema" of a document that begins with head, and the position of its
	// value.
	Declared(head []byte) (name string, offset, length int64, ok bool)

	// Compile compiles the schema called name, which is a path or a URL in resources. The parameter
	// resources maps URLs to paths. If formats is true, the keyword "format" is checked in all
	// drafts. The parameter maxSteps limits the work for one document; if it is 0, a default limit
	// applies. If text is not nil, it is the text of the schema, so Compile does not read the schema
	// again. Paths in errors are relative to workDir, the working directory. The function opened,
	// which may be nil, is called with the path of each file before it is read. The error for an
	// invalid schema is an InvalidSchema.
	Compile(name string, text []byte, resources map[string]string, formats bool, maxSteps int, workDir string, opened func(path string)) (contract.Schema, error)

	// Follow compiles the schema called name, which is a URL or the path of a file. It gets the
	// schemas with URLs, including those that the schema refers to, from load. The error begins with
	// the name of the schema that has the error.
	Follow(name string, load func(url string) ([]byte, error), workDir string) error

	// Downloader returns a function that downloads a JSON text. The parameter agent is the name and
	// version of the program, which servers see.
	Downloader(agent string) func(ctx context.Context, url string) ([]byte, error)

	// Serve serves the page for browsers until ctx is done.
	Serve(ctx context.Context, s site.Site) error

	// ServeMetrics serves what write appends at the path /metrics of an address until stop is called, and returns the URL. The
	// host of the address may be missing.
	ServeMetrics(address string, write func(dst []byte) []byte) (url string, stop func() error, err error)
}

// An InvalidSchema is the error for a schema that can be read but is invalid. Invalid returns the
// findings, and the path and the text of the schema file that they refer to.
type InvalidSchema interface {
	error
	Invalid() (path string, text []byte, found []contract.Finding)
	NotGiven() bool // the schema only refers to the URL of a schema that was not given
}

// A SchemaName identifies a schema and the schemas that it may refer to by URL.
type SchemaName struct {
	Name      string            // a path, or a URL in resources; "" for none
	Config    string            // the settings file that defines resources
	Resources map[string]string // paths of files by URL
	Indirect  map[string]bool   // URLs in resources that are there only because schemas refer to them
	Formats   bool              // formats are checked in all drafts
	maxSteps  int               // limits the work for one document; 0 for the default
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

func (n SchemaName) key() schemaKey { return schemaKey{n.Name, n.Config, n.Formats, n.maxSteps} }

// filesOf returns the paths of the files that have been read to compile the schema n, in order.
func (s *schemaCache) filesOf(n SchemaName) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.read[n.key()].files
}

// schemaText returns the text of the named schema if readSchemaStream has read it, and nil
// otherwise.
func (c *Checker) schemaText(name string) []byte {
	if c.schemaStream != nil && name == c.schemaPath() {
		return c.schemaStream
	}
	return nil
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
		l.schema, err = c.Std.Schemas().Compile(n.Name, c.schemaText(n.Name), n.Resources, n.Formats, n.maxSteps, c.Here, opened)
		return err
	})
	if crash.Of(err) != nil {
		err = fmt.Errorf("schema %s: %w", report.Path(input.Shortened(c.Here, n.Name)), err)
	}
	if err != nil {
		l.err = common{err}
	}
	return l
}
