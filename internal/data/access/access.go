package access

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrNotRegular is the error for a name of something that cannot be replaced.
var ErrNotRegular = errors.New("not a regular file")

// Old returns what is known of the file that an output with the given name replaces, or nil if there is none. Names of open
// files, such as /dev/stdout, are errors: to replace the file to which a shell has redirected them would lose what is in it.
func Old(name string) (fs.FileInfo, error) {
	if path, err := filepath.Abs(name); err == nil && isSpecial(path) {
		return nil, ErrNotRegular
	}
	old, err := os.Stat(name)
	switch {
	case err != nil: // if it exists nevertheless, it cannot be written either
		return nil, nil
	case !old.Mode().IsRegular():
		return nil, ErrNotRegular
	}
	return old, nil
}

// isSpecial reports whether a path is in a folder for devices or processes. Files in memory are in one of these.
func isSpecial(path string) bool {
	return (strings.HasPrefix(path, "/dev/") && !strings.HasPrefix(path, "/dev/shm/")) || strings.HasPrefix(path, "/proc/")
}

// Keep gives f the mode of another file, and also its owner and group if the current user is allowed to change them.
func Keep(f *os.File, like fs.FileInfo) error {
	KeepOwner(f, like)
	return f.Chmod(like.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky))
}
