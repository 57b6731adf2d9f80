package command

import (
	"fmt"
	"io"

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
	out, err io.Writer
	width    int                 // of the terminal that out is, or 0
	errTTY   bool                // err is a terminal
	env      func(string) string // the environment; nil for an empty one
	schemas  func() Schemas      // waits until there is what knows schemas
}

// getenv returns a variable of the environment.
func (s stdio) getenv(name string) string {
	if s.env == nil {
		return ""
	}
	return s.env(name)
}

// complain tells of trouble. When even that cannot be written, the exit status is
// all that is left.
func complain(w io.Writer, err error) { fmt.Fprintf(w, "jsonlint: %s\n", report.Line(err.Error())) }

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
