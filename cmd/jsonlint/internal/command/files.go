package command

import (
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/config"
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
func excludeList(globs []string) (l ignore.List) {
	for _, g := range globs {
		l = append(l, ignore.ParseAll(glob.Expand(filepath.ToSlash(g)))...)
	}
	return l
}

// files returns the files to check.
func (c *checker) files() (iter.Seq[input.File], error) {
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
	for f := range files {
		if f.Err != nil {
			status = statusTrouble
			complain(c.std.err, fmt.Errorf("%s: %w", report.Path(f.Name), input.Cause(f.Err)))
			continue
		}
		if _, err := fmt.Fprintln(c.std.out, report.Path(f.Name)); err != nil {
			return statusTrouble, err
		}
	}
	return status, nil
}
