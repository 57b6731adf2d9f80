package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
)

// badReportFlags are the flags of jsonlint report alone.
type badReportFlags struct {
	html, csv string // the output files
	bad       string // the file of bad records, or ""
	noText    bool
	partial   bool
	samples   int
}

func badReportProgram() *cli.Program {
	return &cli.Program{
		Name:     programName + " report",
		Synopsis: []string{"[flags] --html PAGE [--csv TABLE] REPORT", "[flags] --csv TABLE REPORT"},
		About: "Shows a report on bad records, which jsonlint --report has written, as a page for browsers or as a table in CSV. " +
			"The page has the numbers of bad records by kind, by file and by the modification time of the file, and samples in which the findings are marked. " +
			"It is one file, which loads nothing from elsewhere. The text of the samples comes from the file of --bad, or from the checked files if they still have the same size. " +
			"REPORT can also be the folder of the results of jsonlint run, or - for standard input; files that end in .gz or .zst are decompressed. The outputs appear completely or not at all. docs/report.md describes them.",
		Groups: Groups(badReportOptions()),
		Statuses: []cli.Status{
			{Code: StatusValid, Doc: "the outputs have been written"},
			{Code: StatusTrouble, Doc: "invalid usage, an input or output error, or a report that is damaged or incomplete"},
		},
	}
}

// defaultSamples is the default of --samples.
const defaultSamples = 5

// badReportOptions returns the table of flags of jsonlint report.
func badReportOptions() []OptionGroup {
	file := func(field func(*badReportFlags) *string) func(*Flags, string) error {
		return FileName(func(f *Flags) *string { return field(&f.badReport) })
	}
	return []OptionGroup{
		{"Output files", []Option{
			{Option: cli.Option{Name: "html", Arg: "PAGE", Doc: "write a page for browsers to PAGE; - is standard output"}, Set: file(func(r *badReportFlags) *string { return &r.html })},
			{Option: cli.Option{Name: "csv", Arg: "TABLE", Doc: "write a table with a row for each bad record to TABLE, in CSV (RFC 4180); - is standard output; .gz and .zst are compressed"}, Set: file(func(r *badReportFlags) *string { return &r.csv })},
		}},
		{"Reading the report", []Option{
			{Option: cli.Option{Name: "bad", Arg: "FILE", Doc: "take the text of samples from FILE, which jsonlint --bad-to has written in the same run"}, Set: file(func(r *badReportFlags) *string { return &r.bad })},
			{Option: cli.Option{Name: "no-text", Doc: "show positions and messages, but no text of records"}, Set: Toggle(func(f *Flags) *bool { return &f.badReport.noText })},
			{Option: cli.Option{Name: "samples", Arg: "N", Doc: fmt.Sprintf("show at most N samples of each kind (default %d)", defaultSamples)}, Set: setSamples},
			{Option: cli.Option{Name: "partial", Doc: "accept a report without its last line, and state on the page that it is incomplete"}, Set: Toggle(func(f *Flags) *bool { return &f.badReport.partial })},
		}},
		{"Other flags", slices.Concat(Pick(OutputOptions(), "progress"), Pick(SettingOptions(), "debug", "help"))},
	}
}

// mostSamples limits the size of the page.
const mostSamples = 20

func setSamples(f *Flags, value string) error {
	if err := number(0, func(f *Flags) *int { return &f.badReport.samples })(f, value); err != nil {
		return err
	}
	if f.badReport.samples > mostSamples {
		return fmt.Errorf("%d is more than %d", f.badReport.samples, mostSamples)
	}
	return nil
}

// parseBadReport parses the command line of jsonlint report.
func parseBadReport(args []string) (*Flags, error) {
	f, err := ParseOptions(badReportOptions(), args)
	if err != nil {
		return nil, err
	}
	r := &f.badReport
	if !slices.Contains(f.Used, "samples") {
		r.samples = defaultSamples
	}
	switch {
	case len(f.Exclude) > 0:
		return nil, fmt.Errorf("%q cannot be excluded; name one report", "!"+f.Exclude[0])
	case len(f.Paths) != 1:
		return nil, errors.New("report requires the name of one report, or - for standard input")
	case r.html == "" && r.csv == "":
		return nil, errors.New("report requires --html PAGE or --csv TABLE")
	case r.html == input.Stdin && r.csv == input.Stdin:
		return nil, errors.New("only one of --html and --csv can be standard output")
	case r.html == "" && (r.bad != "" || r.noText || slices.Contains(f.Used, "samples")):
		return nil, errors.New("--bad, --no-text and --samples require --html")
	case r.bad != "" && r.noText:
		return nil, errors.New("--bad and --no-text cannot be combined")
	case r.bad == input.Stdin:
		return nil, errors.New("--bad must be a file")
	}
	return f, f.badReportConflict()
}

// badReportConflict returns an error if an output file is also another output file or an input.
func (f *Flags) badReportConflict() error {
	r := &f.badReport
	for _, out := range []struct{ flag, name string }{{"--html", r.html}, {"--csv", r.csv}} {
		for _, other := range []struct{ what, name string }{{"the report", f.Paths[0]}, {"--bad", r.bad}, {"--html", r.html}} {
			if out.name == "" || out.name == input.Stdin || other.name == "" || other.name == input.Stdin || other.what == out.flag {
				continue
			}
			if outputs.Same(out.name, other.name) {
				return fmt.Errorf("%s and %s are the same file: %s", other.what, out.flag, report.Path(out.name))
			}
		}
	}
	return nil
}
