package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/regular"
)

// Names are the names of settings files, in the order in which a folder is searched for them.
var Names = []string{".jsonlintrc.json", "jsonlint.json", "assay.json"}

// IsName reports whether a file has the name of a settings file.
func IsName(path string) bool { return slices.Contains(Names, filepath.Base(path)) }

// Read reads a settings file that the user has named. The file may be a pipe.
//
// The files that it names must be in its repository, unless allowOutside is set.
func Read(path string, allowOutside bool) (*Config, error) {
	x := extender{readFile: regular.ReadFile, allowOutside: allowOutside}
	return x.config(path, os.ReadFile)
}

// config reads a settings file with the given function, and the files that it extends.
func (x *extender) config(path string, readFile func(string) ([]byte, error)) (*Config, error) {
	x.folder = filepath.ToSlash(filepath.Dir(path))
	if err := x.read(path, readFile); err != nil {
		return nil, err
	}
	own := x.layers[len(x.layers)-1]
	return newConfig(path, x.layers, own.base.root), nil
}

// A Finder finds the settings for a folder. They are in the settings files of the folder itself and of
// the folders above it, up to the first one that is a root. Files in inner folders take precedence. A
// Finder searches each folder only once. Multiple goroutines may use a Finder at the same time.
type Finder struct {
	AllowOutside bool // the settings may name files outside of their repository

	Opened func(path string) // called before a file is read, even if it does not exist; may be nil

	mu      sync.Mutex
	found   map[string]result // keyed by folder; guarded by mu
	foreign []string          // paths of settings files of another program; guarded by mu
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
	type below struct {
		folder string
		result
	}
	var path []below // from the innermost folder on
	var r result
	for dir := folder; ; dir = filepath.Dir(dir) {
		known, ok := f.found[dir]
		if ok {
			r = known
			break
		}
		own := f.inFolder(dir)
		path = append(path, below{dir, own})
		if own.err != nil || own.config != nil && own.config.root || dir == filepath.Dir(dir) {
			break
		}
	}
	for _, b := range slices.Backward(path) {
		r = b.inherit(r)
		f.found[b.folder] = r
	}
	return r.config, r.err
}

// inherit returns the settings for a folder. The parameter above has those for the folder above it.
func (r result) inherit(above result) result {
	switch {
	case r.err != nil || r.config != nil && r.config.root:
		return r
	case r.config == nil || above.err != nil:
		return above
	case above.config == nil:
		return r
	}
	return result{config: newConfig(r.config.Path, slices.Concat(above.config.layers, r.config.layers), false)}
}

// Foreign returns the paths of the files that have the name of a settings file but are for another program, in order. They
// are skipped. Each is returned only once, and not if there is a settings file of this program beside it.
func (f *Finder) Foreign() (paths []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	paths, f.foreign = f.foreign, nil
	slices.Sort(paths)
	return paths
}

// NewIn returns the path for a new settings file in a folder: the first name, unless a file of another program has it.
func NewIn(folder string) (path string) {
	for _, name := range Names {
		if path = filepath.Join(folder, name); !IsForeign(path) {
			break
		}
	}
	return path
}

// IsForeign reports whether a file is the settings file of another program.
func IsForeign(path string) bool {
	src, err := readText(path, regular.ReadFile)
	return err == nil && IsForeignText(path, src)
}

// IsForeignText is like [IsForeign], for the text of a file.
func IsForeignText(path string, src []byte) bool {
	_, err := parseLayer(path, src)
	return isForeignError(err, path)
}

// isForeignError reports whether an error says that the file at a path is for another program.
func isForeignError(err error, path string) bool {
	var invalid *Error
	return errors.As(err, &invalid) && invalid.Foreign && invalid.Path == path
}

// inFolder reads the settings file in a folder, if there is one. Two of them are an error.
func (f *Finder) inFolder(dir string) (found result) {
	var foreign []string
	for _, name := range Names {
		x, path := extender{readFile: f.readFile, allowOutside: f.AllowOutside}, filepath.Join(dir, name)
		c, err := x.config(path, f.readFile)
		switch {
		case isForeignError(err, path):
			foreign = append(foreign, path)
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return result{nil, err}
		case found.config != nil:
			return result{nil, errorAt(path, nil, 0, fmt.Sprintf("the settings for this folder are also in %s; keep one of the two files", filepath.Base(found.config.Path)))}
		default:
			found.config = c
		}
	}
	if found.config == nil { // otherwise the user knows where our settings are
		f.foreign = append(f.foreign, foreign...)
	}
	return found
}

func (f *Finder) readFile(path string) ([]byte, error) {
	if f.Opened != nil {
		f.Opened(path)
	}
	return regular.ReadFile(path)
}
