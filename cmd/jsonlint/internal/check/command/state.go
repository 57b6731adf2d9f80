package command

import (
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/baseline"
	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
)

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
	Text    []byte         // what to print: a diff, or a fixed or formatted text
	Warning error          // what else the user should know about the file, or nil
	Part    *progress.Part // counts what has been read; nil if there is no bar

	problem    *schemaProblem // why the schema named by the file is not used, or nil
	chosen     string         // why Schema is used
	SchemaFile *report.File   // findings in the schema named by --schema or the settings, or nil
	unknown    error          // why the baseline cannot be used, or nil
	unfixed    string         // why what can be fixed has not been fixed, or ""
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
