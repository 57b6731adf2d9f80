// Command assay-gate is a reverse proxy that checks API traffic against an OpenAPI document. It is the web server Caddy with the handler
// of package [github.com/assayjson/assay/gate], set up by flags.
//
//	assay-gate --openapi api.yaml --upstream http://127.0.0.1:8080 --listen :8443 --cert cert.pem --key key.pem
//
// The document is read again whenever it changes, and no connection notices. The signal HUP restarts the server within the process, to read
// new certificates: requests under way are finished, and idle connections are closed. INT and TERM end the command after the current
// requests. The exit status is 0 then, 1 if the server cannot be started, and 2 if the command line is wrong. docs/reference/gate.md in the
// repository of assay is the guide.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/caddyserver/caddy/v2"
	"go.uber.org/zap"

	"github.com/assayjson/assay/openapi"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the command, with its arguments and outputs. It returns the exit status, or never if the server runs.
func run(args []string, stdout, stderr io.Writer) int {
	c, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return 0
	case err != nil:
		fmt.Fprintf(stderr, "assay-gate: %v\nassay-gate --help lists the flags.\n", err)
		return 2
	}
	config, err := c.config()
	if err != nil {
		fmt.Fprintf(stderr, "assay-gate: %v\n", err)
		return 2
	}
	if c.print {
		fmt.Fprintf(stdout, "%s\n", config)
		return 0
	}
	if err := caddy.Load(config, true); err != nil {
		explain(c, err, stderr)
		return 1
	}
	serve(config)
	return 0
}

// serve obeys signals. It does not return: Caddy ends the process.
func serve(config []byte) {
	caddy.TrapSignals()
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	for range reload {
		if err := caddy.Load(config, true); err != nil {
			caddy.Log().Error("the configuration cannot be loaded again; the one before stays in use", zap.Error(err))
		}
	}
}

// explain prints why the server cannot be started. For a document that cannot be used, it does not print the error of Caddy, which has all
// mistakes in one line.
func explain(c *command, err error, stderr io.Writer) {
	name := c.settings.OpenAPI
	load := func(opts openapi.Options) error {
		_, err := openapi.Load(os.DirFS(filepath.Dir(name)), filepath.Base(name), opts)
		return err
	}
	tolerant := openapi.Options{Tolerate: func(openapi.Mistake) bool { return true }}
	var opts openapi.Options
	if c.settings.Tolerate {
		opts = tolerant
	}
	var list *openapi.Error
	if name == "" || !errors.As(load(opts), &list) {
		fmt.Fprintf(stderr, "assay-gate: %v\n", err)
		return
	}
	for _, m := range list.Mistakes {
		m.File = filepath.Join(filepath.Dir(name), filepath.FromSlash(m.File))
		fmt.Fprintln(stderr, m)
	}
	if load(tolerant) != nil {
		fmt.Fprintln(stderr, "assay-gate: the OpenAPI document cannot be used")
		return
	}
	fmt.Fprintln(stderr, "assay-gate: the OpenAPI document has mistakes; --tolerate accepts them")
}
