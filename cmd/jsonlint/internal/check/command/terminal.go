package command

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// terminalWidth returns the number of columns of the terminal f, or 0 if f is not a terminal.
func terminalWidth(f *os.File) int {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return 0
	}
	if columns, _, err := term.GetSize(fd); err == nil && columns > 0 {
		return columns
	}
	return defaultWidth
}

// defaultWidth is the width that is used if the width of a terminal is unknown.
const defaultWidth = 80

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// whens are the values of --color, --frame and --progress.
var whens = []string{"auto", "always", "never"}

// Colors reports whether to color the output. The flag takes precedence, followed by NO_COLOR
// (no-color.org), FORCE_COLOR, CLICOLOR_FORCE and CLICOLOR (bixense.com/clicolors).
func Colors(when string, std Stdio) bool {
	on := func(name string) bool { v := std.getenv(name); return v != "" && v != "0" }
	switch {
	case when != "auto":
		return when == "always"
	case std.getenv("NO_COLOR") != "":
		return false
	case on("FORCE_COLOR"), on("CLICOLOR_FORCE"):
		return true
	}
	return std.width > 0 && std.getenv("CLICOLOR") != "0" && std.getenv("TERM") != "dumb"
}

// ForErrors returns s in the form in which [Colors] decides about standard error.
func (s Stdio) ForErrors() Stdio {
	s.width = 0
	if s.ErrTTY {
		s.width = defaultWidth
	}
	return s
}

// FrameWidth returns the width for showing source lines, or 0 to show none.
func FrameWidth(when string, std Stdio) int {
	switch {
	case when == "never":
		return 0
	case when == "auto" || std.width > 0:
		return std.width
	}
	if columns, err := strconv.Atoi(std.getenv("COLUMNS")); err == nil && columns > 0 {
		return columns
	}
	return defaultWidth
}

// onceEnded reads a terminal up to the first end of file. Without it, a read after Ctrl-D would
// wait for more input.
type onceEnded struct {
	r     io.Reader
	ended bool
}

func (o *onceEnded) Read(p []byte) (int, error) {
	if o.ended {
		return 0, io.EOF
	}
	n, err := o.r.Read(p)
	o.ended = err == io.EOF
	return n, err
}

// ReadsStandardInput prints a hint if standard input is a terminal. The hint mentions that the
// program is waiting for input, and suggests other arguments.
func (s Stdio) ReadsStandardInput(instead string) {
	if s.inTTY {
		fmt.Fprintf(s.Err, "%s: reading standard input; try: %[1]s %s\n", programName, instead)
	}
}
