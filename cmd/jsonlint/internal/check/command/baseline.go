package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/cmd/jsonlint/internal/check/baseline"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/lint"
)

// baselineOf returns the baseline at a path, and reads it if that has not been done yet.
func (c *Checker) baselineOf(path string) (*openBaseline, error) {
	c.baselines.mu.Lock()
	defer c.baselines.mu.Unlock()
	b := c.baselines.opened[path]
	if b == nil {
		c.open(path)
		b = &openBaseline{path: path, known: map[string]baseline.Known{}, found: map[string]baseline.Known{}}
		b.err = b.read(c.updateBaseline)
		if b.err != nil {
			b.err = common{fmt.Errorf("baseline %s: %w", report.Path(input.Shortened(c.Here, path)), b.err)}
		}
		if c.baselines.opened == nil {
			c.baselines.opened = map[string]*openBaseline{}
		}
		c.baselines.opened[path] = b
	}
	return b, b.err
}

// openBaseline opens the baseline of the file, if there is one. All findings are then compared with it
// before their number is limited.
func (c *Checker) openBaseline(h *FileSettings) (err error) {
	if c.noBaseline {
		return nil
	}
	if h.BaselinePath == "" {
		c.baselines.mu.Lock()
		defer c.baselines.mu.Unlock()
		c.baselines.lacked = true
		return nil
	}
	h.baseline, err = c.baselineOf(h.BaselinePath)
	h.limit = problems(h.MaxProblems)
	if h.limit == 0 {
		h.limit = -1
	}
	h.StopAt = lint.Off
	if h.limit >= 0 {
		h.MaxProblems = max(h.limit, mostCompared)
	}
	return err
}

// mostCompared is the largest number of findings in a file that are compared with a baseline, unless the
// user has set a larger limit. It limits the memory for files that are not JSON at all.
const mostCompared = 1_000_000

// read reads the file. It need not exist if it is going to be written.
func (b *openBaseline) read(isUpdated bool) error {
	text, err := os.ReadFile(b.path)
	if err == nil {
		b.version = outputs.VersionOf(text)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && isUpdated:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("the file does not exist; --baseline-update creates it")
	case err != nil:
		return input.Cause(err)
	}
	if text, err = regular.Text(text); err != nil {
		return err
	}
	known, err := baseline.Parse(text, isUpdated)
	for key, n := range known {
		if b.known[key.File] == nil {
			b.known[key.File] = baseline.Known{}
		}
		b.known[key.File][key] = n
	}
	return err
}

// NameInBaseline returns the name of a file in the baseline at a path.
func (c *base) NameInBaseline(baseline, name string) string {
	if name == report.StdinName {
		return name
	}
	return report.Path(FromHere(filepath.Dir(baseline), c.Abs(name)))
}

// hold reads the content into memory if a baseline is in use and the content cannot be read twice.
func (h *FileSettings) hold(content *input.Content) (err error) {
	if h.baseline == nil || content.Stream == nil {
		return nil
	}
	if s, ok := content.Stream.(io.Seeker); ok {
		if _, err := s.Seek(0, io.SeekCurrent); err == nil {
			return nil
		}
	}
	content.Data, err = content.All()
	content.Stream = nil
	return err
}

// compare removes the known findings from a report, and notes what has been found. The content has been
// checked, and is only read again if there are findings.
func (c *Checker) compare(h *FileSettings, content *input.Content, out *Outcome) (err error) {
	if h.baseline == nil {
		return nil
	}
	var src []byte
	if len(out.Report.Diagnostics) > 0 {
		if again, ok := content.Stream.(io.Seeker); ok {
			if _, err := again.Seek(0, io.SeekStart); err != nil {
				return err
			}
		}
		if src, err = content.All(); err != nil {
			return err
		}
		if content.HasChanged() {
			return reading.ErrChanged
		}
	}
	c.compareText(h, src, out)
	return nil
}

// compareText is like compare, for a text in memory.
func (c *Checker) compareText(h *FileSettings, src []byte, out *Outcome) {
	if h.baseline == nil {
		return
	}
	name, r := c.NameInBaseline(h.baseline.path, out.Name), out.Report
	keys := baseline.Keys(name, src, h.Dialect, r.Diagnostics)
	found := baseline.Known{}
	next := 0
	r.Suppress(func(*lint.Diagnostic) (string, bool) {
		key := keys[next]
		next++
		found[key]++
		return "listed in the baseline", c.updateBaseline || found[key] <= h.baseline.known[name][key]
	})
	r.Limit(h.limit)
	c.baselines.mu.Lock()
	defer c.baselines.mu.Unlock()
	h.baseline.found[name] = found
}

// finishBaselines updates the baselines, or reports the entries for what is gone.
func (c *Checker) finishBaselines() error {
	if c.updateBaseline && c.baselines.lacked && len(c.baselines.opened) == 0 {
		return errors.New(`--baseline-update requires --baseline FILE, or "baseline" in the settings`)
	}
	if c.updateBaseline && c.baseline != "" && len(c.baselines.opened) == 0 { // perhaps all files are gone
		if _, err := os.Lstat(c.baseline); err == nil {
			if _, err := c.baselineOf(c.Abs(c.baseline)); err != nil {
				return err
			}
		}
	}
	for _, path := range sortedKeys(c.baselines.opened) {
		b := c.baselines.opened[path]
		if b.err != nil {
			continue
		}
		next, gone := b.next(c)
		if !c.updateBaseline {
			if len(gone) > 0 && !c.Quiet {
				c.note("%s: %s; --baseline-update removes %s", b.shortPath(c), counted(len(gone), "entry is gone", "entries are gone"), pronoun(len(gone)))
			}
			continue
		}
		if err := b.write(c, next, gone); err != nil {
			return err
		}
	}
	return nil
}

// next returns the findings that the baseline has after an update, and the keys of entries that are
// gone. Files that have not been checked keep their entries, unless they no longer exist or are ignored.
func (b *openBaseline) next(c *Checker) (next baseline.Known, gone []baseline.Key) {
	next = baseline.Known{}
	for _, found := range b.found {
		for key, n := range found {
			next[key] = n
		}
	}
	for file, known := range b.known {
		found, isChecked := b.found[file]
		for key, n := range known {
			switch {
			case isChecked && found[key] < n, !isChecked && b.isGone(c, file):
				gone = append(gone, key)
			case !isChecked:
				next[key] = n
			}
		}
	}
	slices.SortFunc(gone, baseline.Key.Compare)
	return next, gone
}

// isGone reports whether a file is certain not to be checked any more, in a run that would have found it.
func (b *openBaseline) isGone(c *Checker, file string) bool {
	if c.staged || c.changed != "" || file == report.StdinName || store.Is(file) {
		return false
	}
	if name, err := strconv.Unquote(file); err == nil {
		file = name // fileKey has quoted it
	}
	path := filepath.Join(filepath.Dir(b.path), filepath.FromSlash(file))
	if !c.covers(path) {
		return false
	}
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist) || c.ignored(path)
}

// covers reports whether one of the arguments is a path or a folder that contains it.
func (c *base) covers(path string) bool {
	return slices.ContainsFunc(c.Paths, func(arg string) bool {
		rel, err := filepath.Rel(c.Abs(arg), path)
		return err == nil && filepath.IsLocal(rel)
	})
}

func (b *openBaseline) shortPath(c *Checker) string {
	return report.Path(input.Shortened(c.Here, b.path))
}

// write writes the baseline, as a whole or not at all, unless it stays the same.
func (b *openBaseline) write(c *Checker, next baseline.Known, gone []baseline.Key) error {
	added := 0
	for key, n := range next {
		added += max(n-b.known[key.File][key], 0)
	}
	text := next.Format()
	if outputs.VersionOf(text) != b.version {
		if err := outputs.Replace(b.path, b.version, text); err != nil {
			return fmt.Errorf("baseline %s: %w", b.shortPath(c), input.Cause(err))
		}
	}
	if c.Quiet {
		return nil
	}
	const most = 10
	for _, key := range gone[:min(len(gone), most)] {
		c.note("%s: gone: %s", b.shortPath(c), key)
	}
	if len(gone) > most {
		c.note("%s: gone: %d more", b.shortPath(c), len(gone)-most)
	}
	total := 0
	for _, n := range next {
		total += n
	}
	c.note("%s: %s, %d added, %s removed", b.shortPath(c), counted(total, "known finding", "known findings"), added, counted(len(gone), "entry", "entries"))
	return nil
}

// note writes a line about the run to standard error.
func (c *base) note(format string, args ...any) {
	fmt.Fprintf(c.Std.Err, "%s: %s\n", programName, report.Line(fmt.Sprintf(format, args...)))
}

// pronoun returns the pronoun for a number of things.
func pronoun(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// counted returns a number followed by the name of what it counts.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// sortedKeys returns the keys of a map in ascending order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
