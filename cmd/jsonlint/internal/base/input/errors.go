package input

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// Shortened returns path relative to the working directory workDir if path is inside that
// directory. Otherwise it returns path itself.
func Shortened(workDir, path string) string {
	if rel, err := filepath.Rel(workDir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// Cause returns the reason for a failed file operation, without the name of the system call and the path.
func Cause(err error) error {
	var trouble *fs.PathError
	if errors.As(err, &trouble) {
		return trouble.Err
	}
	return err
}

// errUnknown is the error for an encoding that is not known.
var errUnknown = errors.New("unknown encoding")
