package command

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/quarantine"
	"github.com/assayjson/assay/lint"
)

// Flags holds the parsed command line. Fields without a comment have the name of their flag, which options.go describes.
type Flags struct {
	Settings
	watch       bool
	printConfig string
	Used        []string // the names of the flags on the command line
	given       []string // the flags on the command line, with their values, in order
}

// Settings say what a [Checker] does. They come from a command line, or from a program that has none.
type Settings struct {
	Selection
	Reading
	Checks
	Repairs
	Output
	Lookup
	Jobs         int
	Concatenated bool             // the records are not lines
	divided      quarantine.Names // the outputs for records
	takes        string           // which records are good, or "" if the format of the file decides
	maxBad       *badLimit        // how many records may be bad, or nil if --fail-on decides
}

// A Selection says which files are checked.
type Selection struct {
	Paths      []string
	Exclude    []string
	extensions []string
	noIgnore   bool
	forced     bool // --force-exclude
	hidden     bool
	Follow     bool
	changed    string
	staged     bool
	filesFrom  string   // the file with the names of files to check, or ""
	listed     []string // the names in filesFrom, once it has been read
	ListFiles  bool
	AllowEmpty bool // it is not an error if no file is found
}

// Reading says how files are read.
type Reading struct {
	StdinName string
	from      string
	Decode    func(io.Reader) io.Reader
}

// Checks say what is found in a file, unless its settings say more.
type Checks struct {
	Dialect        *lint.Dialect // the dialect of all files
	dialects       []dialectOf   // the dialects of files that match patterns
	Severities     map[string]lint.Severity
	preview        bool   // rules have the severities of the next minor version
	MaxDepth       int    // 0 if the settings apply
	Schema         string // a file or URL, [input.Stdin], or "" if the settings apply
	schemaStream   []byte // the schema read from standard input or a pipe, or nil
	schemaFormats  string // when formats in schemas are checked, or ""
	schemaMaxSteps int    // limits the work for one document; 0 if the settings apply
	NoSchema       bool
}

// Repairs say what is changed.
type Repairs struct {
	fix         bool
	fixEncoding string
	Diff        bool // print the changes and write nothing
	Prints      bool // print the formatted texts of files instead of findings
}

// An Output says what becomes of the findings.
type Output struct {
	FailOn      lint.Severity
	MaxWarnings int        // -1 for no limit
	Format      string     // of the findings on standard output, or in OutputFile
	reports     []reportTo // what --format names, in order
	OutputFile  string     // the file that receives the findings instead of standard output, or ""
	Quiet       bool
	summary     bool
	maxProblems int // -1 if the settings apply
	unit        report.Unit
	Color       string
	Frame       string
	progress    string
	metricsAddr string // the address on which metrics are served, or ""
}

// A Lookup says which files with settings and known findings are used.
type Lookup struct {
	Config         string
	NoConfig       bool
	AllowOutside   bool
	baseline       string // the file with known findings, or "" if the settings apply
	noBaseline     bool
	updateBaseline bool
}

// A dialectOf sets the dialect of the files that match a pattern.
type dialectOf struct {
	files   ignore.List
	dialect lint.Dialect
}

// A reportTo is a format of findings, and where it is written.
type reportTo struct {
	format string
	file   string // "" for standard output
}

// A badLimit is the value of --max-bad: a number of records, or a share of them.
type badLimit struct {
	text  string
	count int64
	share *big.Rat // in percent, if text ends in a percent sign
}

// newBadLimit returns the limit that a text states.
func newBadLimit(text string) (l *badLimit, err error) {
	l = &badLimit{text: text}
	if number, isShare := strings.CutSuffix(text, "%"); isShare {
		const longest = len("0.123456789")
		if len(number) <= longest && strings.Trim(number, "0123456789.") == "" {
			l.share, _ = new(big.Rat).SetString(number)
		}
	} else if l.count, err = strconv.ParseInt(text, 10, 64); err == nil {
		l.share = new(big.Rat)
	}
	if l.share == nil || l.count < 0 || l.share.Cmp(big.NewRat(100, 1)) > 0 {
		return nil, fmt.Errorf("%q is neither a number of records, such as 100, nor a share of them, such as 0.5%%", text)
	}
	return l, nil
}

// accepts reports whether so many bad records of all are not too many.
func (l *badLimit) accepts(bad, all int64) bool {
	if strings.HasSuffix(l.text, "%") {
		most := new(big.Rat).Mul(l.share, big.NewRat(all, 100))
		return most.Cmp(big.NewRat(bad, 1)) >= 0
	}
	return bad <= l.count
}

// prints reports whether findings go to standard output or to the file of --output-file.
func (o *Output) prints() bool {
	return len(o.reports) == 0 || slices.ContainsFunc(o.reports, func(r reportTo) bool { return r.file == "" })
}

// WritesReports reports whether --format names a file.
func (o *Output) WritesReports() bool {
	return slices.ContainsFunc(o.reports, func(r reportTo) bool { return r.file != "" })
}

// reportFiles returns the files that receive findings, with what messages call them.
func (o *Output) reportFiles() (all []NamedFile) {
	if isFile(o.OutputFile) {
		all = append(all, NamedFile{"--output-file", o.OutputFile})
	}
	for _, r := range o.reports {
		if r.file != "" {
			all = append(all, NamedFile{"--format " + r.format, r.file})
		}
	}
	return all
}

// DefaultSettings returns the settings of an empty command line.
func DefaultSettings() Settings {
	return Settings{
		Jobs:   runtime.GOMAXPROCS(0),
		Checks: Checks{Severities: map[string]lint.Severity{}},
		Output: Output{
			FailOn: lint.Error, MaxWarnings: -1, maxProblems: -1,
			Format: "text", Color: "auto", Frame: "auto", progress: "auto",
		},
	}
}

// NamesNone reports whether the command line neither names files nor says where their names come from.
func (s *Selection) NamesNone() bool {
	return len(s.Paths) == 0 && !s.staged && s.changed == "" && s.filesFrom == ""
}

// ReadsInput reports whether the flags ask for input to be checked or fixed. The other flags print
// information or watch files.
func (f *Flags) ReadsInput() bool { return !f.ListFiles && !f.watch && f.printConfig == "" }

// conflict returns an error for flags that cannot be combined.
func (f *Flags) conflict() error {
	switch {
	case f.StagedConflict(f.fix || f.watch) != nil:
		return f.StagedConflict(f.fix || f.watch)
	case f.fix && f.Decode != nil:
		return errors.New("--fix writes UTF-8, so it cannot be combined with --from")
	case f.SettingConflict() != nil:
		return f.SettingConflict()
	case f.Schema == input.Stdin && (slices.Contains(f.Paths, input.Stdin) || f.NamesNone()):
		return errors.New("--schema - reads the schema from standard input, so the files to check must be named")
	case f.noBaseline && (f.baseline != "" || f.updateBaseline):
		return errors.New("--no-baseline cannot be combined with --baseline and --baseline-update")
	case f.watch && f.updateBaseline:
		return errors.New("--watch and --baseline-update cannot be combined")
	case f.metricsAddr != "" && !f.ReadsInput():
		return errors.New("--metrics-addr cannot be combined with --watch, --list-files or --print-config")
	case f.ReportConflict() != nil:
		return f.ReportConflict()
	}
	if err := f.divideConflict(); err != nil {
		return err
	}
	return f.ListConflict()
}

// divides reports whether the records of the files are divided between output files.
func (s *Settings) divides() bool { return s.divided != quarantine.Names{} }

// divideConflict returns an error for flags that cannot be combined with the outputs for records.
func (f *Flags) divideConflict() error {
	switch {
	case !f.divides() && f.Concatenated:
		return errors.New("--concatenated requires --good-to, --bad-to or --report")
	case !f.divides() && f.takes != "":
		return errors.New("--records requires --good-to, --bad-to or --report")
	case !f.divides() && f.maxBad != nil:
		return errors.New("--max-bad requires --good-to, --bad-to or --report")
	case !f.divides():
		return nil
	case f.fix || !f.ReadsInput():
		return errors.New("--good-to, --bad-to and --report cannot be combined with --fix, --diff, --watch, --list-files or --print-config")
	case f.baseline != "" || f.updateBaseline:
		return errors.New("--good-to, --bad-to and --report cannot be combined with a baseline")
	}
	for _, out := range f.reportFiles() {
		if f.divided.Include(out.Name) {
			return fmt.Errorf("%s must differ from --good-to, --bad-to and --report", out.What)
		}
	}
	return f.divided.Check()
}

// ReportConflict returns an error for flags that cannot be combined with files for the findings.
func (f *Flags) ReportConflict() error {
	switch {
	case isFile(f.OutputFile) && !f.prints():
		return errors.New("--output-file requires a --format without a file")
	case f.OutputFile != "" && (f.Quiet || f.watch || !f.ReadsInput()):
		return errors.New("--output-file cannot be combined with --quiet, --watch, --list-files or --print-config")
	case f.WritesReports() && (f.Quiet || f.watch || !f.ReadsInput()):
		return errors.New("--format NAME=FILE cannot be combined with --quiet, --watch, --list-files or --print-config")
	}
	return CheckOutputs(nil, f.reportFiles())
}

// SettingConflict returns an error for flags that cannot be combined with --schema and --config.
func (f *Flags) SettingConflict() error {
	switch {
	case f.Schema != "" && f.NoSchema:
		return errors.New("--schema and --no-schema cannot be combined")
	case f.Config != "" && f.NoConfig:
		return ErrContradiction
	}
	return nil
}

// StagedConflict returns an error for flags that cannot be combined with --staged. The parameter changes reports whether files are written or
// watched.
func (f *Flags) StagedConflict(changes bool) error {
	switch {
	case !f.staged:
	case f.changed != "":
		return errors.New("--staged and --changed cannot be combined")
	case changes:
		return errors.New("--staged reads the index, which cannot be fixed, formatted or watched")
	case f.Prints:
		return errors.New("--staged requires --check or --diff")
	}
	return nil
}

// ListConflict returns an error for flags that cannot be combined with --files-from.
func (f *Flags) ListConflict() error {
	switch {
	case f.filesFrom == "":
	case f.staged || f.changed != "":
		return errors.New("--files-from cannot be combined with --changed or --staged")
	case f.filesFrom == input.Stdin && slices.Contains(f.Paths, input.Stdin):
		return errors.New("--files-from - reads names from standard input, so standard input cannot be checked")
	case f.filesFrom == input.Stdin && f.Schema == input.Stdin:
		return errors.New("--files-from and --schema cannot both read standard input")
	}
	return nil
}

// ErrContradiction is the error for --config with --no-config.
var ErrContradiction = errors.New("--config and --no-config cannot be combined")

// Sum returns a checksum of everything that the results of a run depend on except the files and their
// settings: the version of the program, the flags on the command line, except those with the given names, and a
// schema that is not in a file.
func (f *Flags) Sum(except ...string) (string, error) {
	var given []string
	for _, flag := range f.given {
		name, _, _ := strings.Cut(flag, "=")
		if !slices.Contains(except, name) {
			given = append(given, flag)
		}
	}
	return sumOf(struct {
		Version string
		Flags   []string
		Schema  []byte
	}{Version(), given, f.schemaStream})
}

// sumOf returns the SHA-256 of a value as JSON, in hexadecimal digits.
func sumOf(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
