package jsonlint

import (
	"fmt"
	"io"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/engine/suggest"
)

// completion prints the completion script of a shell.
func completion(args []string, std command.Stdio) (int, error) {
	if len(args) != 1 {
		return command.StatusTrouble, fmt.Errorf("completion requires a shell: %s", suggest.List(cli.Shells))
	}
	script := command.Program(std.Commands()).Completion(strings.ToLower(args[0])) // the name of PowerShell has capitals
	if script == "" {
		return command.StatusTrouble, command.Unknown("shell", args[0], cli.Shells)
	}
	_, err := io.WriteString(std.Out, script)
	return command.StatusValid, err
}

// man prints the manual page.
func man(args []string, std command.Stdio) (int, error) {
	if len(args) > 0 {
		return command.StatusTrouble, fmt.Errorf("man: unexpected argument %q", args[0])
	}
	_, err := io.WriteString(std.Out, command.Program(std.Commands()).Man(command.Version()))
	return command.StatusValid, err
}

// help prints the help of the program, or of the subcommand that args names.
func help(args []string, std command.Stdio) (int, error) {
	text := command.Program(std.Commands()).Usage()
	switch len(args) {
	case 0:
	case 1:
		c := std.Commands().Find(args[0])
		if c == nil {
			return command.StatusTrouble, command.Unknown("command", args[0], std.Commands().Names())
		}
		text = c.Usage()
	default:
		return command.StatusTrouble, fmt.Errorf("help: unexpected argument %q", args[1])
	}
	_, err := io.WriteString(std.Out, text)
	return command.StatusValid, err
}

// printVersion prints the version.
func printVersion(args []string, std command.Stdio) (int, error) {
	if len(args) > 0 {
		return command.StatusTrouble, fmt.Errorf("version: unexpected argument %q", args[0])
	}
	_, err := fmt.Fprintln(std.Out, command.FullVersion())
	return command.StatusValid, err
}
