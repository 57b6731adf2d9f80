package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/signal"

	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/quarantine"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
)

// divides reports whether the records of the files are divided between output files.
func (f *flags) divides() bool { return f.divided != quarantine.Names{} }

// divideConflict returns an error for flags that cannot be combined with the outputs for records.
func (f *flags) divideConflict() error {
	switch {
	case !f.divides() && f.concatenated:
		return errors.New("--concatenated requires --good-to, --bad-to or --report")
	case !f.divides():
		return nil
	case f.fix || !f.readsInput():
		return errors.New("--good-to, --bad-to and --report cannot be combined with --fix, --diff, --watch, --list-files or --print-config")
	case f.baseline != "" || f.updateBaseline:
		return errors.New("--good-to, --bad-to and --report cannot be combined with a baseline")
	case f.outputFile != "" && f.divided.Include(f.outputFile):
		return errors.New("--output-file must differ from --good-to, --bad-to and --report")
	}
	return f.divided.Check()
}

// usesStandardOutput reports whether records or the report on them go to standard output.
func (f *flags) usesStandardOutput() bool {
	n := f.divided
	return n.Good == quarantine.Standard || n.Bad == quarantine.Standard || n.Report == quarantine.Standard
}

// divideFiles checks the files and divides their records. The outputs appear only if all files could be
// read, and not if the run is interrupted.
func (c *checker) divideFiles(files iter.Seq[input.File]) (status int, err error) {
	surviveClosedPipes()
	ctx, stop := signal.NotifyContext(context.Background(), interrupts...)
	defer stop()
	c.noBaseline = true
	c.jobs = 1 // the outputs have the order of the files; each file is checked by several goroutines
	if c.run, err = quarantine.Begin(c.divided, c.std.out); err != nil {
		return statusTrouble, err
	}
	defer c.run.Abort()
	type result struct {
		status int
		err    error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		err := crash.Catch(func() error {
			r.status, r.err = c.check(files)
			return nil
		})
		if err != nil {
			r = result{statusTrouble, err}
		}
		done <- r
	}()
	select {
	case r := <-done:
		return r.status, r.err
	case <-ctx.Done(): // the other goroutine may be waiting for input
		err := c.run.Abort()
		return statusTrouble, errors.Join(errInterrupted, err)
	}
}

var errInterrupted = errors.New("interrupted; no records have been written")

// commit completes the outputs for records, unless a file could not be read.
func (c *checker) commit(sum *report.Summary) error {
	if !c.divides() {
		return nil
	}
	if sum.Troubled > 0 || sum.Files == 0 {
		c.std.complain(errors.New("no records have been written"))
		return c.run.Abort()
	}
	good, bad, err := c.run.Commit()
	if err != nil {
		return fmt.Errorf("%w; no records have been written", err)
	}
	if !c.quiet {
		fmt.Fprintf(c.std.err, "%s: %d good, %d bad\n", report.Count(int(good+bad), "record"), good, bad)
	}
	return nil
}

// divide checks the content of a file and divides its records.
func (c *checker) divide(f input.File, h *fileSettings, content *input.Content) (*lint.Report, error) {
	if c.divided.Include(f.Name) {
		return nil, errors.New("is also the name of an output")
	}
	var in io.Reader = bytes.NewReader(content.Data)
	if content.Stream != nil {
		in = c.bar.Reader(content.Stream)
	} else {
		c.bar.Add(int64(len(content.Data)))
	}
	failOn := c.failOn
	if failOn > lint.Error { // --fail-on none concerns the exit status
		failOn = lint.Error
	}
	found, err := c.run.Divide(context.Background(), c.nameOf(f), in, h.Dialect, c.concatenated, lint.New(h.Options), failOn)
	var failed *outputs.Error
	if errors.As(err, &failed) {
		err = common{failed} // it does not concern the file that is read
	}
	return found, err
}

// asRecords adapts the settings of a file whose records are divided. A file is NDJSON unless its name,
// the settings or the flags say otherwise.
func (h *fileSettings) asRecords(isKnown, concatenated bool) error {
	h.guess = false
	switch {
	case h.Dialect == lint.JSONSeq && concatenated:
		return errors.New("is a JSON text sequence, which --concatenated does not apply to")
	case h.Dialect == lint.NDJSON || h.Dialect == lint.JSONSeq:
	case h.Dialect == lint.JSON && (!isKnown || concatenated):
		h.Dialect = lint.NDJSON
	default:
		return fmt.Errorf("is one document in the dialect %v; if each of its lines is a record, use --dialect ndjson, and if its values follow one another, --concatenated", h.Dialect)
	}
	return nil
}
