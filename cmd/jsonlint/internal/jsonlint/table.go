package jsonlint

import (
	"github.com/assayjson/assay/cmd/jsonlint/internal/adopt"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/documents"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/indexcmd"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/recordscmd"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/reportcmd"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/salvage"
	"github.com/assayjson/assay/cmd/jsonlint/internal/data/shardcmd"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lspcmd"
	"github.com/assayjson/assay/cmd/jsonlint/internal/format/fmtcmd"
	"github.com/assayjson/assay/cmd/jsonlint/internal/schemas/schemacmd"
)

// Commands returns the table of subcommands.
func Commands() command.Table {
	return command.Table{
		fmtcmd.Command(),
		{Command: cli.Command{Name: "explain", Args: "[RULE]", Doc: "explain a rule or a kind of error, or list the rules", Values: config.RuleNames()}, Run: explain},
		{Command: cli.Command{Name: "rules", Doc: "list the rules with their default severities"}, Run: listRules},
		documents.Complete(),
		documents.Stats(),
		indexcmd.Get(),
		indexcmd.Index(),
		recordscmd.Command(),
		salvage.Command(),
		shardcmd.Plan(),
		shardcmd.Run(),
		shardcmd.Merge(),
		reportcmd.Command(),
		schemacmd.Command(),
		lspcmd.Command(),
		{Command: cli.Command{Name: "serve", Args: "[flags] [FILE | FOLDER ...]", Doc: "serve a page for browsers that checks and changes files", Program: serveProgram}, Run: serveSite},
		{Command: cli.Command{Name: "init", Args: "[--from TOOL] [FOLDER]", Doc: "write a settings file that suits the JSON files of a folder, or has the settings of another tool", Program: initProgram}, Run: initialize},
		{Command: cli.Command{Name: "hook", Args: "HOOK [ARGUMENT ...] [FILE ...]", Values: adopt.Hooks(), Doc: "do what another hook of pre-commit does, with its arguments", Program: hookProgram}, Run: standIn},
		{Command: cli.Command{Name: "completion", Args: "SHELL", Values: cli.Shells, Doc: "print a completion script for bash, zsh, fish or PowerShell"}, Run: completion},
		{Command: cli.Command{Name: "man", Doc: "print the manual page"}, Run: man},
		{Command: cli.Command{Name: "help", Args: "[COMMAND]", Doc: "print the help of jsonlint or of a command"}, Run: help},
		{Command: cli.Command{Name: "version", Doc: "print the version"}, Run: printVersion},
	}
}
