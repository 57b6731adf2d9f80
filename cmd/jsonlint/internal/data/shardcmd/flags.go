package shardcmd

import (
	"cmp"
	"errors"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/quarantine"
	"github.com/assayjson/assay/internal/data/store"
)

// planFlags holds the command line of jsonlint plan.
type planFlags struct {
	*command.Flags
	size int64 // about how many bytes a shard has
}

// runFlags holds the command line of jsonlint run.
type runFlags struct {
	*command.Flags
	shard int    // the shard to check, or -1
	all   bool   // check all shards that are left
	out   string // the folder for the parts
	good  bool   // keep the good records
	bad   bool   // keep the bad records
}

// mergeFlags holds the command line of jsonlint merge.
type mergeFlags struct {
	*command.Flags
	outputs quarantine.Names
}

// defaultSize is the default of --size.
const defaultSize = 256 << 20

// planProgram describes the command line of jsonlint plan.
func planProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " plan",
		Synopsis: []string{"[flags] FILE | FOLDER | GLOB | !GLOB ... > PLAN"},
		About: "Divides the checking of many or large files of records into shards, which jsonlint run checks on any number of machines. The plan is written to standard output. " +
			"Large files of NDJSON are divided, and small files are grouped. A file that ends in .gz, .zst or .json-seq is not divided. The plan lists the sizes and modification times of the files, or the versions of objects, so that jsonlint run refuses files that have changed. " +
			"Files are selected as jsonlint does, and have the names in the plan on all machines. docs/reference/scale.md shows how to use plans.",
		Groups: command.Groups(new(planFlags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "success"},
			{Code: command.StatusTrouble, Doc: "invalid usage, no files, or an input or output error"},
		},
	}
}

// options returns the table of flags of jsonlint plan.
func (f *planFlags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Dividing files", Options: []command.Option{
			{Option: cli.Option{Name: "size", Arg: "SIZE", Doc: "make shards of about SIZE bytes; kB, MB, GB, KiB, MiB and GiB are units (default 256MiB)"}, Set: command.Bytes(&f.size)},
			{Option: cli.Option{Name: "output-file", Short: "o", Arg: "FILE", Doc: "write the plan to FILE, completely or not at all, instead of to standard output (-); .gz and .zst are compressed"}, Set: command.FileName(func(f *command.Flags) *string { return &f.OutputFile })},
		}},
		{Title: "Selecting files", Options: command.Pick(command.InputOptions(), "exclude", "extensions", "no-ignore", "hidden", "follow", "files-from", "allow-no-files")},
		{Title: "Other flags", Options: slices.Concat(command.Pick(command.OutputOptions(), "progress", "metrics-addr"), command.Pick(command.SettingOptions(), "config", "no-config", "allow-outside", "debug", "help"))},
	}
}

// runProgram describes the command line of jsonlint run.
func runProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " run",
		Synopsis: []string{"[flags] PLAN --shard K --out FOLDER", "[flags] PLAN --all --out FOLDER"},
		About: "Checks one shard of a plan, and writes the results to a part in FOLDER, which jsonlint merge reads. " +
			"The part appears completely or not at all, and is the same again if the shard is checked again, so that a shard may be repeated at any time and by several machines at once. " +
			"The flags must be the same for all shards. Files are read as records, as with jsonlint --report. " +
			"Findings do not change the exit status; that of jsonlint merge depends on them.",
		Groups: command.Groups(new(runFlags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "the part has been written, whether or not there are findings"},
			{Code: command.StatusTrouble, Doc: "invalid usage or settings, a file that cannot be read or has changed, or an output error"},
		},
	}
}

// options returns the table of flags of jsonlint run.
func (f *runFlags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Choosing shards", Options: []command.Option{
			{Option: cli.Option{Name: "shard", Arg: "K", Doc: "check shard K, counted from 0"}, Set: command.Number(0, command.Field(&f.shard))},
			{Option: cli.Option{Name: "all", Doc: "check all shards that have no part yet, one after the other"}, Set: command.Toggle(command.Field(&f.all))},
			{Option: cli.Option{Name: "good", Doc: "also keep the good records in FOLDER, for jsonlint merge --good-to"}, Set: command.Toggle(command.Field(&f.good))},
			{Option: cli.Option{Name: "bad", Doc: "also keep the bad records in FOLDER, for jsonlint merge --bad-to"}, Set: command.Toggle(command.Field(&f.bad))},
			{Option: cli.Option{Name: "out", Arg: "FOLDER", Doc: "write parts to FOLDER, which is made if it does not exist"}, Set: command.FileName(command.Field(&f.out))},
		}},
		{Title: "Checking", Options: command.Pick(slices.Concat(command.InputOptions(), command.RuleOptions()), "from", "dialect", "error", "warn", "info", "off", "preview", "no-duplicate-keys", "allow-bom", "max-depth",
			"schema", "schema-formats", "schema-max-steps", "no-schema", "records", "concatenated", "fail-on", "max-warnings")},
		{Title: "Other flags", Options: slices.Concat(command.Pick(command.OutputOptions(), "progress", "metrics-addr"), command.Pick(command.SettingOptions(), "config", "no-config", "allow-outside", "debug", "help"))},
	}
}

// mergeProgram describes the command line of jsonlint merge.
func mergeProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " merge",
		Synopsis: []string{"[flags] FOLDER"},
		About: "Merges the parts that jsonlint run has written to FOLDER into the report that jsonlint --report would write for the same files and flags, byte for byte. " +
			"The report is written to standard output. --good-to and --bad-to also write the records that jsonlint run --good and --bad have kept. If parts are missing, incomplete, or do not belong together, nothing is written, and the shards to repeat are listed.",
		Groups: command.Groups(new(mergeFlags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "success"},
			{Code: command.StatusFindings, Doc: "findings, according to the flags of jsonlint run"},
			{Code: command.StatusTrouble, Doc: "invalid usage, parts that are missing or do not belong together, or an input or output error"},
		},
	}
}

// options returns the table of flags of jsonlint merge.
func (f *mergeFlags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Output", Options: append([]command.Option{
			{Option: cli.Option{Name: "output-file", Short: "o", Arg: "FILE", Doc: "write the report to FILE, completely or not at all, instead of to standard output (-); .gz and .zst are compressed"}, Set: command.FileName(command.Field(&f.outputs.Report))},
			{Option: cli.Option{Name: "good-to", Arg: "FILE", Doc: "write the records that are good to FILE, as jsonlint --good-to does; all shards must have been run with --good"}, Set: command.FileName(command.Field(&f.outputs.Good))},
			{Option: cli.Option{Name: "bad-to", Arg: "FILE", Doc: "write the records that are bad to FILE, as jsonlint --bad-to does; all shards must have been run with --bad"}, Set: command.FileName(command.Field(&f.outputs.Bad))},
			{Option: cli.Option{Name: "quiet", Short: "q", Doc: "do not print the numbers of records on standard error"}, Set: command.Toggle(func(f *command.Flags) *bool { return &f.Quiet })},
		}, slices.Concat(command.Pick(command.OutputOptions(), "progress", "metrics-addr"), command.Pick(command.SettingOptions(), "debug", "help"))...)},
	}
}

var errPartsInStore = errors.New("the folder of the parts must be on a disk, not in a store of objects")

// parsePlan parses the command line of jsonlint plan.
func parsePlan(args []string) (f *planFlags, err error) {
	f = &planFlags{size: defaultSize}
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return nil, err
	}
	if f.NamesNone() {
		return nil, errors.New("plan requires a file, a folder or a glob")
	}
	return f, nil
}

// parseRun parses the command line of jsonlint run.
func parseRun(args []string) (f *runFlags, err error) {
	f = &runFlags{shard: -1}
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return nil, err
	}
	switch {
	case len(f.Paths) != 1 || len(f.Exclude) > 0:
		return nil, errors.New("run requires one plan")
	case f.out == "":
		return nil, errors.New("run requires --out FOLDER")
	case store.Is(f.out):
		return nil, errPartsInStore
	case f.all == (f.shard >= 0):
		return nil, errors.New("run requires either --shard K or --all")
	case f.Schema == input.Stdin:
		return nil, errors.New("--schema - cannot be used for shards, because the schema must be the same for all of them")
	}
	return f, f.SettingConflict()
}

// parseMerge parses the command line of jsonlint merge.
func parseMerge(args []string) (f *mergeFlags, err error) {
	f = new(mergeFlags)
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return nil, err
	}
	switch {
	case len(f.Paths) != 1 || len(f.Exclude) > 0:
		return nil, errors.New("merge requires one folder")
	case store.Is(f.Paths[0]):
		return nil, errPartsInStore
	}
	f.outputs.Report = cmp.Or(f.outputs.Report, outputs.Standard)
	return f, nil
}
