package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/pflag"

	"github.com/assayjson/assay/tokenizer"
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
	width    int // of the terminal that out is, or 0
}

// flags is the command line.
type flags struct {
	quiet   bool
	options []tokenizer.Option
	paths   []string
}

const usage = `Usage: jsonlint [flags] [FILE ...]

Checks that each FILE is one JSON document in UTF-8, and says what is wrong and
where. Without a FILE, or for "-", it reads standard input.

Flags:
  -q, --quiet         print no findings; the exit status tells
      --ijson         hold the input to I-JSON (RFC 7493): no duplicate names, lone
                      surrogates or noncharacters, no numbers beyond binary64
      --allow-bom     let a file begin with a byte order mark
      --max-depth N   let arrays and objects nest N levels deep (default 10000)
      --version       print the version
  -h, --help          print this text

Exit status: 0 all valid, 1 findings, 2 wrong usage or failed input or output.
`

// run is the command. It returns the exit status.
func run(args []string, std stdio) int {
	status, err := lint(args, std)
	if err != nil {
		complain(std.err, err)
		return statusTrouble
	}
	return status
}

// lint does what args say. It goes on after a file that cannot be read; a failed
// write ends it with an error.
func lint(args []string, std stdio) (status int, err error) {
	f, err := parse(args)
	switch {
	case errors.Is(err, errVersion):
		_, err = fmt.Fprintln(std.out, version())
		return statusValid, err
	case errors.Is(err, pflag.ErrHelp):
		_, err = io.WriteString(std.out, usage)
		return statusValid, err
	case err != nil:
		return statusTrouble, fmt.Errorf("%w (see jsonlint --help)", err)
	}
	for _, path := range f.paths {
		data, err := read(path, std.in)
		if err != nil {
			complain(std.err, err)
			status = statusTrouble
			continue
		}
		var bad *tokenizer.SyntaxError
		if !errors.As(tokenizer.Check(data, f.options...), &bad) {
			continue
		}
		status = max(status, statusFindings)
		if f.quiet {
			continue
		}
		if _, err := io.WriteString(std.out, finding(path, data, bad, std.width)); err != nil {
			return statusTrouble, err
		}
	}
	return status, nil
}

// errVersion asks for the version instead of work.
var errVersion = errors.New("version")

// parse reads the command line.
func parse(args []string) (flags, error) {
	set := pflag.NewFlagSet("jsonlint", pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	quiet := set.BoolP("quiet", "q", false, "")
	ijson := set.Bool("ijson", false, "")
	allowBOM := set.Bool("allow-bom", false, "")
	maxDepth := set.Int("max-depth", tokenizer.DefaultMaxDepth, "")
	version := set.Bool("version", false, "")
	if err := set.Parse(args); err != nil {
		return flags{}, err
	}
	switch {
	case *version:
		return flags{}, errVersion
	case *maxDepth < 0:
		return flags{}, fmt.Errorf("--max-depth %d is negative", *maxDepth)
	}

	f := flags{quiet: *quiet, paths: set.Args(), options: []tokenizer.Option{tokenizer.MaxDepth(*maxDepth)}}
	if *ijson {
		f.options = append(f.options, tokenizer.IJSON())
	}
	if *allowBOM {
		f.options = append(f.options, tokenizer.AllowBOM())
	}
	if len(f.paths) == 0 {
		f.paths = []string{stdinPath}
	}
	return f, nil
}

const stdinPath = "-"

// read returns the whole of a file, or of standard input.
func read(path string, stdin io.Reader) ([]byte, error) {
	var data []byte
	var err error
	if path == stdinPath {
		data, err = io.ReadAll(stdin)
	} else {
		data, err = os.ReadFile(path)
	}
	if err == nil {
		return data, nil
	}
	// What went wrong, without the system call that found out.
	var trouble *fs.PathError
	if errors.As(err, &trouble) {
		err = trouble.Err
	}
	return nil, fmt.Errorf("%s: %w", displayPath(path), err)
}

// complain tells of trouble. When even that cannot be written, the exit status is
// all that is left.
func complain(w io.Writer, err error) { fmt.Fprintf(w, "jsonlint: %v\n", err) }
