package command

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/gcpopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

	assaybeam "github.com/assayjson/assay/beam"
	"github.com/assayjson/assay/cmd/jsonlint/job"
	"github.com/assayjson/assay/internal/data/store"
)

// A commandLine has what the flags say.
type commandLine struct {
	*job.Job
	inputs   []string
	outputs  assaybeam.Outputs
	options  assaybeam.Options
	log      string
	helpBeam bool
}

// known are the runners that this program has, the default one first.
var known = []string{"prism", "PrismRunner", "dataflow", "DataflowRunner", "universal", "portable", "PortableRunner"}

// mostShards is the largest number of shards, which have five digits.
const mostShards = 99_999

func onPrism() bool { return strings.HasPrefix(strings.ToLower(*runners.Runner), "prism") }

// workersAreHere reports whether all workers are in this process, so that they end with it.
func workersAreHere() bool {
	return jobopts.IsLoopback() || onPrism() && *jobopts.Endpoint == "" && *jobopts.EnvironmentType == ""
}

var levels = []string{"none", "error", "warn", "info", "debug"}

// program describes the command line.
func (c *commandLine) program(stores store.Stores) *job.Program {
	p := &job.Program{
		Name: programName, Stores: stores,
		About: "Checks files with one record on each line on a runner of Apache Beam. Outputs are equal to those of jsonlint with --dialect ndjson, --report, --bad-to and --good-to, and appear completely or not at all; .gz and .zst are compressed. docs/reference/beam.md describes everything.",
		Groups: []job.Group{
			{Title: "Inputs and outputs", Flags: []job.Flag{
				{Name: "input", Arg: "GLOB", Doc: "check this file, the files in this folder, or the files or objects that match GLOB; may be repeated", Set: func(v string) error { c.inputs = append(c.inputs, v); return nil }},
				{Name: "report", Arg: "FILE", Doc: "write a report on the bad records to FILE", Set: job.Name(&c.outputs.Report)},
				{Name: "quarantine", Arg: "FILE", Doc: "write the bad records to FILE", Set: job.Name(&c.outputs.Bad)},
				{Name: "good", Arg: "FILE", Doc: "write everything else to FILE", Set: job.Name(&c.outputs.Good)},
				{Name: "shards", Arg: "N", Doc: "divide each output into N files, such as good-00000-of-00010.ndjson for good.ndjson (default: 1 on Prism, which is one machine, and 32 on other runners)", Set: job.Number(&c.outputs.Shards)},
			}},
			{Title: "Running", Flags: []job.Flag{
				{Name: "runner", Arg: "NAME", Doc: "use this runner of Beam: prism (the default), dataflow or universal", Set: job.Word(runners.Runner, known...)},
				{Name: "piece-size", Arg: "SIZE", Doc: "divide files into pieces of about SIZE bytes at first; kB, MB, GB, KiB, MiB and GiB are units (default 64MiB)", Set: job.Bytes(&c.options.Piece)},
				{Name: "temp", Arg: "FOLDER", Doc: "write temporary files to a folder in FOLDER, which all workers can reach (default: the folder of the first output)", Set: job.Name(&c.options.Temp)},
				{Name: "log", Arg: "LEVEL", Doc: "print messages of Beam from this level on: error, warn, info, debug or none (the default)", Set: job.Word(&c.log, levels...)},
				{Name: "help-beam", Doc: "print the flags of Beam and its runners, such as --endpoint", Set: func(string) error { c.helpBeam = true; return nil }},
			}},
		},
	}
	flag.VisitAll(func(f *flag.Flag) {
		if f.Name == "runner" {
			return
		}
		arg, usage := flag.UnquoteUsage(f)
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			arg = ""
		} else if arg == "" {
			arg = "value"
		}
		p.Hidden = append(p.Hidden, job.Flag{Name: f.Name, Arg: strings.ToUpper(arg), Doc: usage, Set: f.Value.Set})
	})
	return p
}

// parse parses the command line. The result is nil if that was all that was asked for.
func parse(args []string, stores store.Stores) (c *commandLine, err error) {
	c = &commandLine{log: levels[0]}
	*runners.Runner = known[0]
	p := c.program(stores)
	if c.Job, err = p.Parse(args); err != nil || c.Job == nil {
		return nil, likeJsonlint(err)
	}
	if c.helpBeam {
		return nil, p.PrintHidden()
	}
	if c.log != levels[0] {
		beamlog.SetupLogging(c.log, "text")
	}
	return c, flag.CommandLine.Parse(nil) // Beam asks whether its flags have been parsed
}

// checkServer returns an error if nothing can be reached at an address.
func checkServer(address string) error {
	conn, err := net.DialTimeout("tcp", address, time.Minute)
	if err != nil {
		return err
	}
	return conn.Close()
}

// likeJsonlint returns an error of parsing flags, with what to use instead of a flag that only jsonlint has. The error may be nil.
func likeJsonlint(err error) error {
	for _, f := range [][2]string{{"bad-to", "use --quarantine"}, {"good-to", "use --good"}, {"dialect", "each line of a file is a record, as with --dialect ndjson of jsonlint"}} {
		const unknown = "unknown flag: --"
		if err == nil {
			break
		} else if rest, ok := strings.CutPrefix(err.Error(), unknown+f[0]+" "); ok {
			return errors.New(unknown + f[0] + "; " + f[1] + " " + rest)
		}
	}
	return err
}

// check returns what is wrong with flags together.
func (c *commandLine) check() error {
	switch {
	case strings.HasPrefix(strings.ToLower(*runners.Runner), "dataflow") && *gcpopts.Project == "":
		return errors.New("--runner dataflow requires --project")
	case *jobopts.Async:
		return errors.New("--async is not supported, because temporary files are removed when the job ends")
	case len(c.inputs) == 0:
		return errors.New("--input is missing; name files, as in --input 'logs/*.ndjson' (see assay-beam --help)")
	case onPrism() && *jobopts.Endpoint == "" && strings.EqualFold(*jobopts.EnvironmentType, "EXTERNAL"):
		return errors.New("--environment_type EXTERNAL requires --endpoint")
	case c.outputs.Shards > mostShards:
		return fmt.Errorf("--shards: %d is more than %d", c.outputs.Shards, mostShards)
	case c.outputs.Shards == 0 && !onPrism():
		c.outputs.Shards = 32
	}
	if *jobopts.Endpoint != "" { // Beam would wait forever
		if err := checkServer(*jobopts.Endpoint); err != nil {
			return fmt.Errorf("--endpoint %s: there is no job server: %w", *jobopts.Endpoint, err)
		}
	}
	if *jobopts.WorkerBinary == "" && !workersAreHere() { // otherwise, Beam would compile one, which needs the source
		self, err := os.Executable()
		if err != nil {
			return fmt.Errorf("cannot find the program to send to the workers; name it by --worker_binary: %w", err)
		}
		*jobopts.WorkerBinary = self
	}
	return nil
}
