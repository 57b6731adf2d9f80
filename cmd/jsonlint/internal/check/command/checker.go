package command

import (
	"context"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/metrics"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/quarantine"
)

// A Checker checks files as its settings require. It consists of layers, each of which uses only those below it: a base, the
// schemas, the settings of files, and the search for files.
type Checker struct {
	fileFinder
	bar        *progress.Bar
	meter      *metrics.Meter
	run        *quarantine.Run // divides the records of the files; or nil
	acceptsBad bool            // --max-bad accepts the bad records
	unchecked  bool            // records could not be checked, because a schema is invalid
	concluded  bool            // what has become of the records that run divides has been reported, or is in an error
	baselines  baselines

	// Examine examines a file in place of the linter, as subcommands do. It is nil if files are linted.
	Examine func(f input.File, h *FileSettings, out *Outcome) error

	// These are for documents that are open in an editor.
	ctx   context.Context // may end the check early; nil for files, which are not checked without their baseline
	large int             // the size in bytes of the largest document whose findings are not limited further
	plain *Checker        // checks documents without settings if the settings cannot be used; or nil
}
