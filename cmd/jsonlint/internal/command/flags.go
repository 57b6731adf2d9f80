package command

import (
	"errors"
	"io"
	"runtime"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/quarantine"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
)

// flags holds the parsed command line.
type flags struct {
	paths      []string
	exclude    []string
	extensions []string
	noIgnore   bool
	hidden     bool
	follow     bool
	changed    string
	staged     bool
	filesFrom  string   // the file with the names of files to check, or ""
	listed     []string // the names in filesFrom, once it has been read
	stdinName  string
	from       string
	decode     func(io.Reader) io.Reader
	jobs       int
	listFiles  bool
	allowEmpty bool // it is not an error if no file is found
	watch      bool

	listen string // the address on which jsonlint lsp waits for clients, or ""
	once   bool   // it serves only one of them

	dialect    *lint.Dialect // the dialect of all files
	dialects   []dialectOf   // the dialects of files that match patterns
	severities map[string]lint.Severity
	maxDepth   int // 0 if the settings apply
	schema     string

	schemaFormats  string // when formats in schemas are checked, or ""
	schemaMaxSteps int    // limits the work for one document; 0 if the settings apply

	schemaStream []byte // the schema read from standard input or a pipe, or nil

	noSchema    bool
	fix         bool
	fixEncoding string
	failOn      lint.Severity
	maxWarnings int // -1 for no limit

	format      string
	outputFile  string // the file that receives the findings, or ""
	quiet       bool
	summary     bool
	maxProblems int // -1 if the settings apply
	unit        report.Unit
	color       string
	frame       string
	progress    string
	metricsAddr string // the address on which metrics are served, or ""

	config      string
	noConfig    bool
	printConfig string

	baseline       string // the file with known findings, or "" if the settings apply
	noBaseline     bool
	updateBaseline bool

	keep string // the value of --keep, or "" for the default

	divided      quarantine.Names // the outputs for records
	concatenated bool             // the records are not lines

	diff bool // print the changes and write nothing
	fmt  fmtFlags

	schemas   schemaFlags
	salvage   salvageFlags
	index     indexFlags
	shards    shardFlags
	badReport badReportFlags
	serve     serveFlags
	asSchemas *library // the files are schemas to check; nil if they are documents
	used      []string // the names of the flags on the command line
	given     []string // the flags on the command line, with their values, in order
}

// A dialectOf sets the dialect of the files that match a pattern.
type dialectOf struct {
	files   ignore.List
	dialect lint.Dialect
}

// These errors end the parsing because the user has requested information.
var (
	errVersion = errors.New("version")
	errHelp    = errors.New("help")
)

// parse parses the command line.
func parse(args []string) (*flags, error) {
	f, err := parseOptions(options(), args)
	if err != nil {
		return nil, err
	}
	if f.fix && f.diff {
		return nil, errors.New("--fix and --diff cannot be combined")
	}
	f.fix = f.fix || f.diff || f.fixEncoding != ""
	return f, f.conflict()
}

// defaultFlags returns the flags of an empty command line.
func defaultFlags() *flags {
	return &flags{
		jobs: runtime.GOMAXPROCS(0), severities: map[string]lint.Severity{}, failOn: lint.Error, maxWarnings: -1, maxProblems: -1,
		format: "text", color: "auto", frame: "auto", progress: "auto",
		shards: shardFlags{size: defaultShardSize, shard: -1},
	}
}

// namesNone reports whether the command line neither names files nor says where their names come from.
func (f *flags) namesNone() bool {
	return len(f.paths) == 0 && !f.staged && f.changed == "" && f.filesFrom == ""
}

// readsInput reports whether the flags ask for input to be checked or fixed. The other flags print
// information or watch files.
func (f *flags) readsInput() bool { return !f.listFiles && !f.watch && f.printConfig == "" }

// conflict returns an error for flags that cannot be combined.
func (f *flags) conflict() error {
	switch {
	case f.staged && f.changed != "":
		return errors.New("--staged and --changed cannot be combined")
	case f.fix && f.decode != nil:
		return errors.New("--fix writes UTF-8, so it cannot be combined with --from")
	case f.staged && (f.fix || f.watch):
		return errors.New("--staged checks the index, which cannot be fixed or watched")
	case f.schema != "" && f.noSchema:
		return errors.New("--schema and --no-schema cannot be combined")
	case f.schema == input.Stdin && (slices.Contains(f.paths, input.Stdin) || f.namesNone()):
		return errors.New("--schema - reads the schema from standard input, so the files to check must be named")
	case f.config != "" && f.noConfig:
		return errContradiction
	case f.noBaseline && (f.baseline != "" || f.updateBaseline):
		return errors.New("--no-baseline cannot be combined with --baseline and --baseline-update")
	case f.watch && f.updateBaseline:
		return errors.New("--watch and --baseline-update cannot be combined")
	case f.metricsAddr != "" && !f.readsInput():
		return errors.New("--metrics-addr cannot be combined with --watch, --list-files or --print-config")
	case f.outputFile != "" && (f.quiet || f.watch || !f.readsInput()):
		return errors.New("--output-file cannot be combined with --quiet, --watch, --list-files or --print-config")
	}
	if err := f.divideConflict(); err != nil {
		return err
	}
	return f.listConflict()
}

// listConflict returns an error for flags that cannot be combined with --files-from.
func (f *flags) listConflict() error {
	switch {
	case f.filesFrom == "":
	case f.staged || f.changed != "":
		return errors.New("--files-from cannot be combined with --changed or --staged")
	case f.filesFrom == input.Stdin && slices.Contains(f.paths, input.Stdin):
		return errors.New("--files-from - reads names from standard input, so standard input cannot be checked")
	case f.filesFrom == input.Stdin && f.schema == input.Stdin:
		return errors.New("--files-from and --schema cannot both read standard input")
	}
	return nil
}

var errContradiction = errors.New("--config and --no-config cannot be combined")
