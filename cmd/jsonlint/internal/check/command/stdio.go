package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/cli"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/browser/serve/site"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/data/unpack"
	"github.com/assayjson/assay/schema/contract"
)

// These errors end the parsing because the user has requested information.
var (
	errVersion = errors.New("version")
	errHelp    = errors.New("help")
)

// The exit statuses.
const (
	StatusValid    = 0
	StatusFindings = 1
	StatusTrouble  = 2 // invalid usage, or a failed read or write
)

// An unknownFlagError is the error for a flag that is not in the table.
type unknownFlagError struct{ name, meant string }

func (e *unknownFlagError) Error() string {
	if e.meant != "" {
		return fmt.Sprintf("unknown flag: --%s; did you mean --%s?", e.name, e.meant)
	}
	return "unknown flag: --" + e.name
}

// A Command is a subcommand, which is selected by the first argument.
type Command struct {
	cli.Command

	// Run runs the subcommand with the arguments that follow its name, and returns the exit status.
	Run func(args []string, std Stdio) (status int, err error)
}

// A Table lists subcommands in the order of the help.
type Table []Command

// Find returns the subcommand with the given name, or nil.
func (t Table) Find(name string) *Command {
	if i := slices.IndexFunc(t, func(c Command) bool { return c.Name == name }); i >= 0 {
		return &t[i]
	}
	return nil
}

// Names returns the names of the subcommands.
func (t Table) Names() []string {
	var names []string
	for _, c := range t {
		names = append(names, c.Name)
	}
	return names
}

// Usage returns the help of a subcommand.
func (c *Command) Usage() string {
	if c.Program != nil {
		return c.Program().Usage()
	}
	usage := strings.TrimRight("Usage: "+programName+" "+c.Name+" "+c.Args, " ")
	return fmt.Sprintf("%s\n\n%s%s.\n", usage, strings.ToUpper(c.Doc[:1]), c.Doc[1:])
}

// Stdio is what a subcommand uses besides files: standard streams, the terminal, environment
// variables, the schema engine and the table of subcommands.
type Stdio struct {
	In       io.Reader           // standard input
	inTTY    bool                // in is a terminal
	Out, Err io.Writer           // standard output and standard error
	width    int                 // width of the terminal if out is a terminal; otherwise 0
	ErrTTY   bool                // err is a terminal
	errWidth func() int          // width of the terminal if err is a terminal; nil if it is unknown
	env      func(string) string // looks up environment variables; nil if there are none
	Schemas  func() Schemas      // blocks until schemas are available
	stores   store.Stores        // stores of objects
	Debug    bool                // print the stacks of panics
	Commands func() Table        // returns the subcommands; nil if there are none
}

// ErrNoSchemas is the error of an implementation of [Schemas] that cannot compile schemas.
var ErrNoSchemas = errors.New("this program was built without the schema engine")

// Schemas compiles JSON Schemas. The program starts long before an implementation is available, so
// it requests the implementation only when a schema is needed. The implementation also has what needs the
// network, for the same reason.
type Schemas interface {
	// Declared returns the "$schema" of a document that begins with head, and the position of its
	// value.
	Declared(head []byte) (name string, offset, length int64, ok bool)

	// Compile compiles the schema called name, which is a path or a URL in resources. The parameter
	// resources maps URLs to paths. Those in copies must be as the lock file says. If formats is true, the keyword "format" is checked in all
	// drafts. The parameter maxSteps limits the work for one document; if it is 0, a default limit
	// applies. If text is not nil, it is the text of the schema, so Compile does not read the schema
	// again. Paths in errors are relative to workDir, the working directory. The function opened,
	// which may be nil, is called with the path of each file before it is read. The error for an
	// invalid schema is an InvalidSchema.
	Compile(name string, text []byte, resources map[string]string, copies config.Copies, formats bool, maxSteps int, workDir string, opened func(path string)) (contract.Schema, error)

	// Follow compiles the schema called name, which is a URL or the path of a file. It gets the
	// schemas with URLs, including those that the schema refers to, from load. The parameter inFile
	// says whether a file that has been read contains the host of the URL. The error begins with
	// the name of the schema that has the error.
	Follow(name string, load func(url string, inFile bool) ([]byte, error), workDir string) error

	// Downloader returns a function that downloads a JSON text. The user must have named its URL unless
	// its host is on the internet. The parameter agent is the name and version of the program, which servers see.
	Downloader(agent string) func(ctx context.Context, url string, named bool) ([]byte, error)

	// Serve serves the page for browsers until ctx is done.
	Serve(ctx context.Context, s site.Site) error

	// ServeMetrics serves what write appends at the path /metrics of an address until stop is called, and returns the URL. The
	// host of the address may be missing.
	ServeMetrics(address string, write func(dst []byte) []byte) (url string, stop func() error, err error)
}

// File returns the file with a name, which may be an object.
func (s Stdio) File(name string) input.File { return input.Named(name, s.stores) }

// getenv returns an environment variable.
func (s Stdio) getenv(name string) string {
	if s.env == nil {
		return ""
	}
	return s.env(name)
}

// Complain writes an error to standard error, followed by the stack if it is a panic and --debug is
// set. If the write fails, only the exit status indicates the error.
func (s Stdio) Complain(err error) {
	fmt.Fprintf(s.Err, "%s: %s\n", programName, report.Line(err.Error()))
	s.stack(err)
}

// Trouble reports an error that concerns one file.
func (s Stdio) Trouble(name string, err error) {
	if c := crash.Of(err); c != nil {
		fmt.Fprintf(s.Err, "%s: %s\n", programName, report.Line(c.In(report.Path(name))))
		s.stack(err)
		return
	}
	s.Complain(fmt.Errorf("%s: %w", report.Path(name), err))
}

// BadUsage handles an error in the command line of a program: it prints the help if that has been asked for, and
// otherwise returns the error with a pointer to the help.
func (s Stdio) BadUsage(err error, p *cli.Program) (int, error) {
	if errors.Is(err, errHelp) {
		_, err = io.WriteString(s.Out, p.Usage())
		return StatusValid, err
	}
	return StatusTrouble, fmt.Errorf("%w%s (see %s --help)", err, s.elsewhere(err), p.Name)
}

// elsewhere returns which other subcommand has the flag, if err is about a flag that is unknown; otherwise "".
func (s Stdio) elsewhere(err error) string {
	var unknown *unknownFlagError
	if !errors.As(err, &unknown) || unknown.meant != "" || s.Commands == nil {
		return ""
	}
	if c := s.Commands().Find("fmt"); c != nil && slices.ContainsFunc(c.Program().Options(), func(o cli.Option) bool { return o.Name == unknown.name }) {
		return fmt.Sprintf("; did you mean \"jsonlint fmt --%s\"?", unknown.name)
	}
	switch unknown.name {
	case "since-index", "since", "list-bad":
		return fmt.Sprintf("; did you mean \"jsonlint index --%s\"?", strings.TrimSuffix(unknown.name, "-index"))
	}
	return ""
}

// stack writes the stack of a panic if --debug is set.
func (s Stdio) stack(err error) {
	if c := crash.Of(err); c != nil && s.Debug {
		s.Err.Write(c.Stack)
	}
}

// common is an error that several files may have in common, such as invalid settings or an invalid
// schema. It is reported only once.
type common struct{ error }

func (c common) Unwrap() error { return c.error }

// WriteAll writes b unless it is empty, because even an empty write fails if the output is closed.
func WriteAll(w io.Writer, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := w.Write(b)
	return err
}

// Piped adds to the error of a truncated compressed file how a command can read its beginning. It
// returns all other errors as [input.Cause] does.
func Piped(err error, path, command string) error {
	var cut *unpack.TruncatedError
	if err = input.Cause(err); !errors.As(err, &cut) {
		return err
	}
	return fmt.Errorf("%w; its beginning can be read with: %s -dc %s | %s", err, cut.Form, report.Path(path), command)
}

// Recoverable adds to the error of a damaged compressed file of records how what is left of them can be recovered. It returns all
// other errors as [input.Cause] does.
func Recoverable(err error, path string) error {
	if err = input.Cause(err); path == input.Stdin || !unpack.IsDamaged(err) {
		return err
	}
	return fmt.Errorf("%w; what is left of its records can be recovered with: %s salvage %s --out GOOD --rest REST", err, programName, InCommand(path))
}

// InCommand returns a path as an argument of a command in a message: in quotation marks if a shell would divide or
// expand it.
func InCommand(path string) string {
	printed := report.Path(path)
	if strings.ContainsAny(printed, " '()[]{}&;<>|*?#~") && !strings.ContainsAny(printed, "\"$`!") {
		return `"` + printed + `"`
	}
	return printed
}

// released is the version of a release, such as v1.2.3. The program in release/ sets it with the linker,
// because the packages are built without data from version control.
var released string

// programName is the name of the program in its help and messages. It does not change after [Main] has begun.
var programName = "jsonlint"

// ProgramName returns the name of the program in its help and messages.
func ProgramName() string { return programName }

// FullVersion returns what a bug report needs: the version of the module, the platform and the kernels
// in use.
func FullVersion() string {
	return fmt.Sprintf("%s %s (%s, %s/%s, %s kernels)", programName, Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, asm.Kernel())
}

// Version returns the version of the module that the program was built from.
func Version() string {
	if released != "" {
		return released
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
