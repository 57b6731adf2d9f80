package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/regular"
)

// Names are the names of settings files, in the order in which a folder is searched for them.
var Names = []string{".jsonlintrc.json", "jsonlint.json"}

// IsName reports whether a file has the name of a settings file.
func IsName(path string) bool { return slices.Contains(Names, filepath.Base(path)) }

// Read reads a settings file that the user has named. The file may be a pipe.
func Read(path string) (*Config, error) { return read(path, os.ReadFile) }

func read(path string, readFile func(string) ([]byte, error)) (*Config, error) {
	src, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, src)
}

// A Finder finds the settings file for a folder, which is the nearest one in the folder itself or
// in a folder above it. A Finder searches each folder only once. Multiple goroutines may use a
// Finder at the same time.
type Finder struct {
	mu    sync.Mutex
	found map[string]result // keyed by folder; guarded by mu
}

type result struct {
	config *Config
	err    error
}

// Find returns the settings for a folder, or nil if there are none. The path of the folder must be
// absolute.
func (f *Finder) Find(folder string) (*Config, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.found == nil {
		f.found = map[string]result{}
	}
	var below []string
	var r result
	for dir := folder; ; dir = filepath.Dir(dir) {
		known, ok := f.found[dir]
		if ok {
			r = known
			break
		}
		below = append(below, dir)
		if r = inFolder(dir); r.config != nil || r.err != nil || dir == filepath.Dir(dir) {
			break
		}
	}
	for _, dir := range below {
		f.found[dir] = r
	}
	return r.config, r.err
}

// inFolder reads the settings file in a folder, if there is one.
func inFolder(dir string) result {
	for _, name := range Names {
		c, err := read(filepath.Join(dir, name), regular.ReadFile)
		if !errors.Is(err, fs.ErrNotExist) {
			return result{c, err}
		}
	}
	return result{}
}
