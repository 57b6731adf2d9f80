package schemacmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/engine/suggest"
)

// A subcommand is a subcommand of jsonlint schema.
type subcommand struct {
	name  string
	args  string
	doc   string
	flags []string // the flags that it accepts; nil for those of checking
	run   func(c *checker, args []string) (status int, err error)
}

// subcommands returns the subcommands of jsonlint schema.
func subcommands() []subcommand {
	return []subcommand{
		{"add", "URL|FILE ... [--for GLOB]", "download schemas, and all schemas that they refer to; FILE may also be a document, such as package.json", []string{"for", "dry-run"}, addSchemas},
		{"update", "[--dry-run] [URL ...]", "download these schemas again, or all, and show what has changed", []string{"dry-run"}, updateSchemas},
		{"remove", "URL ...", "remove schemas", []string{"dry-run"}, removeSchemas},
		{"list", "[--format json]", "list the schemas in use", []string{"format"}, listSchemas},
		{"check", "[flags] [FILE ...]", "check schemas against their metaschemas, with patterns and references, and for what their authors have probably not meant; without FILE, check the schemas in use, and that the copies are those of the lock file", nil, checkSchemas},
		{"test", "SCHEMA|FOLDER [FILE|FOLDER ...]", "check that a schema, or each schema in a folder, accepts and rejects the documents that it must; without documents, those in test/NAME and negative_test/NAME and the cases in NAME.tests.json are found", testFlags, testSchemas},
		{"catalog", "URL|FILE", "add the schemas of a catalogue in the form of SchemaStore's that match files here", []string{"dry-run"}, addCatalog},
		{"explain", "URL|FILE", "show how documents are checked against a schema", []string{}, explainSchema},
	}
}

func names() (names []string) {
	for _, c := range subcommands() {
		names = append(names, c.name)
	}
	return names
}

// program describes the command line of jsonlint schema.
func program() *cli.Program {
	p := &cli.Program{
		Name:     command.ProgramName() + " schema",
		Synopsis: []string{"COMMAND [flags] [ARGUMENT ...]"},
		About: "Keeps local copies of JSON Schemas in the folder " + config.CopyFolder + " beside the settings file, so that files are checked without a network. " +
			config.LockName + " lists the copies. --for adds a pattern to the settings; files that match it are checked against the schema. " +
			"Without --for, a schema is used for files that name it in $schema, and for the files of the program to which it belongs (docs/reference/files.md). " +
			"add makes no copy of a FILE, but of the schemas at URLs to which it refers. " +
			"If FILE is not a schema, or does not exist, add downloads the schema of such files: that of its $schema, or that of its name in an index of SchemaStore. " +
			"Only add, update and catalog use the network. They honor HTTPS_PROXY, HTTP_PROXY and NO_PROXY. A schema may have up to 16 MiB, and must arrive within 30 seconds. " +
			"If a schema cannot be downloaded or used, add and update change nothing, and catalog omits the schema.",
		Groups: command.Groups(new(flags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "success"},
			{Code: command.StatusFindings, Doc: "check has findings, a test fails, or update --dry-run would change something"},
			{Code: command.StatusTrouble, Doc: "invalid usage or settings, a failed download, a schema that cannot be used, or an input or output error"},
		},
	}
	for _, c := range subcommands() {
		p.Commands = append(p.Commands, cli.Command{Name: c.name, Args: c.args, Doc: c.doc})
	}
	return p
}

// run runs a subcommand of jsonlint schema.
func run(args []string, std command.Stdio) (int, error) {
	f := new(flags)
	var err error
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return std.BadUsage(err, program())
	}
	if len(f.Paths) == 0 {
		return command.StatusTrouble, fmt.Errorf("schema requires a command: %s; to check a file or folder called schema, use ./schema", suggest.List(names()))
	}
	all := subcommands()
	i := slices.IndexFunc(all, func(c subcommand) bool { return c.name == f.Paths[0] })
	if i < 0 {
		meant := suggest.Phrase(f.Paths[0], names())
		if meant == "" {
			meant = "; use " + suggest.List(names()) + "; to check files against a schema, use \"jsonlint --schema SCHEMA FILE ...\""
		}
		return command.StatusTrouble, fmt.Errorf("unknown command \"jsonlint schema %s\"%s", f.Paths[0], meant)
	}
	if f.Config != "" && f.NoConfig {
		return command.StatusTrouble, command.ErrContradiction
	}
	if err := f.ReportConflict(); err != nil {
		return command.StatusTrouble, err
	}
	if err := all[i].accepts(f.Flags); err != nil {
		return command.StatusTrouble, err
	}
	f.Paths = f.Paths[1:]
	c, err := command.NewChecker(&f.Settings, std)
	if err != nil {
		return command.StatusTrouble, err
	}
	defer c.TellForeign()
	return all[i].run(&checker{c, f}, f.Paths)
}

// accepts returns an error for a flag that has no meaning for the subcommand.
func (s *subcommand) accepts(f *command.Flags) error {
	for _, name := range f.Used {
		general := slices.Contains([]string{"config", "no-config", "allow-outside", "debug"}, name)
		own := slices.Contains(s.flags, name)
		if s.flags == nil {
			own = !slices.Contains([]string{"for", "dry-run", "coverage", "schema-formats", "schema-max-steps"}, name)
		}
		if !general && !own {
			return fmt.Errorf("\"jsonlint schema %s\" has no flag --%s", s.name, name)
		}
	}
	return nil
}

// explainSchema prints how documents are checked against a schema.
func explainSchema(c *checker, args []string) (int, error) {
	if len(args) != 1 {
		return command.StatusTrouble, errors.New("schema explain requires the URL or the file of one schema")
	}
	name, held := c.Abs(args[0]), config.Settings{}
	if settings, err := c.ConfigOf(name); err == nil {
		held = settings.For(name)
	}
	if input.IsURL(args[0]) {
		name = args[0]
	}
	s, err := c.Std.Schemas().Compile(name, nil, held.Resources, held.Copies, false, 0, c.Here, nil)
	if err != nil {
		return command.StatusTrouble, err
	}
	planned, ok := s.(interface{ Plan() string })
	if !ok {
		return command.StatusTrouble, fmt.Errorf("BUG: a %T has no plan", s)
	}
	for line := range strings.Lines(planned.Plan()) {
		if _, err := fmt.Fprintln(c.Std.Out, report.Line(strings.TrimSuffix(line, "\n"))); err != nil {
			return command.StatusTrouble, err
		}
	}
	return command.StatusValid, nil
}

// Command returns the subcommand schema.
func Command() command.Command {
	return command.Command{
		Command: cli.Command{Name: "schema", Args: "COMMAND [flags] [ARGUMENT ...]", Values: names(), Doc: "keep local copies of JSON Schemas, check and test schemas, or show how documents are checked", Program: program},
		Run:     run,
	}
}
