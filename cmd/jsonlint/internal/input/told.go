package input

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// Shortened returns a path as it is from the working directory here, if it lies there.
func Shortened(here, path string) string {
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// Cause returns what went wrong, without the system call that found out.
func Cause(err error) error {
	var trouble *fs.PathError
	if errors.As(err, &trouble) {
		return trouble.Err
	}
	return err
}
