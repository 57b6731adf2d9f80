package page

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// Files is a file system in memory. Names are absolute paths with slashes. A folder exists if it is the root or has
// a file below it. The zero value is an empty file system. Its methods may be called by several goroutines.
type Files struct {
	mu    sync.Mutex
	texts map[string][]byte // by clean path; guarded by mu
}

// Set adds or replaces a file. The text must not be changed afterwards.
func (f *Files) Set(name string, text []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.texts == nil {
		f.texts = map[string][]byte{}
	}
	f.texts[clean(name)] = text
}

// Remove removes a file, if it exists.
func (f *Files) Remove(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.texts, clean(name))
}

// Stat returns the size of a file in bytes, and reports whether it is a folder. The error is fs.ErrNotExist if
// there is none.
func (f *Files) Stat(name string) (size int, isFolder bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	name = clean(name)
	if text, ok := f.texts[name]; ok {
		return len(text), false, nil
	}
	if name == "/" || f.hasBelow(name) {
		return 0, true, nil
	}
	return 0, false, fs.ErrNotExist
}

func (f *Files) hasBelow(folder string) bool {
	for name := range f.texts {
		if strings.HasPrefix(name, folder+"/") {
			return true
		}
	}
	return false
}

// Read returns the text of a file, which must not be changed. The error is fs.ErrNotExist if there is none.
func (f *Files) Read(name string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, ok := f.texts[clean(name)]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return text, nil
}

// List returns the names of the files and folders in a folder, sorted.
func (f *Files) List(folder string) (names []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	prefix := strings.TrimSuffix(clean(folder), "/") + "/"
	for name := range f.texts {
		if inside, ok := strings.CutPrefix(name, prefix); ok {
			first, _, _ := strings.Cut(inside, "/")
			names = append(names, first)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// clean returns the absolute path that a name stands for; a relative name is in the root.
func clean(name string) string { return path.Clean("/" + name) }
