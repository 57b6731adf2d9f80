package input

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/glob"
	"github.com/assayjson/assay/internal/data/store"
)

// Files returns the files that args select, and then those that names select, without repeating any
// file. The files of a folder are ordered by name. An argument can be a glob or [Stdin]; a name is
// always that of a file or folder.
func (s *Search) Files(args []string, names ...string) iter.Seq[File] {
	return func(yield func(File) bool) {
		seen := map[string]bool{}
		once := func(f File) bool {
			if key := clean(f); f.Err == nil && f.Name != Stdin {
				if seen[key] {
					return true
				}
				seen[key] = true
			}
			return yield(f)
		}
		for _, arg := range args {
			if !survive(arg, once, func() bool { return s.files(arg, once) }) {
				return
			}
		}
		for _, name := range names {
			if !survive(name, once, func() bool { return s.named(name, once) }) {
				return
			}
		}
	}
}

// clean returns a name that files have in common only if they are the same file. Two slashes in the name
// of an object are not the same as one.
func clean(f File) string {
	if f.Store != nil {
		return f.Name
	}
	return filepath.Clean(f.Name)
}

// files yields the files that one argument selects. It returns false if yield has returned false.
func (s *Search) files(arg string, yield func(File) bool) bool {
	if arg == Stdin {
		return yield(File{Name: arg})
	}
	if store.Is(arg) {
		return s.objects(arg, true, yield)
	}
	if glob.IsGlob(arg) {
		if _, err := os.Stat(arg); errors.Is(err, fs.ErrNotExist) {
			return s.glob(arg, yield)
		}
	}
	return s.named(arg, yield)
}

// named yields the file with the given name, or the files in the folder with that name.
func (s *Search) named(name string, yield func(File) bool) bool {
	if store.Is(name) {
		return s.objects(name, false, yield)
	}
	if name == Stdin {
		name = "." + string(filepath.Separator) + name
	}
	info, err := os.Stat(name)
	isFolder := err == nil && info.IsDir()
	if ignored, err := s.ignoresNamed(name, isFolder); err != nil {
		return yield(unread(err))
	} else if ignored {
		return true
	}
	if isFolder {
		return s.walk(name, nil, yield)
	}
	return yield(File{Name: name, Err: err})
}

// glob yields the files that a glob matches. If there are none, it yields a file with an error,
// because the glob is likely to be a mistake.
func (s *Search) glob(arg string, yield func(File) bool) bool {
	if namesHidden(arg) {
		hidden := *s
		hidden.Hidden = true
		s = &hidden
	}
	found, more := false, true
	for _, g := range glob.Expand(filepath.ToSlash(arg)) {
		root := glob.Root(g)
		pattern := glob.Compile(g[len(root):])
		folder := filepath.FromSlash(root)
		if root == "" {
			folder = "."
		}
		if _, err := os.Stat(folder); err != nil {
			continue
		}
		if ignored, err := s.ignoresNamed(folder, true); err != nil {
			return yield(unread(err))
		} else if ignored {
			found = true // otherwise, the folder would have to be searched for matches
			continue
		}
		more = more && s.walk(folder, pattern.Match, func(f File) bool {
			found = true
			return yield(f)
		})
	}
	if !found && more {
		return yield(File{Name: arg, Err: ErrNoMatch})
	}
	return more
}
