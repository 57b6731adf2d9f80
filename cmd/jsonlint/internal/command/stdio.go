package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/internal/store"
)

// The exit statuses.
const (
	statusValid    = 0
	statusFindings = 1
	statusTrouble  = 2 // invalid usage, or a failed read or write
)

// stdio is what the command uses besides files: standard streams, the terminal, environment
// variables and the schema engine.
type stdio struct {
	in       io.Reader
	inTTY    bool // in is a terminal
	out, err io.Writer
	width    int                 // width of the terminal if out is a terminal; otherwise 0
	errTTY   bool                // err is a terminal
	errWidth func() int          // width of the terminal if err is a terminal; nil if it is unknown
	env      func(string) string // looks up environment variables; nil if there are none
	schemas  func() Schemas      // blocks until schemas are available
	stores   store.Stores        // stores of objects
	debug    bool                // print the stacks of panics
}

// file returns the file with a name, which may be an object.
func (s stdio) file(name string) input.File { return input.Named(name, s.stores) }

// getenv returns an environment variable.
func (s stdio) getenv(name string) string {
	if s.env == nil {
		return ""
	}
	return s.env(name)
}

// complain writes an error to standard error, followed by the stack if it is a panic and --debug is
// set. If the write fails, only the exit status indicates the error.
func (s stdio) complain(err error) {
	fmt.Fprintf(s.err, "%s: %s\n", programName, report.Line(err.Error()))
	s.stack(err)
}

// trouble reports an error that concerns one file.
func (s stdio) trouble(name string, err error) {
	if c := crash.Of(err); c != nil {
		fmt.Fprintf(s.err, "%s: %s\n", programName, report.Line(c.In(report.Path(name))))
		s.stack(err)
		return
	}
	s.complain(fmt.Errorf("%s: %w", report.Path(name), err))
}

// badUsage handles an error in the command line of a program: it prints the help if that has been asked for, and
// otherwise returns the error with a pointer to the help.
func (s stdio) badUsage(err error, p *cli.Program) (int, error) {
	if errors.Is(err, errHelp) {
		_, err = io.WriteString(s.out, p.Usage())
		return statusValid, err
	}
	return statusTrouble, fmt.Errorf("%w (see %s --help)", err, p.Name)
}

// stack writes the stack of a panic if --debug is set.
func (s stdio) stack(err error) {
	if c := crash.Of(err); c != nil && s.debug {
		s.err.Write(c.Stack)
	}
}

// common is an error that several files may have in common, such as invalid settings or an invalid
// schema. It is reported only once.
type common struct{ error }

func (c common) Unwrap() error { return c.error }

// writeAll writes b unless it is empty, because even an empty write fails if the output is closed.
func writeAll(w io.Writer, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := w.Write(b)
	return err
}

// piped adds to the error of a truncated compressed file how a command can read its beginning. It
// returns all other errors as [input.Cause] does.
func piped(err error, path, command string) error {
	var cut *input.TruncatedError
	if err = input.Cause(err); !errors.As(err, &cut) {
		return err
	}
	return fmt.Errorf("%w; its beginning can be read with: %s -dc %s | %s", err, cut.Form, report.Path(path), command)
}
