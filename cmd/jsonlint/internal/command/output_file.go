package command

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
)

// An outputFile receives the findings if --output-file is set. A regular file keeps its old contents
// until all findings have been written. Methods of a nil outputFile do nothing.
type outputFile struct {
	*bufio.Writer
	set outputs.Set // of the one file
}

// openOutput opens the file of --output-file. It returns nil without the flag.
func (c *Checker) openOutput() (*outputFile, error) {
	if c.OutputFile == "" || c.OutputFile == input.Stdin { // - is standard output
		return nil, nil
	}
	o := &outputFile{}
	w, err := o.set.Create(c.OutputFile)
	if err != nil {
		return nil, outputFailed(err)
	}
	o.Writer = bufio.NewWriter(w)
	return o, nil
}

// keep writes what is still in memory, and gives the file its name.
func (o *outputFile) keep() error {
	if o == nil {
		return nil
	}
	if err := o.Flush(); err != nil {
		return outputFailed(err)
	}
	return outputFailed(o.set.Commit())
}

// discard removes what has been written, unless keep has succeeded.
func (o *outputFile) discard() {
	if o != nil {
		o.set.Abort() // the error that is the reason has been reported
	}
}

// outputFailed returns an error of the file with its name as messages have it.
func outputFailed(err error) error {
	var failed *outputs.Error
	if errors.As(err, &failed) {
		return fmt.Errorf("%s: %w", report.Path(failed.Name), failed.Err)
	}
	return err
}
