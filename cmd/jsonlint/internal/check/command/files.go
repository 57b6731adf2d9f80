package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/report"
	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/files/known"
	"github.com/assayjson/assay/lint"
)

// A fileFinder finds the files to check.
type fileFinder struct {
	settingsFinder
	search     *input.Search
	exclude    ignore.List
	SkipsStdin bool // the name of standard input is ignored, so its text is only passed on
	Formats    bool // skip those files in folders that cannot be formatted
}

// newSearch returns a search for the files that the settings select.
func (c *fileFinder) newSearch() *input.Search {
	return &input.Search{
		Known: c.known, Skipped: c.ignored, Exclude: c.exclude,
		NoIgnore: c.noIgnore, Named: c.forced, Hidden: c.hidden, Follow: c.Follow, Stores: c.Std.stores,
	}
}

// excludeList returns the patterns of --exclude.
func excludeList(globs []string) ignore.List {
	var lines []string
	for _, g := range globs {
		lines = append(lines, glob.Expand(filepath.ToSlash(g))...)
	}
	return ignore.ParseAll(lines)
}

// Files returns the files to check. If the search panics, the sequence ends with a file that has
// the panic as its error.
func (c *fileFinder) Files() (iter.Seq[input.File], error) {
	files, err := c.allFiles()
	if err != nil {
		return nil, err
	}
	return func(yield func(input.File) bool) {
		more := true
		err := crash.Catch(func() error {
			for f := range files {
				if c.AllowEmpty && errors.Is(f.Err, input.ErrNoMatch) {
					continue
				}
				if more = yield(f); !more {
					break
				}
			}
			return nil
		})
		if err != nil && more {
			yield(input.File{Name: c.asked(), Err: err})
		}
	}, nil
}

// asked returns the paths to search, for use in messages.
func (c *fileFinder) asked() string {
	names := c.Paths
	if c.filesFrom != "" {
		names = append(slices.Clip(names), "the list of --files-from")
	}
	return cmp.Or(strings.Join(names, " "), ".")
}

// NoFiles returns an error if n, the number of files found, is 0. With --allow-no-files, --staged,
// --changed, --force-exclude or --files-from, finding no files is not an error.
func (c *fileFinder) NoFiles(n int) error {
	if n > 0 || c.AllowEmpty || c.forced || c.staged || c.changed != "" || c.filesFrom != "" && len(c.listed) == 0 {
		return nil
	}
	return fmt.Errorf("%w, or use --allow-no-files if this is expected", c.NoneFound())
}

// NoneFound returns the error of finding no files.
func (c *fileFinder) NoneFound() error {
	return fmt.Errorf("no files to check in %s; try --extensions, --hidden, --no-ignore or --no-config", c.asked())
}

// allFiles is like files, but does not recover from panics.
func (c *fileFinder) allFiles() (iter.Seq[input.File], error) {
	switch {
	case c.staged:
		return input.Staged(c.Paths, func(name string) bool {
			wanted, err := c.wanted(name)
			return wanted || err != nil // nothing is written, so a file too many does no harm
		})
	case c.changed != "":
		names, missing, err := input.Changed(c.changed, c.Paths)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			wanted, err := c.wanted(name)
			if err != nil {
				return nil, err
			}
			if wanted {
				missing = append(missing, name)
			}
		}
		return c.search.Files(missing), nil
	}
	return c.search.Files(c.Paths, c.listed...), nil
}

// readList reads the names of --files-from.
func (c *fileFinder) readList() (err error) {
	var list []byte
	switch c.filesFrom {
	case "":
		return nil
	case input.Stdin:
		list, err = io.ReadAll(input.Guarded(c.Std.In))
	default:
		list, err = os.ReadFile(c.filesFrom)
	}
	if err != nil {
		return fmt.Errorf("--files-from %s: %w", report.Path(c.filesFrom), input.Cause(err))
	}
	if c.listed, err = regular.Names(list); err != nil {
		return fmt.Errorf("--files-from %s: %w", report.Path(c.filesFrom), err)
	}
	return nil
}

// known reports whether the name of a file has an extension that is checked or formatted.
func (c *fileFinder) known(name string) bool {
	if c.Formats && input.Unpacked(name) != name {
		return false
	}
	name = input.Unpacked(name)
	if len(c.extensions) > 0 {
		return slices.Contains(c.extensions, strings.ToLower(filepath.Ext(name)))
	}
	f := known.Find(name)
	return f != nil && !(c.Formats && (f.Generated || f.Dialect == lint.JSONSeq.String()))
}

// wanted reports whether to check a file that Git lists. The error is that of an ignore file that is not text.
func (c *fileFinder) wanted(name string) (bool, error) {
	if !c.known(name) {
		return false, nil
	}
	passesOver, err := c.search.PassesOver(name)
	if err != nil || passesOver || c.IsCopy(name) || c.exclude.Covers(filepath.ToSlash(name), false) {
		return false, err
	}
	return !c.ignored(c.Abs(name)), nil
}

// IsCopy reports whether a file is the copy of a schema, or the lock file of the copies. Only jsonlint schema changes these, because the
// lock file has the checksum of each copy.
func (c *fileFinder) IsCopy(name string) bool {
	if store.Is(name) {
		return false
	}
	abs := c.Abs(name)
	target, err := filepath.EvalSymlinks(abs)
	return hasCopyFolder(abs) || err == nil && hasCopyFolder(target)
}

func hasCopyFolder(path string) bool {
	path = filepath.ToSlash(path)
	return strings.Contains(path, "/"+config.CopyFolder+"/schemas/") || strings.HasSuffix(path, "/"+config.LockName)
}

// receives returns which output of the run is the file with the given name, or "".
func (c *base) receives(name string) string {
	if !isFile(name) {
		return c.Std.receives(name)
	}
	for _, out := range c.reportFiles() {
		if outputs.Same(name, out.Name) {
			return out.What
		}
	}
	if c.updateBaseline && c.baseline != "" && outputs.Same(name, c.baseline) {
		return "--baseline"
	}
	return c.Std.receives(name)
}

// checkNamed returns an error if a file that the user has named is an output.
func (c *fileFinder) checkNamed() error {
	for _, name := range slices.Concat(c.Paths, c.listed) {
		if c.forced && isFile(name) {
			continue // such a file is skipped
		}
		if what := c.receives(name); what != "" {
			return sameFile("an input", what, name)
		}
	}
	return nil
}

// ignored reports whether the settings ignore a file, or the program itself writes it.
func (c *fileFinder) ignored(abs string) bool {
	if c.baseline != "" && outputs.Same(abs, c.Abs(c.baseline)) || c.receives(abs) != "" || c.divided.Include(abs) {
		return true
	}
	settings, err := c.ConfigOf(abs)
	return err == nil && (settings.Ignores(abs) || abs == settings.Baseline())
}

// PrintFiles prints the names of the files.
func (c *fileFinder) PrintFiles() (status int, err error) {
	files, err := c.Files()
	if err != nil {
		return StatusTrouble, err
	}
	n := 0
	for f := range files {
		n++
		if f.Err != nil {
			status = StatusTrouble
			c.Std.Trouble(f.Name, input.Cause(f.Err))
			continue
		}
		if _, err := fmt.Fprintln(c.Std.Out, report.Path(f.Name)); err != nil {
			return StatusTrouble, err
		}
	}
	if err := c.NoFiles(n); err != nil {
		return StatusTrouble, err
	}
	return status, nil
}

// reportRoot returns the folder to which paths in reports for services are relative: the folder of the project in GitHub Actions or
// GitLab, or the top of the repository.
func (c *base) reportRoot() report.Root {
	first := c.Here
	if len(c.Paths) > 0 && isFile(c.Paths[0]) && !store.Is(c.Paths[0]) {
		first = c.Abs(c.Paths[0])
	}
	for _, variable := range []string{"GITHUB_WORKSPACE", "CI_PROJECT_DIR"} {
		folder := c.Std.getenv(variable)
		if filepath.IsAbs(folder) && (holds(folder, c.Here) || holds(folder, first)) {
			return report.Root{Folder: filepath.Clean(folder), Here: c.Here}
		}
	}
	for _, path := range []string{c.Here, first} {
		if top, ok := input.Repository(path); ok {
			return report.Root{Folder: top, Here: c.Here}
		}
	}
	return report.Root{Folder: c.Here, Here: c.Here}
}

// holds reports whether a path is in a folder, even if symbolic links lead to one of them.
func holds(folder, path string) bool {
	top, err := filepath.EvalSymlinks(folder)
	target, errTarget := filepath.EvalSymlinks(path)
	return err == nil && errTarget == nil && input.IsInside(top, target)
}
