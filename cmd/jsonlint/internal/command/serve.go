package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/serve/site"
)

// serveFlags are the flags of jsonlint serve.
type serveFlags struct {
	listen   string
	page     string
	open     bool
	readOnly bool
	anywhere bool
}

// serveProgram describes the command line of jsonlint serve.
func serveProgram() *cli.Program {
	return &cli.Program{
		Name:     programName + " serve",
		Synopsis: []string{"[flags] [FILE | FOLDER ...]"},
		About: "Serves a page for browsers that checks, explains, fixes and formats JSON, and prints its address. The page can read and write the given files, and the files in the given folders and below; nothing else. " +
			"Without arguments, it can only open files that are dropped on it or chosen in it. docs/page.md describes the page.\n\n" +
			"The address contains a random token, without which nothing is served. It is valid until the server ends. A file that has changed since the page has read it is not overwritten.",
		Groups: Groups(serveOptions()),
		Statuses: []cli.Status{
			{Code: StatusValid, Doc: "the server has been interrupted"},
			{Code: StatusTrouble, Doc: "invalid usage, or the server could not be started"},
		},
	}
}

// serveOptions returns the table of flags of jsonlint serve.
func serveOptions() []OptionGroup {
	return []OptionGroup{
		{"Server", []Option{
			{Option: cli.Option{Name: "listen", Arg: "ADDRESS", Doc: "listen on this address and port (default 127.0.0.1:0; port 0 stands for any free port)"}, Set: FileName(func(f *Flags) *string { return &f.serve.listen })},
			{Option: cli.Option{Name: "allow-remote", Doc: "allow --listen addresses that other machines can reach; the connection is not encrypted, so others in the network may read the token"}, Set: Toggle(func(f *Flags) *bool { return &f.serve.anywhere })},
			{Option: cli.Option{Name: "open", Doc: "open the page in the browser"}, Set: Toggle(func(f *Flags) *bool { return &f.serve.open })},
			{Option: cli.Option{Name: "read-only", Doc: "do not let the page write files"}, Set: Toggle(func(f *Flags) *bool { return &f.serve.readOnly })},
			{Option: cli.Option{Name: "page", Arg: "FOLDER", Doc: "serve the page in FOLDER instead of the one that is part of the program"}, Set: FileName(func(f *Flags) *string { return &f.serve.page })},
		}},
		{"Settings", Pick(SettingOptions(), "debug", "help")},
	}
}

// serveSite implements jsonlint serve.
func serveSite(args []string, std Stdio) (int, error) {
	f, err := ParseOptions(serveOptions(), args)
	if err != nil {
		return std.BadUsage(err, serveProgram())
	}
	what := site.Site{Listen: "127.0.0.1:0", Paths: f.Paths, Page: f.serve.page, ReadOnly: f.serve.readOnly, Anywhere: f.serve.anywhere, Version: moduleVersion()}
	if f.serve.listen != "" {
		what.Listen = f.serve.listen
	}
	if what.Anywhere {
		std.Complain(errors.New("warning: other machines may reach this server, and the connection is not encrypted"))
	}
	what.Ready = func(address string) error {
		if _, err := io.WriteString(std.Out, address+"\n"); err != nil {
			return err
		}
		if f.serve.open {
			if err := openBrowser(address); err != nil {
				std.Complain(fmt.Errorf("the browser cannot be opened: %s", report.Line(err.Error())))
			}
		}
		return nil
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := std.Schemas().Serve(ctx, what); err != nil {
		return StatusTrouble, fmt.Errorf("serve: %w", err)
	}
	return StatusValid, nil
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
