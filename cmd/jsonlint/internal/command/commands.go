package command

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/suggest"
)

// A Command is a subcommand, which is selected by the first argument.
type Command struct {
	cli.Command

	// Run runs the subcommand with the arguments that follow its name, and returns the exit status.
	Run func(args []string, std Stdio) (status int, err error)
}

// A Table lists subcommands in the order of the help.
type Table []Command

// Find returns the subcommand with the given name, or nil.
func (t Table) Find(name string) *Command {
	if i := slices.IndexFunc(t, func(c Command) bool { return c.Name == name }); i >= 0 {
		return &t[i]
	}
	return nil
}

// Names returns the names of the subcommands.
func (t Table) Names() []string {
	var names []string
	for _, c := range t {
		names = append(names, c.Name)
	}
	return names
}

// misspelled returns an error if name is not a file and resembles the name of a subcommand.
func misspelled(name string, commands Table) error {
	if _, err := os.Lstat(name); err == nil || name == "" || strings.ContainsAny(name, `-!./\*?[{`) {
		return nil
	}
	meant := suggest.Name(name, commands.Names())
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
	_, err = io.WriteString(std.Out, c.Usage())
	return true, err
}

// Usage returns the help of a subcommand.
func (c *Command) Usage() string {
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
