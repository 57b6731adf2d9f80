// Package command is the program assay-beam.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/exec/optimized" // calls functions without reflection
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"           // for gs://
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/gcpopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"

	assaybeam "github.com/assayjson/assay/beam"
	"github.com/assayjson/assay/lint"
)

// The exit statuses are those of jsonlint.
const (
	statusValid = iota
	statusFindings
	statusTrouble
)

// list is a flag that can be repeated.
type list []string

func (l *list) String() string { return strings.Join(*l, " ") }

// Set adds a value.
func (l *list) Set(value string) error {
	*l = append(*l, value)
	return nil
}

var (
	inputs  list
	outputs assaybeam.Outputs
	failOn  string
	which   string // which records are good
	raised  list   // rules whose findings are errors
	off     list   // rules that are not applied
	options assaybeam.Options

	logLevel string
)

func init() {
	flag.Var(&inputs, "input", "`GLOB` of files with one record on each line; may be repeated (required)")
	flag.StringVar(&outputs.Report, "report", "", "`FILE` for the report, in the format of jsonlint --report")
	flag.StringVar(&outputs.Bad, "quarantine", "", "`FILE` for the bad records")
	flag.StringVar(&outputs.Good, "good", "", "`FILE` for everything else")
	flag.StringVar(&failOn, "fail-on", "error", "lowest `SEVERITY` that makes a record bad: error, warning or info")
	flag.StringVar(&which, "records", "objects", "which records are good: only `objects`, or any valid values")
	flag.Var(&raised, "error", "`RULE` whose findings are errors; may be repeated")
	flag.Var(&off, "off", "`RULE` that is not applied; may be repeated")
	flag.IntVar(&options.MaxDepth, "max-depth", 0, "largest number of nested levels (default 10000)")
	flag.Int64Var(&options.Piece, "piece-size", 0, "size in `BYTES` of the pieces into which files are divided at first (default 64 MiB)")
	flag.StringVar(&logLevel, "log", "error", "lowest `LEVEL` of messages of Beam on standard error: debug, info, warn or error")
	flag.StringVar(&options.Temp, "temp", "", "`FOLDER` for temporary files, which all workers can reach (default: that of the first output)")
}

// Main runs the program and returns its exit status.
func Main() int {
	flag.Parse()
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, logLevel) {
		fmt.Fprintf(os.Stderr, "assay-beam: invalid value %q of --log: use debug, info, warn or error\n", logLevel)
		return statusTrouble
	}
	beamlog.SetupLogging(logLevel, "text")
	beam.Init() // does not return in a worker that a runner has started
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	status, err := run(ctx, os.Stderr)
	if err != nil {
		fmt.Fprintf(os.Stderr, "assay-beam: %v\n", err)
		return statusTrouble
	}
	return status
}

// run checks the files.
func run(ctx context.Context, stderr io.Writer) (status int, err error) {
	if err := readFlags(); err != nil {
		return 0, err
	}
	names, err := find(ctx, inputs)
	if err != nil {
		return 0, err
	}
	if err := checkOutputs(names); err != nil {
		return 0, err
	}
	remove, err := useTemp()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, remove()) }()

	p, s := beam.NewPipelineWithRoot()
	assaybeam.CheckAndReport(s, names, options, outputs)
	result, err := beam.Run(ctx, *runners.Runner, p)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s\nno outputs have been written", reason(err))
	case result == nil:
		return 0, errors.New("the runner has returned no result, so it is not known whether there are bad records")
	}
	return finish(result.Metrics(), stderr)
}

// reason returns the last line of an error of Beam, which has the cause. The lines before it describe the pipeline.
func reason(err error) string {
	text := strings.TrimSpace(err.Error())
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// known are the runners that this program has, the default one first.
var known = []string{"prism", "PrismRunner", "dataflow", "DataflowRunner", "universal", "portable", "PortableRunner"}

// readFlags checks the flags.
func readFlags() (err error) {
	if *runners.Runner == "" {
		*runners.Runner = known[0]
	}
	switch {
	case !slices.Contains(known, *runners.Runner): // with such a name, Beam would end the program with another status
		return fmt.Errorf("unknown runner %q; use %s", *runners.Runner, strings.Join(known, ", "))
	case strings.HasPrefix(strings.ToLower(*runners.Runner), "dataflow") && *gcpopts.Project == "":
		return errors.New("--runner dataflow requires --project")
	case flag.NArg() > 0:
		return fmt.Errorf("unexpected argument %q; files are named by --input", flag.Arg(0))
	case len(inputs) == 0:
		return errors.New("--input is missing")
	}
	if options.FailOn, err = lint.ParseSeverity(failOn); err != nil || options.FailOn == lint.Off {
		return fmt.Errorf("invalid value %q of --fail-on: use error, warning or info", failOn)
	}
	if !slices.Contains([]string{"objects", "any"}, which) {
		return fmt.Errorf("invalid value %q of --records: use objects or any", which)
	}
	options.AnyRecords = which == "any"
	options.Severities = map[string]lint.Severity{}
	for _, name := range raised {
		options.Severities[name] = lint.Error
	}
	for _, name := range off {
		options.Severities[name] = lint.Off
	}
	return options.Validate()
}

// finish prints the totals, and returns the exit status.
func finish(m metrics.Results, stderr io.Writer) (status int, err error) {
	count := func(name string) (n int64) {
		for _, c := range m.AllMetrics().Counters() {
			if c.Key.Namespace == assaybeam.Namespace && c.Key.Name == name {
				n += c.Result()
			}
		}
		return n
	}
	if count("reports") == 0 {
		return 0, errors.New("the runner has not said that the outputs have been written")
	}
	all, bad := count("records"), count("bad")
	fmt.Fprintf(stderr, "%d records: %d good, %d bad\n", all, all-bad, bad)
	if bad > 0 || count("failures") > 0 {
		return statusFindings, nil
	}
	return statusValid, nil
}
