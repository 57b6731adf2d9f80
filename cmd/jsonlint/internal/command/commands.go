package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/suggest"
)

// A Command is a subcommand, which is selected by the first argument.
type Command struct {
	cli.Command
	Run func(args []string, std Stdio) (status int, err error)
}

// commands returns all subcommands.
func commands() []Command {
	return []Command{
		{cli.Command{Name: "fmt", Args: "[flags] [FILE ...]", Doc: "format files, including dialects with comments", Program: fmtProgram()}, formatFiles},
		{cli.Command{Name: "explain", Args: "[RULE]", Doc: "explain a rule or a kind of error, or list the rules", Values: config.RuleNames()}, explain},
		{cli.Command{Name: "rules", Doc: "list the rules with their default severities"}, listRules},
		{cli.Command{Name: "complete", Args: "[flags] [FILE]", Doc: "make a valid document from JSON that was cut off", Program: completeProgram()}, completeFile},
		{cli.Command{Name: "stats", Args: "[flags] [FILE ...]", Doc: "count the values in JSON files; dialects and records are not supported", Program: statsProgram()}, stats},
		{cli.Command{Name: "get", Args: "[flags] FILE[:N] [POINTER]", Doc: "print the value that a JSON Pointer names, or record N of a file, as it is written", Program: getProgram()}, getValue},
		{cli.Command{Name: "index", Args: "[flags] FILE ...", Doc: "write an index of the records of NDJSON files, check what was appended, or list invalid records", Program: indexProgram()}, indexFiles},
		{cli.Command{Name: "salvage", Args: "[flags] [FILE ...]", Doc: "recover the whole records of damaged NDJSON files", Program: salvageProgram()}, salvage},
		{cli.Command{Name: "plan", Args: "[flags] FILE | FOLDER | GLOB ...", Doc: "divide the checking of many or large files of records into shards", Program: planProgram()}, plan},
		{cli.Command{Name: "run", Args: "[flags] PLAN --shard K --out FOLDER", Doc: "check a shard of a plan", Program: runProgram()}, runShards},
		{cli.Command{Name: "merge", Args: "[flags] FOLDER", Doc: "merge the results for all shards into one report", Program: mergeProgram()}, mergeShards},
		{cli.Command{Name: "report", Args: "[flags] --html PAGE REPORT", Doc: "show a report on bad records as a page for browsers, or as a table in CSV", Program: badReportProgram()}, showReport},
		{cli.Command{Name: "schema", Args: "COMMAND [flags] [ARGUMENT ...]", Values: schemaCommandNames(), Doc: "keep local copies of JSON Schemas, check schemas, or show how they are checked", Program: schemaProgram()}, runSchemaCommand},
		{cli.Command{Name: "lsp", Args: "[flags]", Doc: "run a language server for editors, on standard input and output", Program: lspProgram()}, serveLSP},
		{cli.Command{Name: "serve", Args: "[flags] [FILE | FOLDER ...]", Doc: "serve a page for browsers that checks and changes files", Program: serveProgram()}, serveSite},
		{cli.Command{Name: "init", Args: "[FOLDER]", Doc: "write a settings file that suits the JSON files of a folder"}, initialize},
		{cli.Command{Name: "completion", Args: "SHELL", Values: cli.Shells, Doc: "print a completion script for bash, zsh, fish or PowerShell"}, completion},
		{cli.Command{Name: "man", Doc: "print the manual page"}, man},
		{cli.Command{Name: "help", Args: "[COMMAND]", Doc: "print the help of jsonlint or of a command"}, help},
		{cli.Command{Name: "version", Doc: "print the version"}, printVersion},
	}
}

// commandOf returns the subcommand with the given name, or nil.
func commandOf(name string) *Command {
	all := commands()
	if i := slices.IndexFunc(all, func(c Command) bool { return c.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.Name)
	}
	return names
}

// misspelled returns an error if name is not a file and resembles the name of a subcommand.
func misspelled(name string) error {
	if _, err := os.Lstat(name); err == nil || name == "" || strings.ContainsAny(name, `-!./\*?[{`) {
		return nil
	}
	meant := suggest.Name(name, commandNames())
	switch name { // commands of other programs
	case "format":
		meant = "fmt"
	case "check", "lint":
		return fmt.Errorf("no such file or command: %q; did you mean \"%s .\"?", name, programName)
	}
	if meant == "" {
		return nil
	}
	return fmt.Errorf("no such file or command: %q; did you mean \"%s %s\"?", name, programName, meant)
}

// help prints the usage of a subcommand without flags if args is just -h or --help.
func (c *Command) help(args []string, std Stdio) (done bool, err error) {
	if c.Program != nil || len(args) != 1 || args[0] != "-h" && args[0] != "--help" {
		return false, nil
	}
	_, err = io.WriteString(std.Out, c.usage())
	return true, err
}

// usage returns the help of a subcommand.
func (c *Command) usage() string {
	if c.Program != nil {
		return c.Program.Usage()
	}
	usage := strings.TrimRight("Usage: "+programName+" "+c.Name+" "+c.Args, " ")
	return fmt.Sprintf("%s\n\n%s%s.\n", usage, strings.ToUpper(c.Doc[:1]), c.Doc[1:])
}

// arguments returns args, and removes --debug from them if the subcommand has no flags of its own.
// For such a subcommand, any other flag is an error.
func (c *Command) arguments(args []string) ([]string, error) {
	if c.Program != nil {
		return args, nil
	}
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == debugFlag })
	for _, arg := range args {
		if strings.HasPrefix(arg, "-") && arg != input.Stdin && !strings.HasPrefix(arg, input.Stdin+":") {
			return nil, fmt.Errorf("unknown flag: %s (see %s %s --help)", arg, programName, c.Name)
		}
	}
	return args, nil
}

// completion prints the completion script of a shell.
func completion(args []string, std Stdio) (int, error) {
	if len(args) != 1 {
		return StatusTrouble, fmt.Errorf("completion requires a shell: %s", suggest.List(cli.Shells))
	}
	script := Program().Completion(strings.ToLower(args[0])) // the name of PowerShell has capitals
	if script == "" {
		return StatusTrouble, Unknown("shell", args[0], cli.Shells)
	}
	_, err := io.WriteString(std.Out, script)
	return StatusValid, err
}

// man prints the manual page.
func man(args []string, std Stdio) (int, error) {
	if len(args) > 0 {
		return StatusTrouble, fmt.Errorf("man: unexpected argument %q", args[0])
	}
	_, err := io.WriteString(std.Out, Program().Man(moduleVersion()))
	return StatusValid, err
}

// help prints the help of the program, or of the subcommand that args names.
func help(args []string, std Stdio) (int, error) {
	text := Program().Usage()
	switch len(args) {
	case 0:
	case 1:
		c := commandOf(args[0])
		if c == nil {
			return StatusTrouble, Unknown("command", args[0], commandNames())
		}
		text = c.usage()
	default:
		return StatusTrouble, fmt.Errorf("help: unexpected argument %q", args[1])
	}
	_, err := io.WriteString(std.Out, text)
	return StatusValid, err
}

// printVersion prints the version.
func printVersion(args []string, std Stdio) (int, error) {
	if len(args) > 0 {
		return StatusTrouble, fmt.Errorf("version: unexpected argument %q", args[0])
	}
	_, err := fmt.Fprintln(std.Out, version())
	return StatusValid, err
}
