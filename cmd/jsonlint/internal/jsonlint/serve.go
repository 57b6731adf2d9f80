package jsonlint

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/serve/site"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/command"
)

// serveFlags holds the command line of jsonlint serve.
type serveFlags struct {
	*command.Flags
	listen   string
	page     string
	open     bool
	readOnly bool
	anywhere bool
}

// serveProgram describes the command line of jsonlint serve.
func serveProgram() *cli.Program {
	return &cli.Program{
		Name:     command.ProgramName() + " serve",
		Synopsis: []string{"[flags] [FILE | FOLDER ...]"},
		About: "Serves a page for browsers that checks, explains, fixes and formats JSON, and prints its address. The page can read and write the given files, and the files in the given folders and below; nothing else. " +
			"Without arguments, it can only open files that are dropped on it or chosen in it. docs/reference/page.md describes the page.\n\n" +
			"The address contains a random token, without which nothing is served. It is valid until the server ends. A file that has changed since the page has read it is not overwritten.",
		Groups: command.Groups(new(serveFlags).options()),
		Statuses: []cli.Status{
			{Code: command.StatusValid, Doc: "the server has been interrupted"},
			{Code: command.StatusTrouble, Doc: "invalid usage, or the server could not be started"},
		},
	}
}

// options returns the table of flags of jsonlint serve.
func (f *serveFlags) options() []command.OptionGroup {
	return []command.OptionGroup{
		{Title: "Server", Options: []command.Option{
			{Option: cli.Option{Name: "listen", Arg: "ADDRESS", Doc: "listen on this address and port (default 127.0.0.1:0; port 0 stands for any free port)"}, Set: command.FileName(command.Field(&f.listen))},
			{Option: cli.Option{Name: "allow-remote", Doc: "allow --listen addresses that other machines can reach; the connection is not encrypted, so others in the network may read the token"}, Set: command.Toggle(command.Field(&f.anywhere))},
			{Option: cli.Option{Name: "open", Doc: "open the page in the browser"}, Set: command.Toggle(command.Field(&f.open))},
			{Option: cli.Option{Name: "read-only", Doc: "do not let the page write files"}, Set: command.Toggle(command.Field(&f.readOnly))},
			{Option: cli.Option{Name: "page", Arg: "FOLDER", Doc: "serve the page in FOLDER instead of the one that is part of the program"}, Set: command.FileName(command.Field(&f.page))},
		}},
		{Title: "Settings", Options: command.Pick(command.SettingOptions(), "debug", "help")},
	}
}

// serveSite implements jsonlint serve.
func serveSite(args []string, std command.Stdio) (int, error) {
	f := new(serveFlags)
	var err error
	if f.Flags, err = command.ParseOptions(f.options(), args); err != nil {
		return std.BadUsage(err, serveProgram())
	}
	what := site.Site{Listen: "127.0.0.1:0", Paths: f.Paths, Page: f.page, ReadOnly: f.readOnly, Anywhere: f.anywhere, Version: command.Version()}
	if f.listen != "" {
		what.Listen = f.listen
	}
	if what.Anywhere {
		std.Complain(errors.New("warning: other machines may reach this server, and the connection is not encrypted"))
	}
	what.Ready = func(address string) error {
		if _, err := io.WriteString(std.Out, address+"\n"); err != nil {
			return err
		}
		if f.open {
			if err := openBrowser(address); err != nil {
				std.Complain(fmt.Errorf("the browser cannot be opened: %s", report.Line(err.Error())))
			}
		}
		return nil
	}
	ctx, stop := outputs.NotifyContext()
	defer stop()
	if err := std.Schemas().Serve(ctx, what); err != nil {
		return command.StatusTrouble, fmt.Errorf("serve: %w", err)
	}
	return command.StatusValid, nil
}

// openBrowser opens an address in the browser that the user has chosen.
func openBrowser(address string) error {
	command := exec.Command("xdg-open", address)
	switch runtime.GOOS {
	case "darwin":
		command = exec.Command("open", address)
	case "windows":
		command = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	}
	if err := command.Start(); err != nil {
		return err
	}
	return command.Process.Release()
}
