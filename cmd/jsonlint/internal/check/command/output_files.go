package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/internal/data/store"
)

// reportWriters are the files of --output-file and --format. Regular files keep their old contents
// until all findings have been written to all of them.
type reportWriters struct {
	set outputs.Set
	all []*bufio.Writer
}

// create adds a file.
func (r *reportWriters) create(name string) (io.Writer, error) {
	w, err := r.set.Create(name)
	if err != nil {
		return nil, outputFailed(err)
	}
	b := bufio.NewWriter(w)
	r.all = append(r.all, b)
	return b, nil
}

// keep writes what is still in memory, and gives the files their names.
func (r *reportWriters) keep() error {
	for _, b := range r.all {
		if err := b.Flush(); err != nil {
			return outputFailed(err)
		}
	}
	return outputFailed(r.set.Commit())
}

// discard removes what has been written, unless keep has succeeded.
func (r *reportWriters) discard() { r.set.Abort() } // the error that is the reason has been reported

// outputFailed returns an error of the file with its name as messages have it.
func outputFailed(err error) error {
	var failed *outputs.Error
	if errors.As(err, &failed) {
		return fmt.Errorf("%s: %w", report.Path(failed.Name), failed.Err)
	}
	return err
}

// WriteFiles calls write as [outputs.Set.Guard] does. The parameter names has the names of the outputs, which write must add to the
// set and commit. After an error, WriteFiles removes what has been written, and reports which files have been written in spite of
// it, unless all outputs are standard output.
func (s Stdio) WriteFiles(names []string, write func(*outputs.Set) (status int, err error)) (status int, err error) {
	var set outputs.Set
	status, err = set.Guard(func() (int, error) { return write(&set) })
	switch {
	case err == nil:
		return status, nil
	case !slices.ContainsFunc(names, isFile):
		return StatusTrouble, err
	case errors.Is(err, outputs.ErrInterrupted):
		return StatusTrouble, fmt.Errorf("%w; no files have been written", err)
	}
	s.Complain(err)
	return StatusTrouble, errors.Join(errors.New(written(set.Kept(), "files")), set.Abort())
}

// written returns a clause that states which outputs have been written in spite of an error.
func written(kept []string, what string) string {
	if len(kept) == 0 {
		return "no " + what + " have been written"
	}
	return "already written: " + strings.Join(kept, ", ")
}

// A NamedFile is a file on the command line, with what messages call it.
type NamedFile struct{ What, Name string }

// CheckOutputs returns an error if an output is also another output or an input. Two inputs may be the same file.
func CheckOutputs(inputs, outs []NamedFile) error {
	others := slices.Clip(inputs)
	for _, out := range outs {
		for _, other := range others {
			if isFile(out.Name) && isFile(other.Name) && outputs.Same(out.Name, other.Name) {
				return sameFile(other.What, out.What, out.Name)
			}
		}
		others = append(others, out)
	}
	return nil
}

// CheckInputs returns an error if an input is the file to which standard output or standard error has been redirected.
func (s Stdio) CheckInputs(names ...string) error {
	for _, name := range names {
		if what := s.receives(name); what != "" {
			return sameFile("an input", what, name)
		}
	}
	return nil
}

// receives returns which of the standard streams has been redirected to the file with the given name, or "".
func (s Stdio) receives(name string) string {
	if store.Is(name) {
		return ""
	}
	stat := func() (fs.FileInfo, error) { return os.Stat(name) }
	if f, ok := s.In.(*os.File); ok && name == input.Stdin {
		stat = f.Stat
	}
	info, err := stat()
	switch {
	case err != nil:
		return ""
	case outputs.Writes(s.Out, info):
		return "standard output"
	case outputs.Writes(s.Err, info):
		return "standard error"
	}
	return ""
}

// sameFile returns the error for a file that is both a and b.
func sameFile(a, b, name string) error {
	if name == input.Stdin {
		return fmt.Errorf("standard input and %s are the same file", b)
	}
	return fmt.Errorf("%s and %s are the same file: %s", a, b, report.Path(name))
}

// isFile reports whether a name is that of a file, rather than "" or that of standard input or output.
func isFile(name string) bool { return name != "" && name != input.Stdin }
