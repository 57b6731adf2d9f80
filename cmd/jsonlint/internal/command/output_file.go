package command

import (
	"bufio"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
)

// An outputFile receives the findings if --output-file is set. A regular file keeps its old contents
// until all findings are in a temporary file in the same folder, which then replaces it. Methods of a
// nil outputFile do nothing.
type outputFile struct {
	*bufio.Writer
	name string
	old  fs.FileInfo // the file that is replaced, or nil
	file *os.File    // the temporary file, or a device; nil after keep or discard

	target string // the path of the regular file; "" if a device is written directly
}

// openOutput opens the file of --output-file. It returns nil without the flag.
func (c *checker) openOutput() (*outputFile, error) {
	if c.outputFile == "" {
		return nil, nil
	}
	o := &outputFile{name: c.outputFile}
	if err := o.open(); err != nil {
		return nil, o.wrap(err)
	}
	o.Writer = bufio.NewWriter(o.file)
	return o, nil
}

func (o *outputFile) open() (err error) {
	if o.old, err = os.Stat(o.name); err == nil && !o.old.Mode().IsRegular() {
		o.file, err = os.OpenFile(o.name, os.O_WRONLY, 0)
		return err
	}
	if o.target, err = filepath.EvalSymlinks(o.name); err != nil {
		o.old, o.target = nil, o.name
	}
	temporary := filepath.Join(filepath.Dir(o.target), fmt.Sprintf(".jsonlint-%d.tmp", rand.Uint64()))
	o.file, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // so that the umask decides about the mode
	return err
}

// keep ends the file, and gives it its name. Without keep, nothing has happened to the file.
func (o *outputFile) keep() error {
	if o == nil {
		return nil
	}
	if err := o.end(); err != nil {
		return o.wrap(err)
	}
	return nil
}

func (o *outputFile) end() error {
	if err := o.Flush(); err != nil {
		return err
	}
	if o.target == "" {
		file := o.file
		o.file = nil
		return file.Close()
	}
	if o.old != nil {
		if err := finish(o.file, o.old); err != nil {
			return err
		}
	}
	if err := o.file.Close(); err != nil {
		return err
	}
	if err := os.Rename(o.file.Name(), o.target); err != nil {
		return err
	}
	o.file = nil
	syncDir(filepath.Dir(o.target))
	return nil
}

// discard removes the temporary file if there still is one.
func (o *outputFile) discard() {
	if o == nil || o.file == nil {
		return
	}
	o.file.Close()
	if o.target != "" {
		os.Remove(o.file.Name())
	}
	o.file = nil
}

func (o *outputFile) wrap(err error) error {
	return fmt.Errorf("%s: %w", report.Path(o.name), input.Cause(err))
}
