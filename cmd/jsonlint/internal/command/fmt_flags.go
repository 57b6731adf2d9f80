package command

import (
	"errors"
	"fmt"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/format"
)

// fmtFlags holds the flags that only jsonlint fmt has.
type fmtFlags struct {
	check, write bool
	to           string                  // "json", or "" to keep the dialect
	comments     string                  // "drop" or "refuse", or "" for the default
	layout       []func(*format.Options) // setters of layout options, called in order
	layoutFlags  []string                // the names of the flags that added to layout
}

// fmtProgram describes the command line of jsonlint fmt.
func fmtProgram() *cli.Program {
	return &cli.Program{
		Name:     programName + " fmt",
		Synopsis: []string{"[flags] [FILE | FOLDER | GLOB | !GLOB ...]"},
		About: "Formats JSON, JSONC, JWCC, JSON5 and NDJSON. Numbers and strings are copied unchanged, and comments stay " +
			"with the values that they belong to. Without a file, or for \"-\", it reads standard input. Without --check, --diff or --write, it formats " +
			"one file and prints the result. Files are selected in the same way as for checking. The settings can contain a layout.",
		Groups: Groups(fmtOptions()),
		Statuses: []cli.Status{
			{Code: StatusValid, Doc: "success"},
			{Code: StatusFindings, Doc: "a file would change, or is invalid in its dialect"},
			{Code: StatusTrouble, Doc: "invalid usage or settings, no file to format, or an input or output error"},
		},
	}
}

// fmtOptions returns the table of flags of jsonlint fmt.
func fmtOptions() []OptionGroup {
	return []OptionGroup{
		{"Choosing what to do", []Option{
			{Option: cli.Option{Name: "check", Doc: "list the files that would change, and change no files"}, Set: Toggle(func(f *Flags) *bool { return &f.fmt.check })},
			{Option: cli.Option{Name: "diff", Doc: "print a diff of the changes, and change no files"}, Set: Toggle(func(f *Flags) *bool { return &f.Diff })},
			{Option: cli.Option{Name: "to", Arg: "NOTATION", Values: []string{"json"}, Doc: "convert files with comments, trailing commas or JSON5 syntax to JSON; numbers such as Infinity are errors"}, Set: Word(func(f *Flags) *string { return &f.fmt.to }, "json")},
			{Option: cli.Option{Name: "comments", Arg: "WHAT", Values: []string{"drop", "refuse"}, Doc: "with --to json, drop comments (default), or report the first comment as an error"}, Set: Word(func(f *Flags) *string { return &f.fmt.comments }, "drop", "refuse")},
			{Option: cli.Option{Name: "write", Short: "w", Doc: "write the files in place, each one completely or not at all"}, Set: Toggle(func(f *Flags) *bool { return &f.fmt.write })},
		}},
		{"Choosing a layout", layoutOptions()},
		{"Selecting files", slices.Concat(
			Pick(InputOptions(), "exclude", "extensions", "no-ignore", "hidden", "follow", "changed", "files-from", "stdin-filename", "jobs", "allow-no-files", "list-files"),
			Pick(OutputOptions(), "progress"),
			Pick(RuleOptions(), "dialect"),
		)},
		{"Settings", Pick(SettingOptions(), "config", "no-config", "debug", "help")},
	}
}

// layoutOptions returns a command-line flag for each setting under "format".
func layoutOptions() (all []Option) {
	for _, l := range config.Layouts() {
		all = append(all, Option{
			Option: cli.Option{Name: l.Flag(), Arg: l.Arg, Optional: l.Bare != "", Values: l.Values, Many: l.Most > 0, Doc: l.Doc},
			Bare:   l.Bare,
			Set: func(f *Flags, value string) error {
				set, err := l.Read(value)
				f.fmt.layout = append(f.fmt.layout, set)
				f.fmt.layoutFlags = append(f.fmt.layoutFlags, l.Flag())
				return err
			},
		})
	}
	return all
}

// Pick returns the options with the given names.
func Pick(options []Option, names ...string) []Option {
	return slices.DeleteFunc(options, func(o Option) bool { return !slices.Contains(names, o.Name) })
}

// parseFmt parses the command line of jsonlint fmt.
func parseFmt(args []string) (*Flags, error) {
	f, err := ParseOptions(fmtOptions(), args)
	if err != nil {
		return nil, err
	}
	switch {
	case f.fmt.write && (f.fmt.check || f.Diff):
		return nil, errors.New("--write cannot be combined with --check or --diff")
	case f.fmt.write && (slices.Contains(f.Paths, input.Stdin) || f.NamesNone()):
		return nil, errors.New("--write requires file names")
	case f.ListConflict() != nil:
		return nil, f.ListConflict()
	case f.fmt.comments != "" && f.fmt.to == "":
		return nil, errors.New("--comments requires --to")
	case f.Config != "" && f.NoConfig:
		return nil, ErrContradiction
	}
	return f, f.fmt.conflict()
}

// conflict returns an error for layout flags that cannot be combined.
func (f *fmtFlags) conflict() error {
	var o format.Options
	for _, set := range f.layout {
		set(&o)
	}
	for _, flag := range f.layoutFlags {
		switch {
		case o.Canonical && flag != "canonical":
			return fmt.Errorf("--canonical and --%s cannot be combined", flag)
		case o.Compact && slices.Contains([]string{"indent", "width", "style", "tab-width"}, flag):
			return fmt.Errorf("--compact and --%s cannot be combined", flag)
		}
	}
	return nil
}
