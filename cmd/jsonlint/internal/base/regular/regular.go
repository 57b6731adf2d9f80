package regular

import (
	"errors"
	"io/fs"
	"os"
)

// ErrNotRegular is the error for anything except regular files and folders. Reading a folder fails
// with an error of the operating system.
var ErrNotRegular = errors.New("not a regular file")

// ReadFile is like [os.ReadFile], but reads only regular files and links to regular files.
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

// FS is a file system that opens only the regular files and folders of another file system.
type FS struct{ fs.FS }

// Open implements [fs.FS]. It checks the file before opening it, because opening a named pipe waits
// for a writer.
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
