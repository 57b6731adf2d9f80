package fmtcmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/format"
)

// flags holds the command line of jsonlint fmt.
type flags struct {
	*command.Flags
	check, write bool
	to           string                  // "json", or "" to keep the dialect
	comments     string                  // "drop" or "refuse", or "" for the default
	layout       []func(*format.Options) // setters of layout options, called in order
	layoutFlags  []string                // the names of the flags that added to layout
}

// program describes the command line of jsonlint fmt.
func program() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " fmt",
		Synopsis: []string{"[flags] [FILE | FOLDER | GLOB | !GLOB ...]"},
		About: "Formats JSON, JSONC, JWCC, JSON5 and NDJSON. Numbers and strings are copied unchanged, and comments stay " +
			"with the values that they belong to. Without a file, or for \"-\", it reads standard input. Without --check, --diff or --write, it formats " +
			"one file and prints the result. Files are selected in the same way as for checking. The settings can contain a layout.",
		Groups: command.Groups(new(flags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "success"},
			{Code: command.StatusFindings, Doc: "a file is not formatted, or is invalid in its dialect"},
			{Code: command.StatusTrouble, Doc: "invalid usage or settings, no file to format, or an input or output error"},
		},
	}
}

// options returns the table of flags of jsonlint fmt.
func (f *flags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Choosing what to do", Options: []command.Option{
			{Option: cli.Option{Name: "check", Doc: "report the files that would change, and change no files"}, Set: command.Toggle(command.Field(&f.check))},
			{Option: cli.Option{Name: "diff", Doc: "print a diff of the changes, and change no files"}, Set: command.Toggle(func(f *command.Flags) *bool { return &f.Diff })},
			{Option: cli.Option{Name: "to", Arg: "NOTATION", Values: []string{"json"}, Doc: "convert files with comments, trailing commas or JSON5 syntax to JSON; numbers such as Infinity are errors"}, Set: command.Word(command.Field(&f.to), "json")},
			{Option: cli.Option{Name: "comments", Arg: "WHAT", Values: []string{"drop", "refuse"}, Doc: "with --to json, drop comments (default), or report the first comment as an error"}, Set: command.Word(command.Field(&f.comments), "drop", "refuse")},
			{Option: cli.Option{Name: "write", Short: "w", Doc: "write the files in place, each one completely or not at all"}, Set: command.Toggle(command.Field(&f.write))},
		}},
		{Title: "Choosing a layout", Options: f.layoutOptions()},
		{Title: "Selecting files", Options: slices.Concat(
			command.Pick(command.InputOptions(), "exclude", "extensions", "no-ignore", "force-exclude", "hidden", "follow", "changed", "staged", "files-from", "stdin-filename", "jobs", "allow-no-files", "list-files"),
			command.Pick(command.RuleOptions(), "dialect"),
		)},
		{Title: "Printing results", Options: command.Pick(command.OutputOptions(), "format", "output-file", "quiet", "summary", "column-unit", "color", "frame", "progress")},
		{Title: "Settings", Options: command.Pick(command.SettingOptions(), "config", "no-config", "allow-outside", "debug", "help")},
	}
}

// layoutOptions returns a command-line flag for each setting under "format".
func (f *flags) layoutOptions() (all []command.Option) {
	for _, l := range config.Layouts() {
		all = append(all, command.Option{
			Option: cli.Option{Name: l.Flag(), Arg: l.Arg, Optional: l.Bare != "", Values: l.Values, Many: l.Most > 0, Doc: l.Doc},
			Bare:   l.Bare,
			Set: func(_ *command.Flags, value string) error {
				set, err := l.Read(value)
				f.layout = append(f.layout, set)
				f.layoutFlags = append(f.layoutFlags, l.Flag())
				return err
			},
		})
	}
	return all
}

// parse parses the command line of jsonlint fmt.
func parse(args []string) (f *flags, err error) {
	f = new(flags)
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return nil, err
	}
	f.Prints = !f.write && !f.check && !f.Diff && !f.ListFiles
	switch {
	case f.StagedConflict(f.write) != nil:
		return nil, f.StagedConflict(f.write)
	case f.ReportConflict() != nil:
		return nil, f.ReportConflict()
	case f.write && (f.check || f.Diff):
		return nil, errors.New("--write cannot be combined with --check or --diff")
	case f.write && (slices.Contains(f.Paths, input.Stdin) || f.NamesNone()):
		return nil, errors.New("--write requires file names")
	case f.ListConflict() != nil:
		return nil, f.ListConflict()
	case f.comments != "" && f.to == "":
		return nil, errors.New("--comments requires --to")
	case f.Config != "" && f.NoConfig:
		return nil, command.ErrContradiction
	}
	return f, f.layoutConflict()
}

// layoutConflict returns an error for layout flags that cannot be combined.
func (f *flags) layoutConflict() error {
	var o format.Options
	for _, set := range f.layout {
		set(&o)
	}
	for _, flag := range f.layoutFlags {
		switch {
		case o.Canonical && flag != "canonical" && flag != "exact-numbers":
			return fmt.Errorf("--canonical and --%s cannot be combined", flag)
		case o.Compact && slices.Contains([]string{"indent", "width", "style", "tab-width"}, flag):
			return fmt.Errorf("--compact and --%s cannot be combined", flag)
		}
	}
	return nil
}
