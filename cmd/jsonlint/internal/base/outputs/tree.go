package outputs

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A tree is where an output is: everywhere, or in an [*os.Root], which symbolic links do not lead out of.
type tree interface {
	OpenFile(name string, flag int, mode fs.FileMode) (*os.File, error)
	Lstat(name string) (fs.FileInfo, error)
	Mkdir(name string, mode fs.FileMode) error
	Rename(from, to string) error
	Link(from, to string) error
	Remove(name string) error
}

// everywhere is the tree of all files.
type everywhere struct{}

func (everywhere) OpenFile(name string, flag int, mode fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, mode)
}
func (everywhere) Lstat(name string) (fs.FileInfo, error)    { return os.Lstat(name) }
func (everywhere) Mkdir(name string, mode fs.FileMode) error { return os.Mkdir(name, mode) }
func (everywhere) Rename(from, to string) error              { return os.Rename(from, to) }
func (everywhere) Link(from, to string) error                { return os.Link(from, to) }
func (everywhere) Remove(name string) error                  { return os.Remove(name) }

// openIn opens a file for reading, such as a folder.
func openIn(in tree, name string) (*os.File, error) { return in.OpenFile(name, os.O_RDONLY, 0) }

// temporaryName returns a name for a temporary file beside a file.
func temporaryName(target string) string {
	return filepath.Join(filepath.Dir(target), fmt.Sprintf(".jsonlint-%d.tmp", rand.Uint64()))
}
