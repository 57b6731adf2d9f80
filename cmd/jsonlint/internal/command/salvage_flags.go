package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// salvageFlags are the flags of jsonlint salvage alone.
type salvageFlags struct {
	good, rest, list string // the output files
	join             string // the list from which to rebuild the input, or ""
	values           string // which values are records
	maxRecord        int    // 0 for the default
}

// The values of --values.
var salvageValues = []string{"objects", "arrays", "all"}

func salvageProgram() *cli.Program {
	return &cli.Program{
		Name:     programName + " salvage",
		Synopsis: []string{"[flags] --out GOOD --rest REST [FILE ...]", "--join LIST [--out FILE]"},
		About: "Recovers the whole records of damaged NDJSON files. Records go to GOOD, one on each line, and everything else goes to REST. " +
			"The list states where in the files each piece of GOOD and REST was, and why a piece of REST is not a record; with --join, jsonlint salvage rebuilds the files from it byte for byte. " +
			"Records that have no line end between them, or that begin in the middle of another record, are recovered, too. Parts of records are not. " +
			"Without a file, or for \"-\", it reads standard input. Files that end in .gz or .zst are decompressed. " +
			"The output files appear completely or not at all, and are compressed if they have such names. docs/salvage.md explains which records are recovered, and the list.",
		Groups: Groups(salvageOptions()),
		Statuses: []cli.Status{
			{Code: StatusValid, Doc: "success: the files contain only records and white space"},
			{Code: StatusFindings, Doc: "REST is not empty"},
			{Code: StatusTrouble, Doc: "invalid usage, an input or output error, or a list that does not match its files"},
		},
	}
}

// salvageRules has the descriptions of the flags that jsonlint salvage shares with other commands.
var salvageRules = map[string]string{
	"ijson":             "recover only records that are I-JSON (RFC 7493)",
	"no-duplicate-keys": "recover only records without duplicate names",
	"max-depth":         "recover only records in which arrays and objects are nested at most N levels deep (default 10000)",
}

// salvageOptions returns the table of flags of jsonlint salvage.
func salvageOptions() []OptionGroup {
	file := func(field func(*salvageFlags) *string) func(*Flags, string) error {
		return FileName(func(f *Flags) *string { return field(&f.salvage) })
	}
	rules := Pick(RuleOptions(), "ijson", "no-duplicate-keys", "max-depth")
	for i := range rules {
		rules[i].Doc = salvageRules[rules[i].Name]
	}
	return []OptionGroup{
		{"Output files", []Option{
			{Option: cli.Option{Name: "out", Arg: "GOOD", Doc: "write the records to GOOD, or with --join, the rebuilt files; - is standard output"}, Set: file(func(s *salvageFlags) *string { return &s.good })},
			{Option: cli.Option{Name: "rest", Arg: "REST", Doc: "write everything else to REST; - is standard output"}, Set: file(func(s *salvageFlags) *string { return &s.rest })},
			{Option: cli.Option{Name: "list", Arg: "LIST", Doc: "write the list of the pieces to LIST instead of to standard output"}, Set: file(func(s *salvageFlags) *string { return &s.list })},
			{Option: cli.Option{Name: "join", Arg: "LIST", Doc: "rebuild the files from LIST and from the files that it names, compare their checksums, and write them to standard output or to the file of --out"}, Set: file(func(s *salvageFlags) *string { return &s.join })},
		}},
		{"Choosing records", append([]Option{
			{Option: cli.Option{Name: "values", Arg: "WHICH", Values: salvageValues, Doc: "recover only objects (objects, the default), objects and arrays (arrays), or also strings, numbers and literals that have a line of their own (all)"}, Set: Word(func(f *Flags) *string { return &f.salvage.values }, salvageValues...)},
			{Option: cli.Option{Name: "max-record", Arg: "N", Doc: "do not recover records that are longer than N bytes, KiB (as in 512K), MiB (64M, the default) or GiB (1G)"}, Set: Size(func(f *Flags) *int { return &f.salvage.maxRecord })},
		}, rules...)},
		{"Other flags", slices.Concat(Pick(OutputOptions(), "progress", "metrics-addr"), Pick(SettingOptions(), "debug", "help"))},
	}
}

// parseSalvage parses the command line of jsonlint salvage.
func parseSalvage(args []string) (*Flags, error) {
	f, err := ParseOptions(salvageOptions(), args)
	if err != nil {
		return nil, err
	}
	s := &f.salvage
	switch {
	case len(f.Exclude) > 0:
		return nil, fmt.Errorf("%q cannot be excluded; salvage reads only the files that are named", f.Exclude[0])
	case s.join != "" && (len(f.Paths) > 0 || s.rest != "" || s.list != ""):
		return nil, errors.New("--join cannot be combined with files, --rest or --list")
	case s.join == "" && (s.good == "" || s.rest == ""):
		return nil, errors.New("salvage requires --out GOOD and --rest REST")
	case s.join == "" && s.usesStandardOutput() > 1:
		return nil, errors.New("only one of --out, --rest and --list can be standard output, which is the default of --list")
	}
	return f, f.salvageConflict()
}

// namesOutput reports whether an output is a file rather than standard output.
func (s *salvageFlags) namesOutput() bool {
	return slices.ContainsFunc([]string{s.good, s.rest, s.list}, func(name string) bool { return name != "" && name != input.Stdin })
}

// usesStandardOutput returns how many of the output files are standard output.
func (s *salvageFlags) usesStandardOutput() (n int) {
	for _, name := range []string{s.good, s.rest, cmp.Or(s.list, input.Stdin)} {
		if name == input.Stdin {
			n++
		}
	}
	return n
}

// salvageConflict returns an error if an output file is also another output file or an input.
func (f *Flags) salvageConflict() error {
	s := &f.salvage
	type file struct{ what, name string }
	var all []file
	for _, path := range append(slices.Clip(f.Paths), s.join) { // an input may be named twice
		if path != "" && path != input.Stdin {
			all = append(all, file{"an input", path})
		}
	}
	for _, out := range []file{{"--out", s.good}, {"--rest", s.rest}, {"--list", s.list}} {
		if out.name == "" || out.name == input.Stdin {
			continue
		}
		for _, other := range all {
			if outputs.Same(out.name, other.name) {
				return fmt.Errorf("%s and %s are the same file: %s", other.what, out.what, report.Path(out.name))
			}
		}
		all = append(all, out)
	}
	return nil
}

// recordOptions returns the options for [records.Salvage].
func (f *Flags) recordOptions() []records.SalvageOption {
	var each []tokenizer.Option
	if f.Dialect != nil && *f.Dialect == lint.IJSON {
		each = append(each, tokenizer.IJSON())
	}
	if f.Severities["duplicate-keys"] == lint.Error {
		each = append(each, tokenizer.UniqueNames())
	}
	if f.MaxDepth > 0 {
		each = append(each, tokenizer.MaxDepth(f.MaxDepth))
	}
	most := records.DefaultMaxRecord
	if f.salvage.maxRecord > 0 {
		most = f.salvage.maxRecord
	}
	opts := []records.SalvageOption{records.Each(each...), records.MaxRecord(most)}
	switch f.salvage.values {
	case "arrays":
		opts = append(opts, records.ObjectsAndArrays())
	case "all":
		opts = append(opts, records.AllKinds())
	}
	return opts
}
