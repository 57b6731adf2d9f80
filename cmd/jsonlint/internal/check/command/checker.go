package command

import (
	"context"
	"path/filepath"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/editorconfig"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/baseline"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/quarantine"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/subschema"
	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/schema/contract"
)

// A Checker checks files as its flags require.
type Checker struct {
	*Flags
	Std     Stdio  // the streams
	Here    string // the working directory
	exclude ignore.List
	search  *input.Search
	fixed   *config.Config // the settings given by --config, or nil
	finder  *config.Finder
	editor  *editorconfig.Finder
	cache   *schemaCache
	bar     *progress.Bar
	meter   *metrics.Meter

	ctx     context.Context         // may end the check of an open document early; nil for files, which are not checked without their baseline
	lowerer *dialect.Lowerer        // of the open document that is checked; or nil
	run     *quarantine.Run         // divides the records of the files; or nil
	within  string                  // the folder in which the schemas must be that documents name; "" if their repository decides
	large   int                     // the size in bytes of the largest open document whose findings are not limited further
	plain   *Checker                // checks open documents without settings if the settings cannot be used; or nil
	assumed map[string]lint.Dialect // the dialects in which an editor reads documents, by path
	opened  func(path string)       // called before a file is read on which the findings in others may depend; may be nil

	sets      schemaSets
	concluded bool // what has become of the records that run divides has been reported, or is in an error

	baselines    baselines
	suppressions suppressions

	workers int // number of goroutines that may check a long document

	// AsSchemas checks a file that is a schema. It is nil if the files are documents.
	AsSchemas func(f input.File, h *FileSettings, out *Outcome) error

	SkipsStdin bool // the name of standard input is ignored, so its text is only passed on

	Formats bool // skip those files in folders that cannot be formatted
}

// FileSettings are the settings for one file. They come from flags, settings files and the file
// name.
type FileSettings struct {
	lint.Options
	Config     string                  // the path of the settings file, or ""
	SchemaName SchemaName              // the schema of the file, if it has one
	sought     bool                    // the schema of the file has been looked for
	kind       *known.File             // what files with this name or "$schema" are, or nil
	chosen     bool                    // the user has chosen the dialect for files with this name
	guess      bool                    // nothing but the extension indicates the dialect, so that "$schema" may change it
	layout     []func(*format.Options) // setters of layout options, called in order
	Preferred  func(*format.Options)   // sets what is preferred if neither settings nor .editorconfig decide; may be nil

	entries      []*config.Suppression // the suppressions of the settings, in the order of Options.Suppressions
	BaselinePath string                // the path of the baseline, or ""
	baseline     *openBaseline         // nil unless the file is being checked and there is a baseline
	limit        int                   // with a baseline, the largest number of findings to report; negative for no limit
}

// An Outcome holds the findings in a file and the fixed text.
type Outcome struct {
	*report.File
	out []byte // what to print: a diff, or the fixed text of standard input

	problem    *schemaProblem // why the schema named by the file is not used, or nil
	chosen     string         // why Schema is used
	SchemaFile *report.File   // findings in the schema named by --schema or the settings, or nil
	unknown    error          // why the baseline cannot be used, or nil
	padding    int64          // number of zero bytes after the data of a compressed file
	part       *progress.Part // counts what has been read; nil if there is no bar
}

// NameOf returns the name by which messages refer to a file.
func (c *Checker) NameOf(f input.File) string {
	switch {
	case f.Name != input.Stdin:
		return f.Name
	case c.StdinName != "":
		return c.StdinName
	}
	return report.StdinName
}

// Abs returns the absolute path of a file. The name of an object stays as it is.
func (c *Checker) Abs(name string) string {
	if store.Is(name) {
		return name
	}
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(c.Here, name)
}

// open reports that the findings in other files may depend on a file, which is about to be read.
func (c *Checker) open(path string) {
	if c.opened != nil {
		c.opened(path)
	}
}

// A SchemaName identifies a schema and the schemas that it may refer to by URL.
type SchemaName struct {
	Name      string            // a path, or a URL in resources; "" for none
	Config    string            // the settings file that defines resources
	Resources map[string]string // paths of files by URL
	Copies    config.Copies     // those that are copies
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

// baselines holds the baselines of a run: the one of --baseline, or those of the settings. Several
// goroutines may use it.
type baselines struct {
	mu     sync.Mutex
	opened map[string]*openBaseline // keyed by path; guarded by mu
	lacked bool                     // a file has no baseline; guarded by mu
}

// An openBaseline is a baseline with what the run has found. Its fields are guarded by baselines.mu.
type openBaseline struct {
	path    string
	version outputs.Version           // of the file that has been read
	known   map[string]baseline.Known // by file; not changed after it has been read
	found   map[string]baseline.Known // the findings in the files that have been checked, by file
	err     error
}

// suppressions records how the suppressions in the settings are used. Several goroutines may use it.
type suppressions struct {
	mu      sync.Mutex
	configs map[string]*config.Config // the settings that have been used, by path; guarded by mu
	uses    map[suppressionKey]use    // guarded by mu
}

// A suppressionKey identifies a suppression. If several settings files extend the one that contains it,
// there are several suppressions with the same key.
type suppressionKey struct {
	path   string
	offset int64
}

func keyOf(s *config.Suppression) suppressionKey { return suppressionKey{s.Path, s.Offset} }

// A use is what is known about a suppression.
type use uint8

const (
	unmatched use = iota // it applies to no file
	unused               // it applies to a file, and has not been used
	unsure               // its rules may have missed something, because they are off or the file has errors
	used
)

// noteConfig records that the settings have been used.
func (s *suppressions) noteConfig(c *config.Config) {
	if len(c.Suppressions()) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.configs == nil {
		s.configs, s.uses = map[string]*config.Config{}, map[suppressionKey]use{}
	}
	s.configs[c.Path] = c
}
