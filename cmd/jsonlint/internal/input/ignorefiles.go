package input

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/ignore"
)

// Top returns the folder in which the folder abs and what belongs to it lie, such as files like
// .gitignore: that of the repository, or without one the working directory, or abs itself.
func Top(abs string) string {
	for dir := abs; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, abs); err == nil && filepath.IsLocal(rel) {
			return here
		}
	}
	return abs
}

// rulesAbove returns the rules of the folders from top down to the one above abs.
func rulesAbove(top, abs string) *ignore.Stack {
	s := (*ignore.Stack)(nil).Push("", readList(filepath.Join(top, ".git", "info", "exclude")))
	var between []string
	for dir := abs; dir != top; {
		dir = filepath.Dir(dir)
		between = append(between, dir)
	}
	for _, dir := range slices.Backward(between) {
		var l ignore.List
		for _, name := range IgnoreFiles {
			l = append(l, readList(filepath.Join(dir, name))...)
		}
		s = s.Push(slashed(top, dir), l)
	}
	return s
}

// listOf returns the rules of a folder with these entries.
func listOf(dir string, entries []fs.DirEntry) (l ignore.List) {
	for _, name := range IgnoreFiles {
		_, there := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		if there {
			l = append(l, readList(filepath.Join(dir, name))...)
		}
	}
	return l
}

// readList reads a file of rules. One that can't be read has none, as for Git.
func readList(path string) ignore.List {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return ignore.Parse(string(text))
}

// slashed returns the path of abs from top, with slashes and one at the end; "" for top.
func slashed(top, abs string) string {
	if abs == top {
		return ""
	}
	inside := strings.TrimPrefix(abs, top)
	return strings.TrimPrefix(filepath.ToSlash(inside), "/") + "/"
}
