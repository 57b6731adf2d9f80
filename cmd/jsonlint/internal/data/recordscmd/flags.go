package recordscmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
)

// flags holds the command line of jsonlint records.
type flags struct {
	*command.Flags
	pointer string // the value of --pointer
	names   []string
	array   bool // write an array
}

func program() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " records",
		Synopsis: []string{"[flags] [FILE ...] > RECORDS", "--array [flags] [FILE ...] > ARRAY"},
		About: "Writes each element of an array as a record of NDJSON, that is, on a line of its own. Elements are written as they are in FILE; only line breaks inside an element are removed, together with the indentation after them. " +
			"With --array, it does the opposite: FILE is NDJSON, and its records are written as the elements of one array, each on a line of its own. " +
			"FILE must be JSON, and is checked from beginning to end. Files and elements of any size take little memory. " +
			"After an error, standard output has what comes before it, and a file of --output-file is not written at all. " +
			"Without a file, or for \"-\", it reads standard input. Files that end in .gz or .zst are decompressed.",
		Groups: command.Groups(new(flags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "success"},
			{Code: command.StatusFindings, Doc: "a file or record is not valid JSON, or there is no array at the JSON Pointer"},
			{Code: command.StatusTrouble, Doc: "invalid usage, or an input or output error"},
		},
	}
}

// options returns the table of flags of jsonlint records.
func (f *flags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "What to write", Options: []command.Option{
			{Option: cli.Option{Name: "pointer", Arg: "POINTER", Doc: "write the elements of the array at this JSON Pointer (RFC 6901), such as /data/items (default: the whole document)"}, Set: f.setPointer},
			{Option: cli.Option{Name: "array", Doc: "write the records of NDJSON files as one array"}, Set: command.Toggle(command.Field(&f.array))},
			{Option: cli.Option{Name: "output-file", Short: "o", Arg: "FILE", Doc: "write to FILE, completely or not at all, instead of to standard output (-); .gz and .zst are compressed"}, Set: command.FileName(func(f *command.Flags) *string { return &f.OutputFile })},
		}},
		{Title: "Other flags", Options: slices.Concat(command.Pick(command.OutputOptions(), "progress"), command.Pick(command.SettingOptions(), "debug", "help"))},
	}
}

// setPointer is the setter of --pointer.
func (f *flags) setPointer(_ *command.Flags, value string) (err error) {
	f.pointer = value
	f.names, err = parsePointer(value)
	return err
}

// parse parses the command line of jsonlint records.
func parse(args []string) (f *flags, err error) {
	f = new(flags)
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return nil, err
	}
	switch {
	case len(f.Exclude) > 0:
		return nil, fmt.Errorf("%q cannot be excluded; records reads only the files that are named", f.Exclude[0])
	case f.array && f.pointer != "":
		return nil, errors.New("--array cannot be combined with --pointer")
	}
	var inputs []command.NamedFile
	for _, path := range f.Paths {
		inputs = append(inputs, command.NamedFile{What: "an input", Name: path})
	}
	return f, command.CheckOutputs(inputs, []command.NamedFile{{What: "--output-file", Name: f.OutputFile}})
}
