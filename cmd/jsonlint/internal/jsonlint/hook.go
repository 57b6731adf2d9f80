package jsonlint

import (
	"errors"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/internal/engine/suggest"
)

// hookProgram describes the command line of jsonlint hook.
func hookProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " hook",
		Synopsis: []string{"HOOK [ARGUMENT ...] [FILE ...]"},
		About: "Does what a hook of pre-commit from another repository does: HOOK is " + suggest.List(adopt.Hooks()) + ". The arguments are those of that hook. " +
			"One that has no counterpart is an error. docs/coming-over describes them.",
		Groups: []cli.Group{{Title: "Flags", Options: []cli.Option{{Name: "help", Short: "h", Doc: "print this help"}}}},
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "success"},
			{Code: command.StatusFindings, Doc: "findings, or files that are not formatted"},
			{Code: command.StatusTrouble, Doc: "an argument that is not supported, or any other trouble"},
		},
	}
}

// standIn implements jsonlint hook. It does what a hook of pre-commit does with the same arguments.
func standIn(args []string, std command.Stdio) (int, error) {
	switch {
	case len(args) == 0:
		return command.StatusTrouble, errors.New("hook requires the name of a hook: " + suggest.List(adopt.Hooks()))
	case args[0] == "--help" || args[0] == "-h":
		_, err := io.WriteString(std.Out, hookProgram().Usage())
		return command.StatusValid, err
	}
	translated, err := adopt.StandIn(args[0], args[1:])
	switch {
	case err != nil:
		return command.StatusTrouble, err
	case translated == nil: // pre-commit has no files for the hook
		return command.StatusValid, nil
	}
	return command.Run(translated, std), nil
}
