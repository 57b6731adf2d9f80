package input

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/crash"
	"github.com/assayjson/assay/cmd/jsonlint/internal/base/ignore"
	"github.com/assayjson/assay/internal/data/store"
)

// A Search selects files in folders. Files that the user names are always selected, unless Named is set.
type Search struct {
	Known    func(name string) bool // reports whether the name of a file has an extension that is checked
	Skipped  func(path string) bool // reports whether the settings ignore a file; path is absolute
	Exclude  ignore.List            // patterns of files to skip, relative to the working directory
	NoIgnore bool                   // do not apply .gitignore and .jsonlintignore
	Named    bool                   // skip named files, too, if the ignore files, the settings or Exclude cover them
	Hidden   bool                   // include files and folders with names that begin with a dot even outside of repositories
	Follow   bool                   // follow symbolic links
	Stores   store.Stores           // the stores of objects

	rules map[string]folderRules // what applies in the folders of named files, by path
}

// survive calls look, which yields files. If look panics, survive yields a file with the panic as
// its error. The result more is false if yield has returned false.
func survive(name string, yield func(File) bool, look func() bool) (more bool) {
	err := crash.Catch(func() error {
		more = look()
		return nil
	})
	if err != nil {
		return yield(File{Name: name, Err: err})
	}
	return more
}

// ErrNoMatch is the error for a glob that matches no file.
var ErrNoMatch = errors.New("no file matches")

// namesHidden reports whether a path contains a name that begins with a dot.
func namesHidden(path string) bool {
	for name := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if strings.HasPrefix(name, ".") && name != "." && name != ".." {
			return true
		}
	}
	return false
}

// A walk visits the files below a folder.
type walk struct {
	*Search
	wanted func(inside string) bool // reports whether to yield a file, given its path relative to the root; nil to use Known
	yield  func(File) bool
	here   string // the working directory, or ""
}

// A folder is a folder that a walk is visiting.
type folder struct {
	name   string // for messages
	abs    string
	inside string        // relative to the root, with a slash at the end, or ""
	rules  *ignore.Stack // paths passed to rules are relative to the top of the repository
	path   string        // relative to the top of the repository, with a slash at the end, or ""
	hidden bool          // the folder is in a repository, so that names that begin with a dot are not skipped
	above  *folder
	info   fs.FileInfo // information about the folder if links are followed; otherwise nil
}

// walk yields the files in a folder and below it.
func (s *Search) walk(root string, wanted func(inside string) bool, yield func(File) bool) bool {
	abs, err := filepath.Abs(root)
	if err != nil {
		return yield(File{Name: root, Err: err})
	}
	w := &walk{Search: s, wanted: wanted, yield: yield}
	w.here, _ = os.Getwd()
	if s.Exclude.Covers(w.fromHere(abs), true) {
		return true
	}
	f := &folder{name: root, abs: abs}
	_, f.hidden = Repository(abs)
	if !s.NoIgnore {
		top := Top(abs)
		if f.rules, err = rulesAbove(top, abs); err != nil {
			return yield(unread(err))
		}
		f.path = slashed(top, abs)
	}
	if s.Follow {
		f.info, _ = os.Stat(root)
	}
	return w.folder(f)
}

// folder yields the files in f and below it.
func (w *walk) folder(f *folder) bool {
	entries, err := os.ReadDir(f.name)
	if err != nil && !w.yield(File{Name: f.name, Err: err}) {
		return false
	}
	f.hidden = f.hidden || has(entries, ".git")
	if !w.NoIgnore {
		rules, err := listOf(f.abs, entries)
		if err != nil {
			return w.yield(unread(err))
		}
		f.rules = f.rules.Push(f.path, rules)
	}
	for _, e := range entries {
		more := survive(filepath.Join(f.name, e.Name()), w.yield, func() bool { return w.entry(f, e) })
		if !more {
			return false
		}
	}
	return true
}

// entry yields a file, or the files in a folder.
func (w *walk) entry(f *folder, e fs.DirEntry) bool {
	name := filepath.Join(f.name, e.Name())
	mode := e.Type()
	var info fs.FileInfo
	if mode&fs.ModeSymlink != 0 && w.Follow {
		var err error
		if info, err = os.Stat(name); err != nil {
			return w.yield(File{Name: name, Err: err})
		}
		mode = info.Mode().Type()
	}
	if mode.IsRegular() && !w.wants(name, f.inside+e.Name()) { // tested first, because this is faster than matching all patterns
		return true
	}
	if w.passesOver(f, e.Name(), mode.IsDir()) {
		return true
	}
	switch {
	case mode.IsDir():
		below := &folder{name, filepath.Join(f.abs, e.Name()), f.inside + e.Name() + "/", f.rules, f.path + e.Name() + "/", f.hidden, f, info}
		if w.Follow && below.loops() {
			return true
		}
		return w.folder(below)
	case mode.IsRegular():
		return w.yield(File{Name: name})
	}
	return true
}

// wants reports whether to yield a file according to its name, before any rules are applied.
func (w *walk) wants(name, inside string) bool {
	if w.wanted != nil {
		return w.wanted(inside)
	}
	return w.Known(name)
}

// neverSearched are the names of folders with the data of version control systems, and with copies of
// the packages of others.
var neverSearched = []string{".git", ".hg", ".svn", ".jj", ".jsonlint", "node_modules"}

// passesOver reports whether to skip an entry of f.
func (w *walk) passesOver(f *folder, name string, isFolder bool) bool {
	if !w.Hidden && !f.hidden && strings.HasPrefix(name, ".") || isFolder && slices.Contains(neverSearched, name) {
		return true
	}
	if f.rules.Ignores(f.path+name, isFolder) {
		return true
	}
	abs := filepath.Join(f.abs, name)
	if !w.Exclude.Empty() && w.Exclude.Matches(w.fromHere(abs), isFolder) {
		return true
	}
	return !isFolder && w.Skipped != nil && w.Skipped(abs)
}

// loops reports whether f is the same folder as one that contains it, because of a symbolic link in
// the path.
func (f *folder) loops() bool {
	if f.info == nil {
		if f.info, _ = os.Stat(f.name); f.info == nil {
			return true
		}
	}
	for a := f.above; a != nil; a = a.above {
		if os.SameFile(a.info, f.info) {
			return true
		}
	}
	return false
}

// fromHere returns a path relative to the working directory, with slashes as separators.
func (w *walk) fromHere(abs string) string {
	if rel, err := filepath.Rel(w.here, abs); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(abs)
}

// folderRules are the rules that apply to the entries of a folder.
type folderRules struct {
	stack     *ignore.Stack // paths passed to it are relative to the top of the repository
	isIgnored bool          // the rules ignore the folder itself, or a folder that contains it
}

// ignoresNamed is like Ignores, but reports false unless s.Named is set.
func (s *Search) ignoresNamed(name string, isFolder bool) (bool, error) {
	if !s.Named {
		return false, nil
	}
	return s.Ignores(name, isFolder)
}

// Ignores reports whether the ignore files, the settings or s.Exclude cover a file or folder that the user has named, or a folder
// that contains it. It must not be called concurrently.
func (s *Search) Ignores(name string, isFolder bool) (bool, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return false, err
	}
	here, _ := os.Getwd()
	w := &walk{Search: s, here: here}
	if s.Exclude.Covers(w.fromHere(abs), isFolder) || !isFolder && s.Skipped != nil && s.Skipped(abs) {
		return true, nil
	}
	folder := filepath.Dir(abs)
	if isFolder {
		folder = abs
	}
	if s.NoIgnore && !isFolder {
		return false, nil
	}
	top := Top(folder)
	for part := range strings.SplitSeq(slashed(top, folder), "/") {
		if slices.Contains(neverSearched, part) {
			return true, nil
		}
	}
	if s.NoIgnore || abs == top {
		return false, nil
	}
	r, err := s.rulesOf(top, filepath.Dir(abs))
	return err == nil && (r.isIgnored || r.stack.Ignores(strings.TrimSuffix(slashed(top, abs), "/"), isFolder)), err
}

// rulesOf returns the rules for the entries of the folder abs, which is top or below it.
func (s *Search) rulesOf(top, abs string) (r folderRules, err error) {
	if r, known := s.rules[abs]; known {
		return r, nil
	}
	if abs == top {
		r.stack, err = rulesAbove(top, top)
	} else if r, err = s.rulesOf(top, filepath.Dir(abs)); err == nil {
		r.isIgnored = r.isIgnored || r.stack.Ignores(strings.TrimSuffix(slashed(top, abs), "/"), true)
	}
	if err != nil {
		return r, err
	}
	list, err := listIn(abs, IgnoreFiles)
	if err != nil {
		return r, err
	}
	r.stack = r.stack.Push(slashed(top, abs), list)
	if s.rules == nil {
		s.rules = map[string]folderRules{}
	}
	s.rules[abs] = r
	return r, nil
}

// PassesOver reports whether a file that Git lists must be skipped. Symbolic links are skipped
// unless s.Follow is set. Files are also skipped if a file .jsonlintignore ignores them or a folder
// that contains them. Git itself has already applied .gitignore. The error is that of such a file that is not text.
func (s *Search) PassesOver(name string) (bool, error) {
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 && !s.Follow {
		return true, nil
	}
	abs, err := filepath.Abs(name)
	if s.NoIgnore || err != nil {
		return false, nil
	}
	top := Top(filepath.Dir(abs))
	inside := strings.TrimSuffix(slashed(top, abs), "/")
	list, err := readList(filepath.Join(top, ownIgnoreFile))
	rules := (*ignore.Stack)(nil).Push("", list)
	for i, c := range inside {
		if c != '/' || err != nil {
			continue
		}
		if rules.Ignores(inside[:i], true) {
			return true, nil
		}
		list, err = readList(filepath.Join(top, filepath.FromSlash(inside[:i]), ownIgnoreFile))
		rules = rules.Push(inside[:i+1], list)
	}
	return rules.Ignores(inside, false), err
}

// unread returns an ignore file that cannot be used. err is an error of readRules.
func unread(err error) File {
	here, _ := os.Getwd()
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return File{Name: Shortened(here, failed.Path), Err: err}
	}
	return File{Name: here, Err: err}
}
