package lspcmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp"
)

// Command returns the subcommand lsp.
func Command() command.Command {
	return command.Command{
		Command: cli.Command{Name: "lsp", Args: "[flags]", Doc: "run a language server for editors, on standard input and output", Program: program},
		Run:     run,
	}
}

// program describes the command line of jsonlint lsp.
func program() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " lsp",
		Synopsis: []string{"[flags]"},
		About: "Runs a language server (LSP 3.17) on standard input and output, or on a socket, for editors. docs/reference/editors.md describes how to set up an editor. " +
			"Findings are those that \"jsonlint FILE\" reports, with the same settings, schemas and baselines. " +
			"Settings and schemas are read again when the editor saves one of them or reports that it has changed. " +
			"Documents that the settings or .jsonlintignore ignore have no findings. " +
			"A document can name a schema in $schema only if the schema is in the open folder that contains the document. If no open folder contains it, the schema must be in its repository.",
		Groups: command.Groups(new(flags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "the editor has shut the server down"},
			{Code: command.StatusFindings, Doc: "the connection has ended in another way"},
			{Code: command.StatusTrouble, Doc: "invalid usage, or an output error"},
		},
	}
}

// flags holds the command line of jsonlint lsp.
type flags struct {
	*command.Flags
	listen string // the address on which the server waits for clients, or ""
	once   bool   // it serves only one of them
}

// options returns the table of flags of jsonlint lsp.
func (f *flags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Connection", Options: []command.Option{
			{Option: cli.Option{Name: "stdio", Doc: "use standard input and output, as is also done without this flag"}, Set: func(*command.Flags, string) error { return nil }},
			{Option: cli.Option{Name: "listen", Arg: "ADDRESS", Doc: "wait for clients on HOST:PORT, where the host is this machine, or on unix:PATH. " +
				"Each connection has a server of its own. The address, with the port if PORT is 0, is written to standard error. Ends when it is interrupted"}, Set: func(_ *command.Flags, value string) error { f.listen = value; return nil }},
			{Option: cli.Option{Name: "once", Doc: "with --listen, serve only one client, and end when it disconnects"}, Set: command.Toggle(command.Field(&f.once))},
		}},
		{Title: "Settings", Options: command.Pick(command.SettingOptions(), "debug", "help")},
	}
}

// parse parses the command line of jsonlint lsp.
func parse(args []string) (f *flags, err error) {
	f = new(flags)
	f.Flags, err = command.ParseOptions(f.options(), args)
	return f, err
}

// run implements jsonlint lsp.
func run(args []string, std command.Stdio) (int, error) {
	f, err := parse(args)
	if err != nil {
		return std.BadUsage(err, program())
	}
	if len(f.Paths) > 0 {
		return command.StatusTrouble, fmt.Errorf("lsp: unexpected argument %q", f.Paths[0])
	}
	// Texts make up most of the memory, so garbage must not be allowed to take as much again. To collect it often costs
	// little, because texts have no pointers.
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	here, err := os.Getwd()
	if err != nil {
		return command.StatusTrouble, err
	}
	serve := func(r io.Reader, w io.Writer, closeIn func() error) (int, error) {
		return connect(r, w, closeIn, here, std)
	}
	switch {
	case f.listen != "":
		return serveClients(f.listen, f.once, std, func(c io.ReadWriteCloser) (int, error) { return serve(c, c, c.Close) })
	case f.once:
		return command.StatusTrouble, errors.New("lsp: --once requires --listen")
	}
	closeIn := func() error { return nil }
	if c, ok := std.In.(io.Closer); ok {
		closeIn = c.Close
	}
	return serve(std.In, std.Out, closeIn)
}

// connect serves a client. The parameter here is the working directory.
func connect(r io.Reader, w io.Writer, closeIn func() error, here string, std command.Stdio) (status int, err error) {
	orderly, err := lsp.Serve(r, w, closeIn, editorConfig(here, std, std.Complain))
	switch {
	case err != nil:
		return command.StatusTrouble, err
	case !orderly:
		return command.StatusFindings, nil
	}
	return command.StatusValid, nil
}

// gcPercent is the part of the memory that may be garbage, in per cent of the rest.
const gcPercent = 25
