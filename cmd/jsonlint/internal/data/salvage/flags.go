package salvage

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/lint"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// flags holds the command line of jsonlint salvage.
type flags struct {
	*command.Flags
	good, rest, list string // the output files
	join             string // the list from which to rebuild the input, or ""
	values           string // which values are records
	maxRecord        int    // 0 for the default
	repair           bool
	from             string // the encoding of the files, or "" for UTF-8
	recognition
}

// The values of --values.
var kinds = []string{"objects", "arrays", "all"}

func program() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " salvage",
		Synopsis: []string{"[flags] --out GOOD --rest REST [FILE ...]", "--join LIST [--out FILE]"},
		About: "Recovers the whole records of damaged NDJSON files. Records go to GOOD, one on each line, and everything else goes to REST. " +
			"The list states where in the files each piece of GOOD and REST was, and why a piece of REST is not a record; with --join, jsonlint salvage rebuilds the files from it byte for byte. " +
			"Records that have no line end between them, or that begin in the middle of another record, are recovered, too. Parts of records are not. " +
			"Without a file, or for \"-\", it reads standard input. Files that end in .gz or .zst are decompressed. " +
			"The output files appear completely or not at all, and are compressed if they have such names. docs/reference/salvage.md explains which records are recovered, and the list.",
		Groups: command.Groups(new(flags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "success: the files contain only records and white space"},
			{Code: command.StatusFindings, Doc: "REST is not empty"},
			{Code: command.StatusTrouble, Doc: "invalid usage, an input or output error, or a list that does not match its files"},
		},
	}
}

// options returns the table of flags of jsonlint salvage.
func (f *flags) options() []command.OptionGroup {
	rules := command.Pick(command.RuleOptions(), "ijson", "no-duplicate-keys", "max-depth")
	docs := map[string]string{
		"ijson":             "recover only records that are I-JSON (RFC 7493)",
		"no-duplicate-keys": "recover only records without duplicate names",
		"max-depth":         "recover only records in which arrays and objects are nested at most N levels deep (default 10000)",
	}
	for i := range rules {
		rules[i].Doc = docs[rules[i].Name]
	}
	return []command.OptionGroup{
		{Title: "Output files", Options: []command.Option{
			{Option: cli.Option{Name: "out", Arg: "GOOD", Doc: "write the records to GOOD, or with --join, the rebuilt files; - is standard output"}, Set: command.FileName(command.Field(&f.good))},
			{Option: cli.Option{Name: "rest", Arg: "REST", Doc: "write everything else to REST; - is standard output"}, Set: command.FileName(command.Field(&f.rest))},
			{Option: cli.Option{Name: "list", Arg: "LIST", Doc: "write the list of the pieces to LIST instead of to standard output"}, Set: command.FileName(command.Field(&f.list))},
			{Option: cli.Option{Name: "join", Arg: "LIST", Doc: "rebuild the files from LIST and from the files that it names, compare their checksums, and write them to standard output or to the file of --out"}, Set: command.FileName(command.Field(&f.join))},
		}},
		{Title: "Choosing records", Options: append([]command.Option{
			{Option: cli.Option{Name: "concatenated", Doc: "read files as records that follow one another and may span several lines, such as formatted JSON"}, Set: command.Toggle(func(f *command.Flags) *bool { return &f.Concatenated })},
			{Option: cli.Option{Name: "values", Arg: "WHICH", Values: kinds, Doc: "recover only objects (objects, the default), objects and arrays (arrays), or also strings, numbers and literals that have a line of their own (all)"}, Set: command.Word(command.Field(&f.values), kinds...)},
			{Option: cli.Option{Name: "members", Arg: "NAMES", Doc: "in damaged text, also recover objects that have all of these members, such as ts,id, and list how certain it is that they are records"}, Set: setMembers(&f.members)},
			{Option: cli.Option{Name: "learn", Doc: "like --members, with the members that at least 99 % of the whole records have, and print their names; this reads the files twice"}, Set: command.Toggle(command.Field(&f.learn))},
			{Option: cli.Option{Name: "schema", Arg: "FILE", Doc: "in damaged text, also recover objects that the JSON Schema in FILE accepts (with --members or --learn, only those that have the members, too), and list how certain it is that they are records"}, Set: command.FileName(command.Field(&f.schema))},
			{Option: cli.Option{Name: "repair", Doc: "also write records to GOOD that are escaped in a string, printed by Python, or contain NaN or Infinity, after making them JSON; the list marks them, and REST has the original"}, Set: command.Toggle(command.Field(&f.repair))},
			{Option: cli.Option{Name: "max-record", Arg: "N", Doc: "do not recover records that are longer than N bytes, KiB (as in 512K), MiB (64M, the default) or GiB (1G)"}, Set: command.Size(command.Field(&f.maxRecord))},
		}, rules...)},
		{Title: "Other flags", Options: slices.Concat(f.fromOption(), command.Pick(command.OutputOptions(), "progress", "metrics-addr"), command.Pick(command.SettingOptions(), "debug", "help"))},
	}
}

// fromOption returns the flag --from, which keeps bytes that are not valid in the encoding.
func (f *flags) fromOption() []command.Option {
	from := command.Pick(command.InputOptions(), "from")
	from[0].Doc = "read files in ENCODING instead of UTF-8, such as utf-16le or windows-1251, except lines in UTF-8 if the encoding has one byte for each character"
	from[0].Set = func(_ *command.Flags, value string) error {
		r, err := input.NewRecoding(value)
		if r != nil {
			f.from = value
		}
		return err
	}
	return from
}

// recoding returns what converts a file to UTF-8, or nil.
func (f *flags) recoding() *input.Recoding {
	r, err := input.NewRecoding(f.from)
	if f.from == "" || err != nil {
		return nil
	}
	return r
}

// parse parses the command line of jsonlint salvage.
func parse(args []string) (f *flags, err error) {
	f = new(flags)
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return nil, err
	}
	switch {
	case len(f.Exclude) > 0:
		return nil, fmt.Errorf("%q cannot be excluded; salvage reads only the files that are named", f.Exclude[0])
	case f.join != "" && (len(f.Paths) > 0 || f.rest != "" || f.list != ""):
		return nil, errors.New("--join cannot be combined with files, --rest or --list")
	case f.learn && f.members != nil:
		return nil, errors.New("--learn and --members cannot be combined")
	case f.learn && len(f.Paths) == 0:
		return nil, errTwice
	case f.join == "" && (f.good == "" || f.rest == ""):
		return nil, errors.New("salvage requires --out GOOD and --rest REST")
	case f.join == "" && f.usesStandardOutput() > 1:
		return nil, errors.New("only one of --out, --rest and --list can be standard output, which is the default of --list")
	}
	if f.learn {
		if err := readableTwice(f.Paths); err != nil {
			return nil, err
		}
	}
	return f, f.conflict()
}

// errTwice is the error for --learn if an input is standard input.
var errTwice = errors.New("--learn reads the files twice, so it cannot be combined with standard input")

// readableTwice returns an error if one of the files cannot be read a second time. What a pipe has returned is gone.
func readableTwice(paths []string) error {
	for _, path := range paths {
		if path == input.Stdin {
			return errTwice
		}
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return fmt.Errorf("--learn reads the files twice, so it cannot be combined with %s, which is not a regular file", report.Path(path))
		}
	}
	return nil
}

// usesStandardOutput returns how many of the output files are standard output.
func (f *flags) usesStandardOutput() (n int) {
	for _, name := range []string{f.good, f.rest, cmp.Or(f.list, input.Stdin)} {
		if name == input.Stdin {
			n++
		}
	}
	return n
}

// conflict returns an error if an output is also another output or an input.
func (f *flags) conflict() error {
	inputs := []command.NamedFile{{What: "an input", Name: f.join}}
	for _, path := range f.Paths {
		inputs = append(inputs, command.NamedFile{What: "an input", Name: path})
	}
	return command.CheckOutputs(inputs, []command.NamedFile{{What: "--out", Name: f.good}, {What: "--rest", Name: f.rest}, {What: "--list", Name: f.list}})
}

// each returns the options with which each record is checked.
func (f *flags) each() (each []tokenizer.Option) {
	if f.Dialect != nil && *f.Dialect == lint.IJSON {
		each = append(each, tokenizer.IJSON())
	}
	if f.Severities["duplicate-keys"] == lint.Error {
		each = append(each, tokenizer.UniqueNames())
	}
	if f.MaxDepth > 0 {
		each = append(each, tokenizer.MaxDepth(f.MaxDepth))
	}
	return each
}

// recordOptions returns the options for [records.Salvage].
func (f *flags) recordOptions() []records.SalvageOption {
	each := f.each()
	most := records.DefaultMaxRecord
	if f.maxRecord > 0 {
		most = f.maxRecord
	}
	opts := []records.SalvageOption{records.Each(each...), records.MaxRecord(most)}
	if f.Concatenated {
		opts = append(opts, records.Concatenated())
	}
	if f.recognizes() {
		opts = append(opts, records.Recognize(f.accepts))
	}
	switch f.values {
	case "arrays":
		opts = append(opts, records.ObjectsAndArrays())
	case "all":
		opts = append(opts, records.AllKinds())
	}
	return opts
}
