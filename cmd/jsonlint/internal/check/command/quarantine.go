package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
)

// commit completes the outputs for records, unless a file could not be read.
func (c *Checker) commit(sum *report.Summary) error {
	if !c.divides() {
		return nil
	}
	c.concluded = true
	if sum.Troubled > 0 || sum.Files == 0 {
		c.Std.Complain(errors.New(c.unwritten()))
		return c.run.Abort()
	}
	good, bad, err := c.run.Commit()
	if err != nil {
		return fmt.Errorf("%w; %s", err, written(c.run.Kept(), "records"))
	}
	if bad > 0 {
		sum.Worst = max(sum.Worst, min(c.FailOn, lint.Error)) // even if no rule reports what makes a record bad
	}
	if c.maxBad != nil {
		c.acceptsBad = c.maxBad.accepts(bad, good+bad)
		if !c.acceptsBad {
			sum.Failure = fmt.Sprintf("too many bad records: found %d of %d, but --max-bad is %s", bad, good+bad, c.maxBad.text)
			c.Std.Complain(errors.New(sum.Failure))
		}
		if c.accepts() {
			sum.Failed = 0
		}
	}
	if !c.Quiet || c.summary {
		fmt.Fprintf(c.Std.Err, "%s: %d good, %d bad\n", report.Count(good+bad, "record"), good, bad)
	}
	return nil
}

// accepts reports whether --max-bad accepts the findings, so that no file fails because of them.
func (c *Checker) accepts() bool { return c.acceptsBad && !c.unchecked }

// unwritten states what has become of the outputs for records after an error.
func (c *Checker) unwritten() string {
	if c.divided.Stream() {
		return "what has been written is incomplete"
	}
	return "no records have been written"
}

// The values of --records.
const (
	takesObjects = "objects"
	takesAny     = "any"
)

// OnlyObjects reports whether only objects are good records in files of a dialect.
func (s *Settings) OnlyObjects(d lint.Dialect) bool {
	return s.takes == takesObjects || s.takes == "" && d == lint.NDJSON && !s.Concatenated
}

// divide checks the content of a file and divides its records.
func (c *Checker) divide(f input.File, h *FileSettings, content *input.Content, part *progress.Part) (*lint.Report, error) {
	if c.divided.Include(f.Name) {
		return nil, errors.New("is also an output")
	}
	c.run.Objects = c.OnlyObjects(h.Dialect)
	failOn := min(c.FailOn, lint.Error) // --fail-on none concerns the exit status
	found, err := c.run.Divide(context.Background(), c.NameOf(f), ReaderIn(part, content), h.Dialect, c.Concatenated, lint.New(h.Options), failOn)
	var failed *outputs.Error
	if errors.As(err, &failed) {
		err = common{failed} // it does not concern the file that is read
	}
	return found, err
}

// asRecords adapts the settings of a file whose records are divided. A file is NDJSON unless its name,
// the settings or the flags say otherwise.
func (h *FileSettings) asRecords(isKnown, concatenated bool) error {
	h.guess = false
	switch {
	case h.Dialect == lint.JSONSeq && concatenated:
		return errors.New("is a JSON text sequence, which --concatenated does not apply to")
	case h.Dialect == lint.NDJSON || h.Dialect == lint.JSONSeq:
	case h.Dialect == lint.JSON && (!isKnown || concatenated):
		h.Dialect = lint.NDJSON
	default:
		return fmt.Errorf("is a single document in the dialect %v; if each line is a record, use --dialect ndjson; if values follow one another, use --concatenated; to write the elements of an array as records, use jsonlint records", h.Dialect)
	}
	return nil
}

// SettingsOfLines returns the settings for a file each line of which is a record, because --dialect ndjson is set. They do not
// depend on its content.
func (c *settingsFinder) SettingsOfLines(name string) (*FileSettings, error) {
	content, err := input.Open(input.File{Held: true}, input.Stdin, nil, nil)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return c.SettingsOfRecords(content, name)
}

// SettingsOfRecords returns the settings for a file whose records are checked.
func (c *settingsFinder) SettingsOfRecords(content *input.Content, name string) (*FileSettings, error) {
	h, err := c.SettingsOf(name)
	if err != nil {
		return nil, err
	}
	if h.Adapts() && c.Adapt(&h, content.Head(DeclaredWithin)) {
		return nil, errors.New("is YAML")
	}
	if err := h.asRecords(known.Find(input.Unpacked(name)) != nil, c.Concatenated); err != nil {
		return nil, err
	}
	out := &Outcome{File: &report.File{Name: name}}
	switch err := c.addSchema(&h, content, out); {
	case err != nil:
		return nil, err
	case out.Trouble != nil:
		return nil, out.Trouble
	case out.problem != nil:
		return nil, errors.New(out.problem.message)
	case out.SchemaFile != nil:
		return nil, fmt.Errorf("the schema %s is invalid; check it with jsonlint schema check", report.Path(out.SchemaFile.Name))
	}
	h.StopAt = lint.Off
	return &h, nil
}
