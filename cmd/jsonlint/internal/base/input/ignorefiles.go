package input

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
)

// Top returns the topmost folder in which an ignore file such as .gitignore can affect the folder
// abs. This is the top of the repository that contains abs. Outside a repository it is the working
// directory or, if abs is not below the working directory, abs itself.
func Top(abs string) string {
	if top, ok := Repository(abs); ok {
		return top
	}
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, abs); err == nil && filepath.IsLocal(rel) {
			return here
		}
	}
	return abs
}

// Repository returns the top of the Git repository that contains the path abs, if there is one.
func Repository(abs string) (top string, ok bool) {
	for dir := abs; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, true
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}

// IgnoreFiles are the names of the files that contain ignore rules. Later ones take precedence.
var IgnoreFiles = []string{".gitignore", ownIgnoreFile}

// ownIgnoreFile is the element of [IgnoreFiles] that Git does not read.
const ownIgnoreFile = ".jsonlintignore"

// rulesAbove returns the ignore rules that apply to the folder abs and are not in that folder: the
// rules for the whole repository and those in the folders from top to the parent of abs.
func rulesAbove(top, abs string) (s *ignore.Stack, err error) {
	for _, path := range excludeFiles(top) {
		list, err := readList(path)
		if err != nil {
			return nil, err
		}
		s = s.Push("", list)
	}
	var between []string
	for dir := abs; dir != top; {
		dir = filepath.Dir(dir)
		between = append(between, dir)
	}
	for _, dir := range slices.Backward(between) {
		list, err := listIn(dir, IgnoreFiles)
		if err != nil {
			return nil, err
		}
		s = s.Push(slashed(top, dir), list)
	}
	return s, nil
}

// listIn returns the rules in the ignore files of a folder with the given names.
func listIn(dir string, names []string) (ignore.List, error) {
	var all []ignore.Rule
	for _, name := range names {
		rules, err := readRules(filepath.Join(dir, name))
		if err != nil {
			return ignore.List{}, err
		}
		all = append(all, rules...)
	}
	return ignore.NewList(all), nil
}

// listOf returns the rules in the ignore files of a folder. The parameter entries lists the
// contents of the folder, sorted by name.
func listOf(dir string, entries []fs.DirEntry) (ignore.List, error) {
	var names []string
	for _, name := range IgnoreFiles {
		if has(entries, name) {
			names = append(names, name)
		}
	}
	if names == nil {
		return ignore.List{}, nil
	}
	return listIn(dir, names)
}

// has reports whether entries, the contents of a folder sorted by name, contain a name.
func has(entries []fs.DirEntry, name string) bool {
	_, found := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	return found
}

// readRules returns the rules in an ignore file. It returns none if the file cannot be read or is
// not a regular file. It is an error if the file is in an encoding that cannot be read, because the files that it ignores must not
// be touched.
func readRules(path string) ([]ignore.Rule, error) {
	text, err := regular.ReadText(path)
	switch {
	case err == nil:
		return ignore.ParseRules(string(text)), nil
	case regular.IsNotText(err):
		return nil, err
	}
	return nil, nil
}

// readList is like readRules, but returns a list of the rules.
func readList(path string) (ignore.List, error) {
	rules, err := readRules(path)
	return ignore.NewList(rules), err
}

// slashed returns the path of abs relative to top, with slashes as separators and a slash at the
// end. For top itself it returns "".
func slashed(top, abs string) string {
	if abs == top {
		return ""
	}
	inside := strings.TrimPrefix(abs, top)
	return strings.TrimPrefix(filepath.ToSlash(inside), "/") + "/"
}
