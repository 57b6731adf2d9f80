package job

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/lint"
)

// A Flag is a flag of a program.
type Flag struct {
	Name string
	Arg  string // the name of its value; "" for a switch, whose value is "true"
	Doc  string // a phrase or more
	Set  func(value string) error
}

// Name returns the setter for a flag that takes a name, which must not be empty.
func Name(to *string) func(string) error { return setter(command.FileName(command.Field(to))) }

// Word returns the setter for a flag that takes one of some words.
func Word(to *string, words ...string) func(string) error {
	return setter(command.Word(command.Field(to), words...))
}

// Number returns the setter for a flag that takes a positive integer.
func Number(to *int) func(string) error { return setter(command.Number(1, command.Field(to))) }

// Bytes returns the setter for a flag that takes a number of bytes, with a unit such as MB or MiB.
func Bytes(to *int64) func(string) error { return setter(command.Bytes(to)) }

func setter(set func(*command.Flags, string) error) func(string) error {
	return func(value string) error { return set(nil, value) }
}

// A Group is a list of flags with a title.
type Group struct {
	Title string
	Flags []Flag
}

// A Program describes a command line. It has the flags of jsonlint that say which files are checked, and how. Files are
// named by a flag --input, which the program must have.
type Program struct {
	Name, About string
	Groups      []Group // the flags of the program
	Hidden      []Flag  // flags that are not in the help
	Stores      store.Stores
}

// Parse parses a command line. If it asks for help, Parse prints the help, and the result is nil.
func (p *Program) Parse(args []string) (*Job, error) {
	var table []command.OptionGroup
	for _, g := range p.Groups {
		table = append(table, command.OptionGroup{Title: g.Title, Options: options(g.Flags)})
	}
	table = append(table,
		command.OptionGroup{Title: "Selecting files", Options: command.Pick(command.InputOptions(), "exclude", "extensions", "no-ignore", "hidden", "follow")},
		command.OptionGroup{Title: "Checking", Options: checking()},
		command.OptionGroup{Title: "Other flags", Options: command.Pick(command.SettingOptions(), "config", "no-config", "allow-outside", "help")},
	)
	std := command.NewStdio(p.Name, nil, func() command.Schemas { return schemas.Engine{} }, p.Stores)
	help := &cli.Program{
		Name: p.Name, Synopsis: []string{"[flags]"}, About: p.About, Groups: command.Groups(table),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "no findings"},
			{Code: command.StatusFindings, Doc: "findings of the severity of --fail-on or a higher one"},
			{Code: command.StatusTrouble, Doc: "invalid usage, a file that cannot be read or has changed, or an output error; then no output has been written"},
		},
	}
	f, err := command.ParseOptions(append(table, command.OptionGroup{Options: options(p.Hidden)}), args)
	if err == nil {
		err = conflict(f)
	}
	if err != nil {
		_, err = std.BadUsage(err, help)
		return nil, err
	}
	f.Dialect = new(lint.NDJSON)
	return &Job{FailOn: f.FailOn, OnlyObjects: f.OnlyObjects(lint.NDJSON), flags: f, std: std}, nil
}

func options(flags []Flag) (all []command.Option) {
	for _, f := range flags {
		all = append(all, command.Option{
			Option: cli.Option{Name: f.Name, Arg: f.Arg, Doc: f.Doc},
			Set:    func(_ *command.Flags, value string) error { return f.Set(value) },
		})
	}
	return all
}

// iJSON are the rules of RFC 7493.
const iJSON = "duplicate-keys,lone-surrogates,noncharacters,number-range"

// checking returns the flags that say how records are checked.
func checking() []command.Option {
	all := command.Pick(command.RuleOptions(), "error", "warn", "info", "off", "preview", "no-duplicate-keys", "allow-bom", "max-depth",
		"schema", "schema-formats", "schema-max-steps", "no-schema", "records", "fail-on")
	for i := range all {
		if all[i].Name == "schema" {
			all[i].Doc = "check records against the JSON Schema in FILE; this flag takes precedence over the settings"
		}
	}
	raise := all[slices.IndexFunc(all, func(o command.Option) bool { return o.Name == "error" })].Set
	return append([]command.Option{{
		Option: cli.Option{Name: "ijson", Doc: "check that records are I-JSON (RFC 7493); same as --error " + iJSON},
		Set:    func(f *command.Flags, _ string) error { return raise(f, iJSON) },
	}}, all...)
}

// conflict returns what is wrong with flags together.
func conflict(f *command.Flags) error {
	switch {
	case len(f.Paths) > 0:
		return fmt.Errorf("unexpected argument %q; name files by --input, with globs in quotes", f.Paths[0])
	case f.Schema == input.Stdin:
		return errors.New("--schema - cannot be used; name a file")
	}
	return f.SettingConflict()
}

// Count returns a number of records.
func Count(records int64) string { return report.Count(records, "record") }

// Complain prints an error of a program on one line, or errors that have been joined on one line each.
func Complain(program string, err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			Complain(program, err)
		}
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %s\n", program, report.Line(err.Error()))
}

// PrintHidden prints the hidden flags.
func (p *Program) PrintHidden() error {
	help := cli.Program{Name: p.Name, Synopsis: []string{"[flags]"}, About: p.About}
	help.Groups = command.Groups([]command.OptionGroup{{Title: "Flags of the runner", Options: options(p.Hidden)}})
	_, err := os.Stdout.WriteString(help.Usage())
	return err
}
