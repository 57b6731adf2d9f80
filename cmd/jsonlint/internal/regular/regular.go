// Package regular reads files that a repository may have chosen, such as its settings. Reading a device
// or a named pipe may never end, so that only regular files are read.
package regular

import (
	"errors"
	"io/fs"
	"os"
)

// ErrNotRegular is the error for what is neither a regular file nor a folder. Reading a folder fails anyway.
var ErrNotRegular = errors.New("not a regular file")

// ReadFile is [os.ReadFile] for regular files, or links to such.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = check("open", path, info)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// FS opens only the regular files and folders of another file system.
type FS struct{ fs.FS }

// Open implements [fs.FS]. The check comes first, because opening a named pipe waits for a writer.
func (f FS) Open(name string) (fs.File, error) {
	info, err := fs.Stat(f.FS, name)
	if err == nil {
		err = check("open", name, info)
	}
	if err != nil {
		return nil, err
	}
	return f.FS.Open(name)
}

func check(op, path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() || info.IsDir() {
		return nil
	}
	return &fs.PathError{Op: op, Path: path, Err: ErrNotRegular}
}
