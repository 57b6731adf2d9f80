package command

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
)

// An outputFile receives the findings if --output-file is set. A regular file keeps its old contents
// until all findings have been written. Methods of a nil outputFile do nothing.
type outputFile struct {
	*bufio.Writer
	name string
	to   destination
}

// A destination is what an outputFile writes to: an [outputs.File] or a device.
type destination interface {
	io.Writer
	Keep() error    // ends the file
	Discard() error // undoes what has been written, if possible; does nothing after Keep has succeeded
}

// A device is a file that cannot be replaced, such as /dev/stdout or a pipe.
type device struct{ *os.File }

func (d device) Keep() error    { return d.Close() }
func (d device) Discard() error { return d.Close() }

// openOutput opens the file of --output-file. It returns nil without the flag.
func (c *Checker) openOutput() (*outputFile, error) {
	if c.outputFile == "" || c.outputFile == input.Stdin { // - is standard output
		return nil, nil
	}
	o := &outputFile{name: c.outputFile}
	if err := o.open(); err != nil {
		return nil, o.wrap(err)
	}
	o.Writer = bufio.NewWriter(o.to)
	return o, nil
}

func (o *outputFile) open() error {
	if info, err := os.Stat(o.name); err == nil && !info.Mode().IsRegular() {
		file, err := os.OpenFile(o.name, os.O_WRONLY, 0)
		o.to = device{file}
		return err
	}
	file, err := outputs.Open(o.name)
	o.to = file
	return err
}

// keep writes what is still in memory, and gives the file its name.
func (o *outputFile) keep() error {
	if o == nil {
		return nil
	}
	err := o.Flush()
	if err == nil {
		err = o.to.Keep()
	}
	if err != nil {
		return o.wrap(err)
	}
	return nil
}

// discard removes what has been written, unless keep has succeeded.
func (o *outputFile) discard() {
	if o != nil {
		o.to.Discard() // the error that is the reason has been reported
	}
}

func (o *outputFile) wrap(err error) error {
	return fmt.Errorf("%s: %w", report.Path(o.name), input.Cause(err))
}
