package reportcmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
)

// flags holds the command line of jsonlint report.
type flags struct {
	*command.Flags
	html, csv string // the output files
	bad       string // the file of bad records, or ""
	stats     string // the output of jsonlint stats, or ""
	noText    bool
	partial   bool
	samples   int
}

// program describes the command line of jsonlint report.
func program() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " report",
		Synopsis: []string{"[flags] --html PAGE [--csv TABLE] REPORT", "[flags] --csv TABLE REPORT"},
		About: "Shows a report on bad records, which jsonlint --report has written, as a page for browsers or as a table in CSV. " +
			"The page has the numbers of bad records by kind, by file and by the modification time of the file, and samples in which the findings are marked. " +
			"It is one file, which loads nothing from elsewhere. The text of the samples comes from the file of --bad, or from the checked files if they still have the same size. " +
			"REPORT can also be the folder of the results of jsonlint run, or - for standard input; files that end in .gz or .zst are decompressed. The outputs appear completely or not at all. docs/reference/report.md describes them.",
		Groups: command.Groups(new(flags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "the outputs have been written"},
			{Code: command.StatusTrouble, Doc: "invalid usage, an input or output error, or a report that is damaged or incomplete"},
		},
	}
}

// defaultSamples is the default of --samples.
const defaultSamples = 5

// options returns the table of flags of jsonlint report.
func (f *flags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Output files", Options: []command.Option{
			{Option: cli.Option{Name: "html", Arg: "PAGE", Doc: "write a page for browsers to PAGE; - is standard output"}, Set: command.FileName(command.Field(&f.html))},
			{Option: cli.Option{Name: "csv", Arg: "TABLE", Doc: "write a table with a row for each bad record to TABLE, in CSV (RFC 4180); - is standard output; .gz and .zst are compressed"}, Set: command.FileName(command.Field(&f.csv))},
		}},
		{Title: "Reading the report", Options: []command.Option{
			{Option: cli.Option{Name: "bad", Arg: "FILE", Doc: "take the text of samples from FILE, which jsonlint --bad-to has written in the same run"}, Set: command.FileName(command.Field(&f.bad))},
			{Option: cli.Option{Name: "stats", Arg: "FILE", Doc: "also show the members of the records, from FILE, which jsonlint stats --format json has written"}, Set: command.FileName(command.Field(&f.stats))},
			{Option: cli.Option{Name: "no-text", Doc: "show positions and messages, but no text of records"}, Set: command.Toggle(command.Field(&f.noText))},
			{Option: cli.Option{Name: "samples", Arg: "N", Doc: fmt.Sprintf("show at most N samples of each kind (default %d)", defaultSamples)}, Set: f.setSamples},
			{Option: cli.Option{Name: "partial", Doc: "accept a report without its last line, and state on the page that it is incomplete"}, Set: command.Toggle(command.Field(&f.partial))},
		}},
		{Title: "Other flags", Options: slices.Concat(command.Pick(command.OutputOptions(), "progress"), command.Pick(command.SettingOptions(), "debug", "help"))},
	}
}

// mostSamples limits the size of the page.
const mostSamples = 20

func (f *flags) setSamples(shared *command.Flags, value string) error {
	if err := command.Number(0, command.Field(&f.samples))(shared, value); err != nil {
		return err
	}
	if f.samples > mostSamples {
		return fmt.Errorf("%d is more than %d", f.samples, mostSamples)
	}
	return nil
}

// parse parses the command line of jsonlint report.
func parse(args []string) (f *flags, err error) {
	f = &flags{samples: defaultSamples}
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return nil, err
	}
	switch {
	case len(f.Exclude) > 0:
		return nil, fmt.Errorf("%q cannot be excluded; name one report", "!"+f.Exclude[0])
	case len(f.Paths) != 1:
		return nil, errors.New("report requires the name of one report, or - for standard input")
	case f.html == "" && f.csv == "":
		return nil, errors.New("report requires --html PAGE or --csv TABLE")
	case f.html == input.Stdin && f.csv == input.Stdin:
		return nil, errors.New("only one of --html and --csv can be standard output")
	case f.html == "" && (f.bad != "" || f.stats != "" || f.noText || slices.Contains(f.Used, "samples")):
		return nil, errors.New("--bad, --stats, --no-text and --samples require --html")
	case f.bad != "" && f.noText:
		return nil, errors.New("--bad and --no-text cannot be combined")
	case f.bad == input.Stdin || f.stats == input.Stdin:
		return nil, errors.New("--bad and --stats must be files")
	}
	return f, f.conflict()
}

// conflict returns an error if an output is also another output or an input.
func (f *flags) conflict() error {
	return command.CheckOutputs(
		[]command.NamedFile{{What: "the report", Name: f.Paths[0]}, {What: "--bad", Name: f.bad}, {What: "--stats", Name: f.stats}},
		[]command.NamedFile{{What: "--html", Name: f.html}, {What: "--csv", Name: f.csv}},
	)
}
