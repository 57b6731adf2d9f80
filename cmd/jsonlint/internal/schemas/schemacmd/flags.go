package schemacmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/profile"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/suite"
	"github.com/assayjson/assay/schema/contract"
)

// A checker checks schemas, and keeps copies of them.
type checker struct {
	*command.Checker
	schemas *flags
}

// flags holds the command line of jsonlint schema.
type flags struct {
	*command.Flags
	uses     []string // the patterns of --for
	dryRun   bool
	coverage bool
	profiles []*profile.Profile
}

// options returns the table of flags of jsonlint schema.
func (f *flags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Keeping copies", Options: []command.Option{
			{Option: cli.Option{Name: "for", Arg: "GLOB", Doc: "check files that match GLOB against the schema; GLOB is a pattern as in .gitignore, relative to the folder of the settings file"}, Set: f.setUse},
			{Option: cli.Option{Name: "dry-run", Doc: "show what would change, and change no files"}, Set: command.Toggle(command.Field(&f.dryRun))},
		}},
		{Title: "Testing schemas", Options: append([]command.Option{
			{Option: cli.Option{Name: "coverage", Doc: "list what of the schema the documents of schema test have not tested: schemas inside it that no document reaches, keywords that have rejected no value, and alternatives that have accepted none"}, Set: command.Toggle(command.Field(&f.coverage))},
		}, command.Pick(command.RuleOptions(), "schema-formats", "schema-max-steps")...)},
		{Title: "Checking schemas", Options: []command.Option{
			{Option: cli.Option{Name: "profile", Arg: "NAME", Values: profile.Names(), Many: true, Doc: "report what of a schema a service that generates JSON with language models does not accept, according to its documentation; the flag can be repeated"}, Set: f.addProfile},
		}},
		{Title: "Selecting schemas to check", Options: command.Pick(command.InputOptions(), "exclude", "extensions", "no-ignore", "force-exclude", "hidden", "follow", "jobs", "allow-no-files")},
		{Title: "Severities of findings", Options: command.Pick(command.RuleOptions(), "error", "warn", "info", "off", "fail-on", "max-warnings")},
		{Title: "Printing results", Options: command.Pick(command.OutputOptions(), "format", "compact", "quiet", "summary", "max-problems", "column-unit", "color", "frame")},
		{Title: "Settings", Options: command.Pick(command.SettingOptions(), "config", "no-config", "allow-outside", "debug", "help")},
	}
}

func (f *flags) setUse(_ *command.Flags, pattern string) error {
	list := ignore.Parse(pattern)
	switch {
	case list.Empty(), strings.HasPrefix(pattern, "!"), strings.ContainsAny(pattern, "\r\n"):
		return fmt.Errorf("%q is not a pattern of files", pattern)
	case strings.Contains(pattern, "://"):
		return fmt.Errorf("%q is a URL, not a pattern of files", pattern)
	}
	f.uses = append(f.uses, filepath.ToSlash(pattern))
	return nil
}

func (f *flags) addProfile(_ *command.Flags, name string) error {
	p := profile.Find(name)
	if p == nil {
		return command.Unknown("profile", name, profile.Names())
	}
	f.profiles = append(f.profiles, p)
	return nil
}

// casesSchema returns the schema of files of cases.
func (c *checker) casesSchema() (contract.Schema, error) {
	return c.Std.Schemas().Compile(suite.CasesName, suite.CasesSchema, nil, nil, false, 0, c.Here, nil)
}

// settingsFile returns the settings file whose copies the subcommands of jsonlint schema manage: that
// of --config, the nearest one, or a new one at the top of the repository. If the file does not exist,
// settings is nil.
func (c *checker) settingsFile() (path string, settings *config.Config, err error) {
	if c.NoConfig {
		return "", nil, errors.New("--no-config cannot be used here, because the copies belong to a settings file")
	}
	settings, err = c.ConfigOf(filepath.Join(c.Here, config.Names[0]))
	if err != nil {
		return "", nil, command.Nearby(c.Here, err)
	}
	if settings != nil {
		return settings.Path, settings, nil
	}
	top, ok := input.Repository(c.Here)
	if !ok {
		top = c.Here
	}
	return config.NewIn(top), nil, nil
}
