package command

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
	"github.com/assayjson/assay/cmd/jsonlint/internal/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/glob"
	"github.com/assayjson/assay/cmd/jsonlint/internal/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/input"
	"github.com/assayjson/assay/cmd/jsonlint/internal/report"
	"github.com/assayjson/assay/lint"
)

// newSearch returns the search that the flags ask for.
func (c *checker) newSearch() *input.Search {
	return &input.Search{
		Known: c.known, Skipped: c.ignored, Exclude: c.exclude,
		NoIgnore: c.noIgnore, Hidden: c.hidden, Follow: c.follow,
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

// files returns the files to check. A panic while they are searched for is a file with that as its
// error.
func (c *checker) files() (iter.Seq[input.File], error) {
	files, err := c.allFiles()
	if err != nil {
		return nil, err
	}
	return func(yield func(input.File) bool) {
		more := true
		err := crash.Catch(func() error {
			for f := range files {
				if c.allowEmpty && errors.Is(f.Err, input.ErrNoMatch) {
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

// asked returns the arguments that files are searched by.
func (c *checker) asked() string { return cmp.Or(strings.Join(c.paths, " "), ".") }

// noFiles returns the error for a run that found n files, if that is an error. It is a mistake to
// search where there are none, but not that nothing has been staged or changed.
func (c *checker) noFiles(n int) error {
	if n > 0 || c.allowEmpty || c.staged || c.changed != "" {
		return nil
	}
	return fmt.Errorf("no file to check in %s; see --extensions, --hidden and --no-ignore, or use --allow-no-files if this is intended", c.asked())
}

// allFiles is files without protection from panics.
func (c *checker) allFiles() (iter.Seq[input.File], error) {
	switch {
	case c.staged:
		return input.Staged(c.paths, c.wanted)
	case c.changed != "":
		names, missing, err := input.Changed(c.changed, c.paths)
		if err != nil {
			return nil, err
		}
		names = slices.DeleteFunc(names, func(name string) bool { return !c.wanted(name) })
		return c.search.Files(append(missing, names...)), nil
	}
	return c.search.Files(c.paths), nil
}

// known reports whether the name of a file says that it is ours.
func (c *checker) known(name string) bool {
	if c.formats && input.Unpacked(name) != name {
		return false
	}
	name = input.Unpacked(name)
	if len(c.extensions) > 0 {
		return slices.Contains(c.extensions, strings.ToLower(filepath.Ext(name)))
	}
	d, known := lint.DialectOf(name)
	return known && !(c.formats && d == lint.JSONSeq)
}

// wanted reports whether a file that Git names is ours.
func (c *checker) wanted(name string) bool {
	if !c.known(name) || c.search.PassesOver(name) || c.exclude.Covers(filepath.ToSlash(name), false) {
		return false
	}
	return !c.ignored(c.abs(name))
}

// ignored reports whether the settings pass over a file.
func (c *checker) ignored(abs string) bool {
	settings, err := c.configOf(abs)
	return err == nil && settings.Ignores(abs)
}

// configOf returns the settings file that holds for a file.
func (c *checker) configOf(abs string) (*config.Config, error) {
	if c.noConfig || c.fixed != nil {
		return c.fixed, nil
	}
	return c.finder.Find(filepath.Dir(abs))
}

// printFiles prints the names of the files.
func (c *checker) printFiles() (status int, err error) {
	files, err := c.files()
	if err != nil {
		return statusTrouble, err
	}
	n := 0
	for f := range files {
		n++
		if f.Err != nil {
			status = statusTrouble
			c.std.trouble(f.Name, input.Cause(f.Err))
			continue
		}
		if _, err := fmt.Fprintln(c.std.out, report.Path(f.Name)); err != nil {
			return statusTrouble, err
		}
	}
	if err := c.noFiles(n); err != nil {
		return statusTrouble, err
	}
	return status, nil
}
