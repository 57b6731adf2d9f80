package command

import (
	"fmt"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
)

// The exit statuses.
const (
	statusValid    = 0
	statusFindings = 1
	statusTrouble  = 2 // wrong usage, or a failed read or write
)

// stdio is what the command has of the world besides the files.
type stdio struct {
	in       io.Reader
	inTTY    bool // in is a terminal
	out, err io.Writer
	width    int                 // of the terminal that out is, or 0
	errTTY   bool                // err is a terminal
	env      func(string) string // the environment; nil for an empty one
	schemas  func() Schemas      // waits until there is what knows schemas
	debug    bool                // the stacks of panics are printed
}

// getenv returns a variable of the environment.
func (s stdio) getenv(name string) string {
	if s.env == nil {
		return ""
	}
	return s.env(name)
}

// complain writes an error to standard error, followed by the stack if it is a panic and --debug
// asks for that. If even that can't be written, the exit status is all that is left.
func (s stdio) complain(err error) {
	fmt.Fprintf(s.err, "jsonlint: %s\n", report.Line(err.Error()))
	s.stack(err)
}

// trouble complains of an error that concerns one file.
func (s stdio) trouble(name string, err error) {
	if c := crash.Of(err); c != nil {
		fmt.Fprintf(s.err, "jsonlint: %s\n", report.Line(c.In(report.Path(name))))
		s.stack(err)
		return
	}
	s.complain(fmt.Errorf("%s: %w", report.Path(name), err))
}

// stack writes the stack of a panic, with --debug.
func (s stdio) stack(err error) {
	if c := crash.Of(err); c != nil && s.debug {
		s.err.Write(c.Stack)
	}
}

// common is trouble that files have in common, such as settings or a schema that is wrong.
type common struct{ error }

func (c common) Unwrap() error { return c.error }

// writeAll writes b, and nothing if there is none: where nothing can be written, an empty write
// fails too.
func writeAll(w io.Writer, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := w.Write(b)
	return err
}
