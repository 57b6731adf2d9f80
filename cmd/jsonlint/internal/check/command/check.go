package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/editorconfig"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/jobs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/progress"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
)

// NewChecker returns a checker with settings that must not change afterwards, except AllowEmpty. It reads what they name on
// standard input.
func NewChecker(s *Settings, std Stdio) (*Checker, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	c := new(Checker)
	c.base = base{Settings: s, Std: std, Here: here}
	c.cache, c.finder, c.editor = new(schemaCache), &config.Finder{AllowOutside: s.AllowOutside}, new(editorconfig.Finder)
	c.exclude = excludeList(s.Exclude)
	c.search = c.newSearch()
	c.workers = c.workersForOne()
	if err := c.readSchemaStream(); err != nil {
		return nil, err
	}
	if err := c.readList(); err != nil {
		return nil, err
	}
	if err := c.checkNamed(); err != nil {
		return nil, err
	}
	if s.Config != "" {
		path, err := filepath.Abs(s.Config)
		if err != nil {
			return nil, err
		}
		if c.fixed, err = config.Read(path, s.AllowOutside); err != nil {
			return nil, fmt.Errorf("--config %w", Nearby(here, err))
		}
	}
	if c.forced && c.StdinName != "" {
		c.SkipsStdin, err = c.search.Ignores(c.StdinName, false)
	}
	return c, err
}

// workersForOne returns how many goroutines may check one document: as many as --jobs allows if there is
// only one file. Otherwise, several files may be checked at the same time.
func (c *Checker) workersForOne() int {
	if len(c.Paths) != 1 {
		return 1
	}
	if info, err := os.Stat(c.Paths[0]); err != nil || !info.Mode().IsRegular() {
		return 1
	}
	return c.Jobs
}

// Check checks the files and writes the findings. It continues after a file that cannot be read and
// after a panic, but returns an error if a write fails.
func (c *Checker) Check(files iter.Seq[input.File]) (status int, err error) {
	var to reportWriters
	defer to.discard()
	out, err := c.newFormat(&to)
	if err != nil {
		return StatusTrouble, err
	}
	c.bar = c.StartBar(c.Std, c.Prints, c.Paths...)
	defer c.bar.Stop()
	if c.meter, err = c.StartMetrics(c.Std, c.bar, c.divides()); err != nil {
		return StatusTrouble, err
	}
	defer c.meter.End()
	sum := report.Summary{FailOn: c.FailOn, Layout: c.Formats, Diff: c.Diff}
	err = crash.Catch(func() error { return c.checkAll(files, out, &sum) })
	c.TellForeign()
	if crash.Of(err) != nil {
		c.Std.Complain(err)
		sum.Troubled++
	} else if err != nil {
		return StatusTrouble, err
	}
	empty := c.NoFiles(sum.Files + sum.Troubled)
	if empty != nil {
		c.Std.Complain(empty)
	}
	c.bar.Stop()
	sum.Failure = c.tooManyWarnings(&sum)
	if err := c.commit(&sum); err != nil {
		return StatusTrouble, err
	}
	if err := out.End(&sum); err != nil {
		return StatusTrouble, err
	}
	if err := to.keep(); err != nil {
		return StatusTrouble, err
	}
	if c.summary || !c.Quiet && (sum.Fixed > 0 && !c.Diff || sum.Unformatted > 0 || c.Std.ErrTTY && sum.Files+sum.Troubled != 1) {
		fmt.Fprintln(c.Std.Err, sum.Text(report.Options{Color: Colors(c.Color, c.Std.ForErrors())}))
	}
	if empty != nil {
		return StatusTrouble, nil
	}
	return c.status(&sum), nil
}

// checkAll checks the files, several at a time, and writes the findings in the order of the files.
func (c *Checker) checkAll(files iter.Seq[input.File], out report.Format, sum *report.Summary) error {
	told := map[string]bool{}
	for f := range jobs.InOrder(c.Jobs, files, c.file) {
		c.bar.Clear()
		c.meter.File(f.File)
		if f.SchemaFile != nil && !told[schemaNote+f.SchemaFile.Name] {
			told[schemaNote+f.SchemaFile.Name] = true
			if err := c.write(out, &Outcome{File: f.SchemaFile}, told); err != nil {
				return err
			}
			sum.Add(f.SchemaFile)
			c.unchecked = true
		}
		if c.Examine != nil && !c.Formats && f.Report != nil {
			if told[schemaNote+f.Name] {
				continue // as a schema to which another one refers
			}
			told[schemaNote+f.Name] = true
		}
		if err := c.write(out, f, told); err != nil {
			return err
		}
		sum.Add(f.File)
	}
	for _, f := range c.unusedSuppressions(sum) {
		if err := c.write(out, &Outcome{File: f}, told); err != nil {
			return err
		}
		sum.Add(f)
		sum.Files-- // settings are not files to check
	}
	return c.finishBaselines()
}

// write writes the findings of a file and its fixed text. If the format panics, write reports the
// panic as trouble with the file.
func (c *Checker) write(out report.Format, f *Outcome, told map[string]bool) error {
	c.Tell(f.File, told)
	if f.Warning != nil && !c.Quiet {
		c.Std.Trouble(f.Name, fmt.Errorf("warning: %w", f.Warning))
	}
	if f.unfixed != "" && !c.Quiet {
		c.Std.Trouble(f.Name, fmt.Errorf("not fixed, because %s", f.unfixed))
	}
	switch {
	case c.Std.Debug && f.Schema != "":
		c.Std.Complain(fmt.Errorf("%s is checked against %s (%s)", report.Path(f.Name), f.Schema, f.chosen))
	case c.Std.Debug && f.problem != nil:
		c.Std.Complain(fmt.Errorf("%s is not checked against a schema: %s", report.Path(f.Name), f.problem.message))
	}
	if err := WriteAll(c.Std.Out, f.Text); err != nil {
		return err
	}
	err := out.File(f.File)
	if crash.Of(err) == nil {
		return err
	}
	f.Trouble = err
	c.Tell(f.File, told)
	return nil
}

// newFormat returns the format that writes the findings, to the files of --output-file and --format and to standard output.
// Standard error takes the place of standard output if that receives a diff or fixed text.
func (c *Checker) newFormat(to *reportWriters) (report.Format, error) {
	var all []report.Format
	if c.prints() && !isFile(c.OutputFile) {
		std := c.Std
		switch {
		case c.Quiet:
			std.Out = io.Discard
		case c.Diff || c.Prints || c.divided.IncludeStandard() || c.fix && slices.Contains(c.Paths, input.Stdin):
			std.Out, std.width = std.Err, 0
		}
		all = append(all, c.FormatTo(c.Format, std))
	}
	for _, r := range append([]reportTo{{c.Format, c.OutputFile}}, c.reports...) {
		if !isFile(r.file) {
			continue
		}
		w, err := to.create(r.file)
		if err != nil {
			return nil, err
		}
		std := c.Std
		std.Out, std.width = w, 0
		all = append(all, c.FormatTo(r.format, std))
	}
	return report.Join(all...), nil
}

// WriteReports calls write for each output of --format, with the name of the format. Files appear completely or not at all.
func (c *Checker) WriteReports(write func(format string, std Stdio) error) error {
	var to reportWriters
	defer to.discard()
	std := c.Std
	if c.Quiet {
		std.Out = io.Discard
	}
	if c.prints() {
		if err := write(c.Format, std); err != nil {
			return err
		}
	}
	for _, r := range c.reports {
		if !isFile(r.file) {
			continue
		}
		w, err := to.create(r.file)
		if err != nil {
			return err
		}
		std.Out, std.width = w, 0
		if err := write(r.format, std); err != nil {
			return err
		}
	}
	return to.keep()
}

// FormatTo returns a format that writes to std.Out.
func (c *Checker) FormatTo(name string, std Stdio) report.Format {
	return report.New(name, std.Out, report.Options{
		Unit: c.unit, Width: FrameWidth(c.Frame, std), Color: Colors(c.Color, std), Version: Version(), FailOn: c.FailOn, Root: c.reportRoot(), Layout: c.Formats,
	})
}

// Tell reports a file that could not be checked. If several files could not be checked for the same
// reason, the reason is reported once.
func (c *Checker) Tell(f *report.File, told map[string]bool) {
	if f.Trouble == nil {
		return
	}
	var all common
	if !errors.As(f.Trouble, &all) {
		c.Std.Trouble(f.Name, f.Trouble)
		return
	}
	if !told[all.Error()] {
		c.Std.Complain(all)
	}
	told[all.Error()] = true
}

// status returns the exit status.
func (c *Checker) status(sum *report.Summary) int {
	switch {
	case sum.Troubled > 0:
		return StatusTrouble
	case sum.Worst >= c.FailOn && !c.accepts(), c.Diff && sum.Fixed > 0, sum.Unformatted > 0, sum.Failure != "":
		return StatusFindings
	}
	return StatusValid
}

// tooManyWarnings returns an error message if there are more warnings than --max-warnings allows,
// and "" otherwise.
func (c *Checker) tooManyWarnings(sum *report.Summary) string {
	if n := sum.Warnings; c.MaxWarnings >= 0 && n > c.MaxWarnings {
		return fmt.Sprintf("too many warnings: found %d, but --max-warnings is %d", n, c.MaxWarnings)
	}
	return ""
}

// file checks one file. If the check panics, file reports the panic as trouble with the file, and
// writes nothing for the file to standard output.
func (c *Checker) file(f input.File) *Outcome {
	out := &Outcome{File: &report.File{Name: c.NameOf(f)}}
	err := f.Err
	out.Part = BeginPart(c.bar, f, c.Std.In)
	defer out.Part.End()
	switch {
	case err != nil:
	case f.Name == input.Stdin && c.SkipsStdin:
		err = c.passOn(out)
	default:
		err = crash.Catch(func() error { return c.lint(f, out) })
	}
	if err != nil {
		out.Trouble, out.Text = input.Cause(err), nil
	}
	return out
}

// passOn reads standard input, which is not checked, and stores it as the fixed text if that is printed.
func (c *Checker) passOn(out *Outcome) error {
	text, err := io.ReadAll(input.Guarded(c.Std.In))
	if (c.fix || c.Prints) && !c.Diff {
		out.Text = text
	}
	return err
}

// lint opens the file and checks its content.
func (c *Checker) lint(f input.File, out *Outcome) (err error) {
	h, err := c.SettingsOf(out.Name)
	if err != nil {
		return err
	}
	defer func() {
		if h.Dialect == lint.NDJSON || c.run != nil {
			err = Recoverable(err, f.Name)
		}
	}()
	if c.Examine != nil {
		return c.Examine(f, &h, out)
	}
	content, err := input.Open(f, out.Name, c.Std.In, c.Decode)
	if err != nil {
		return err
	}
	defer content.Close()
	content.ReadAhead()
	content.OnRead(out.Part.At) // the first bytes of a pipe are read before the check begins
	if h.Adapts() && c.Adapt(&h, content.Head(DeclaredWithin)) {
		return nil
	}
	if c.run != nil {
		if err := h.asRecords(known.Find(input.Unpacked(out.Name)) != nil, c.Concatenated); err != nil {
			return err
		}
	}
	out.Dialect = h.Dialect
	if c.ctx != nil {
		c.limitLarge(&h, content.Data)
		h.SkipOmitted = true // an editor does not show how many there are
	}
	if out.unknown = c.openBaseline(&h); out.unknown != nil && c.ctx == nil {
		return out.unknown
	}
	if err := c.addSchema(&h, content, out); err != nil {
		return err
	}
	if c.Decode != nil {
		out.Decoded = c.from
	}
	if c.fix && !c.Diff && f.Store != nil {
		return errors.New("objects cannot be fixed; --diff shows the changes")
	}
	if c.fix && input.Unpacked(f.Name) == f.Name && !c.IsCopy(f.Name) { // compressed files and copies of schemas are checked but not fixed
		src, err := content.All()
		if err != nil {
			return err
		}
		return c.lintAndFix(f, &h, src, out)
	}
	err = c.lintContent(f, &h, content, out)
	if n := content.Padding(); n > 0 {
		out.Warning = fmt.Errorf("zero bytes after the end of the gzip data have been ignored (%d)", n)
	}
	out.unfixed = c.unfixable(f, out.Report)
	return err
}

// unfixable returns why --fix does not change a file, although it is checked and something could be fixed, or "".
func (c *Checker) unfixable(f input.File, r *lint.Report) string {
	switch {
	case !c.fix || r == nil || !slices.ContainsFunc(r.Diagnostics, func(d lint.Diagnostic) bool { return d.Fix != nil }):
		return ""
	case c.IsCopy(f.Name):
		return "it is a copy of a schema, which only jsonlint schema changes"
	}
	return "it is compressed; fix the decompressed file"
}

// limitLarge limits the number of findings in a large document, for which an editor needs much memory.
func (c *Checker) limitLarge(h *FileSettings, text []byte) {
	const most = 1000
	if len(text) > c.large && (h.MaxProblems < 0 || h.MaxProblems > most) {
		h.MaxProblems = most
	}
}

// lintContent checks the content of a file that is not fixed.
func (c *Checker) lintContent(f input.File, h *FileSettings, content *input.Content, out *Outcome) (err error) {
	if err := h.hold(content); err != nil {
		return err
	}
	head := content.Head(DeclaredWithin)
	d, found := c.diagnose(h.Options, out.problem, head)
	compressed := compressedHint(f.Name, head)
	if c.run != nil && !c.run.Failed() {
		out.Report, err = c.divide(f, h, content, out.Part)
	} else {
		if h.Dialect == lint.JSON && h.Schema == nil {
			content.Spool() // once is not enough for a schema or another dialect
		}
		out.Report, err = c.Report(lint.New(h.Options), content, out.Part)
	}
	if err != nil {
		return err
	}
	if found {
		out.Report.Insert(d)
	}
	c.addDeprecated(h, content.Data, out.Report)
	if compressed != "" && len(out.Report.Diagnostics) > 0 {
		out.Report.Diagnostics[0].Hint = compressed
	}
	c.addHints(f.Name, h, content.Data, out.Report)
	c.suppressions.noteReport(h, out.Report)
	return c.compare(h, content, out)
}

// Report checks the content and returns the findings.
func (c *Checker) Report(l *lint.Linter, content *input.Content, part *progress.Part) (*lint.Report, error) {
	if content.Stream == nil {
		if c.ctx != nil {
			return l.CheckContext(c.ctx, content.Data)
		}
		return l.Check(content.Data), nil
	}
	return l.CheckReader(cmp.Or(c.ctx, context.Background()), ReaderIn(part, content))
}
