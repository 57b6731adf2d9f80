package command

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/internal/store"
)

// shardFlags are the flags of jsonlint plan, run and merge alone.
type shardFlags struct {
	size  int64  // about how many bytes a shard has
	shard int    // the shard to check, or -1
	all   bool   // check all shards that are left
	out   string // the folder for the parts
	good  bool   // keep the good records
	bad   bool   // keep the bad records
}

// defaultShardSize is the default of --size.
const defaultShardSize = 256 << 20

func planProgram() *cli.Program {
	return &cli.Program{
		Name:     programName + " plan",
		Synopsis: []string{"[flags] FILE | FOLDER | GLOB | !GLOB ... > PLAN"},
		About: "Divides the checking of many or large files of records into shards, which jsonlint run checks on any number of machines. The plan is written to standard output. " +
			"Large files of NDJSON are divided, and small files are grouped. A file that ends in .gz, .zst or .json-seq is not divided. The plan lists the sizes and modification times of the files, or the versions of objects, so that jsonlint run refuses files that have changed. " +
			"Files are selected as jsonlint does, and have the names in the plan on all machines. docs/scale.md shows how to use plans.",
		Groups: Groups(planOptions()),
		Statuses: []cli.Status{
			{Code: StatusValid, Doc: "success"},
			{Code: StatusTrouble, Doc: "invalid usage, no files, or an input or output error"},
		},
	}
}

// planOptions returns the table of flags of jsonlint plan.
func planOptions() []OptionGroup {
	return []OptionGroup{
		{"Dividing files", []Option{
			{Option: cli.Option{Name: "size", Arg: "SIZE", Doc: "make shards of about SIZE bytes; kB, MB, GB, KiB, MiB and GiB are units (default 256MiB)"}, Set: setSize},
			{Option: cli.Option{Name: "output-file", Short: "o", Arg: "FILE", Doc: "write the plan to FILE, completely or not at all, instead of to standard output (-)"}, Set: FileName(func(f *Flags) *string { return &f.outputFile })},
		}},
		{"Selecting files", Pick(InputOptions(), "exclude", "extensions", "no-ignore", "hidden", "follow", "files-from", "allow-no-files")},
		{"Other flags", slices.Concat(Pick(OutputOptions(), "progress", "metrics-addr"), Pick(SettingOptions(), "config", "no-config", "debug", "help"))},
	}
}

func runProgram() *cli.Program {
	return &cli.Program{
		Name:     programName + " run",
		Synopsis: []string{"[flags] PLAN --shard K --out FOLDER", "[flags] PLAN --all --out FOLDER"},
		About: "Checks one shard of a plan, and writes the results to a part in FOLDER, which jsonlint merge reads. " +
			"The part appears completely or not at all, and is the same again if the shard is checked again, so that a shard may be repeated at any time and by several machines at once. " +
			"The flags must be the same for all shards. Files are read as records, as with jsonlint --report. " +
			"Findings do not change the exit status; that of jsonlint merge depends on them.",
		Groups: Groups(runOptions()),
		Statuses: []cli.Status{
			{Code: StatusValid, Doc: "the part has been written, whether or not there are findings"},
			{Code: StatusTrouble, Doc: "invalid usage or settings, a file that cannot be read or has changed, or an output error"},
		},
	}
}

// runOptions returns the table of flags of jsonlint run.
func runOptions() []OptionGroup {
	return []OptionGroup{
		{"Choosing shards", []Option{
			{Option: cli.Option{Name: "shard", Arg: "K", Doc: "check shard K, counted from 0"}, Set: number(0, func(f *Flags) *int { return &f.shards.shard })},
			{Option: cli.Option{Name: "all", Doc: "check all shards that have no part yet, one after the other"}, Set: Toggle(func(f *Flags) *bool { return &f.shards.all })},
			{Option: cli.Option{Name: "good", Doc: "also keep the records that are good in FOLDER, for jsonlint merge --good-to"}, Set: Toggle(func(f *Flags) *bool { return &f.shards.good })},
			{Option: cli.Option{Name: "bad", Doc: "also keep the records that are bad in FOLDER, for jsonlint merge --bad-to"}, Set: Toggle(func(f *Flags) *bool { return &f.shards.bad })},
			{Option: cli.Option{Name: "out", Arg: "FOLDER", Doc: "write parts to FOLDER, which is made if it does not exist"}, Set: FileName(func(f *Flags) *string { return &f.shards.out })},
		}},
		{"Checking", Pick(slices.Concat(InputOptions(), RuleOptions()), "from", "dialect", "error", "warn", "info", "off", "no-duplicate-keys", "allow-bom", "max-depth",
			"schema", "schema-formats", "schema-max-steps", "no-schema", "concatenated", "fail-on", "max-warnings")},
		{"Other flags", slices.Concat(Pick(OutputOptions(), "progress", "metrics-addr"), Pick(SettingOptions(), "config", "no-config", "debug", "help"))},
	}
}

func mergeProgram() *cli.Program {
	return &cli.Program{
		Name:     programName + " merge",
		Synopsis: []string{"[flags] FOLDER"},
		About: "Merges the parts that jsonlint run has written to FOLDER into the report that jsonlint --report would write for the same files and flags, byte for byte. " +
			"The report is written to standard output. --good-to and --bad-to also write the records that jsonlint run --good and --bad have kept. If parts are missing, incomplete, or do not belong together, nothing is written, and the shards to repeat are listed.",
		Groups: Groups(mergeOptions()),
		Statuses: []cli.Status{
			{Code: StatusValid, Doc: "success"},
			{Code: StatusFindings, Doc: "findings, according to the flags of jsonlint run"},
			{Code: StatusTrouble, Doc: "invalid usage, parts that are missing or do not belong together, or an input or output error"},
		},
	}
}

// mergeOptions returns the table of flags of jsonlint merge.
func mergeOptions() []OptionGroup {
	return []OptionGroup{
		{"Output", append([]Option{
			{Option: cli.Option{Name: "output-file", Short: "o", Arg: "FILE", Doc: "write the report to FILE, completely or not at all, instead of to standard output (-); .gz and .zst are compressed"}, Set: FileName(func(f *Flags) *string { return &f.outputFile })},
			{Option: cli.Option{Name: "good-to", Arg: "FILE", Doc: "write the records that are good to FILE, as jsonlint --good-to does; all shards must have been run with --good"}, Set: FileName(func(f *Flags) *string { return &f.divided.Good })},
			{Option: cli.Option{Name: "bad-to", Arg: "FILE", Doc: "write the records that are bad to FILE, as jsonlint --bad-to does; all shards must have been run with --bad"}, Set: FileName(func(f *Flags) *string { return &f.divided.Bad })},
			{Option: cli.Option{Name: "quiet", Short: "q", Doc: "do not print the numbers of records on standard error"}, Set: Toggle(func(f *Flags) *bool { return &f.quiet })},
		}, slices.Concat(Pick(OutputOptions(), "progress", "metrics-addr"), Pick(SettingOptions(), "debug", "help"))...)},
	}
}

var errPartsInStore = errors.New("the folder of the parts must be on a disk, not in a store of objects")

// parseRun parses the command line of jsonlint run.
func parseRun(args []string) (*Flags, error) {
	f, err := ParseOptions(runOptions(), args)
	switch {
	case err != nil:
		return nil, err
	case len(f.Paths) != 1 || len(f.Exclude) > 0:
		return nil, errors.New("run requires one plan")
	case f.shards.out == "":
		return nil, errors.New("run requires --out FOLDER")
	case store.Is(f.shards.out):
		return nil, errPartsInStore
	case f.shards.all == (f.shards.shard >= 0):
		return nil, errors.New("run requires either --shard K or --all")
	case f.schema == input.Stdin:
		return nil, errors.New("--schema - cannot be used for shards, because the schema must be the same for all of them")
	case f.schema != "" && f.noSchema:
		return nil, errors.New("--schema and --no-schema cannot be combined")
	case f.Config != "" && f.NoConfig:
		return nil, ErrContradiction
	}
	return f, nil
}

// units are the units of --size.
var units = []struct {
	name string
	size int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"", 1}}

func setSize(f *Flags, value string) error {
	for _, u := range units {
		digits, ok := strings.CutSuffix(value, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 1 || n > math.MaxInt64/4/u.size {
			break
		}
		f.shards.size = n * u.size
		return nil
	}
	return fmt.Errorf("%q is not a size; use a number and a unit, such as 256MB", value)
}
