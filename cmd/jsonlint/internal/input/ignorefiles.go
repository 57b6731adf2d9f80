package input

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/ignore"
	"github.com/assayjson/assay/cmd/jsonlint/internal/regular"
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
func rulesAbove(top, abs string) *ignore.Stack {
	var s *ignore.Stack
	for _, path := range excludeFiles(top) {
		s = s.Push("", readList(path))
	}
	var between []string
	for dir := abs; dir != top; {
		dir = filepath.Dir(dir)
		between = append(between, dir)
	}
	for _, dir := range slices.Backward(between) {
		var rules []ignore.Rule
		for _, name := range IgnoreFiles {
			rules = append(rules, readRules(filepath.Join(dir, name))...)
		}
		s = s.Push(slashed(top, dir), ignore.NewList(rules))
	}
	return s
}

// listOf returns the rules in the ignore files of a folder. The parameter entries lists the
// contents of the folder, sorted by name.
func listOf(dir string, entries []fs.DirEntry) ignore.List {
	var rules []ignore.Rule
	for _, name := range IgnoreFiles {
		if has(entries, name) {
			rules = append(rules, readRules(filepath.Join(dir, name))...)
		}
	}
	if rules == nil {
		return ignore.List{}
	}
	return ignore.NewList(rules)
}

// has reports whether entries, the contents of a folder sorted by name, contain a name.
func has(entries []fs.DirEntry, name string) bool {
	_, found := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	return found
}

// readRules returns the rules in an ignore file. It returns nil if the file cannot be read or is
// not a regular file.
func readRules(path string) []ignore.Rule {
	text, err := regular.ReadFile(path)
	if err != nil {
		return nil
	}
	return ignore.ParseRules(string(text))
}

// readList is like readRules, but returns a list of the rules.
func readList(path string) ignore.List { return ignore.NewList(readRules(path)) }

// slashed returns the path of abs relative to top, with slashes as separators and a slash at the
// end. For top itself it returns "".
func slashed(top, abs string) string {
	if abs == top {
		return ""
	}
	inside := strings.TrimPrefix(abs, top)
	return strings.TrimPrefix(filepath.ToSlash(inside), "/") + "/"
}
