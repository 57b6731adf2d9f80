package editorconfig

import (
	"errors"
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
)

// Name is the name of the files that are read.
const Name = ".editorconfig"

// A Finder finds the properties of files. It reads each .editorconfig file only once. Multiple
// goroutines may use a Finder at the same time.
type Finder struct {
	mu   sync.Mutex
	read map[string]result // keyed by folder; guarded by mu
}

type result struct {
	file *file // nil if there is none
	err  error
}

// Find returns the properties of the file with the given absolute path. The .editorconfig files in its
// folder and in the folders above count, up to one that contains root = true. Nearer files take
// precedence.
func (f *Finder) Find(path string) (Properties, error) {
	var files []*file
	var folders []string
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		file, err := f.inFolder(dir)
		if err != nil {
			return nil, err
		}
		if file != nil {
			files, folders = append(files, file), append(folders, dir)
		}
		if file != nil && file.root || dir == filepath.Dir(dir) {
			break
		}
	}
	all := Properties{}
	for i := len(files) - 1; i >= 0; i-- {
		if rel, err := filepath.Rel(folders[i], path); err == nil {
			files[i].addTo(all, filepath.ToSlash(rel))
		}
	}
	return all, nil
}

// inFolder returns the .editorconfig file in a folder, or nil if there is none.
func (f *Finder) inFolder(dir string) (*file, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r, ok := f.read[dir]; ok {
		return r.file, r.err
	}
	var r result
	src, err := regular.ReadText(filepath.Join(dir, Name))
	switch {
	case err == nil:
		r.file = parse(string(src))
	case !errors.Is(err, fs.ErrNotExist):
		r.err = err
	}
	if f.read == nil {
		f.read = map[string]result{}
	}
	f.read[dir] = r
	return r.file, r.err
}
