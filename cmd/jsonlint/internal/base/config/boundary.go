package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// target follows the symbolic links in a path. A file that does not exist is in the folder to which the rest of the path leads.
func target(path string) string {
	if found, err := filepath.EvalSymlinks(path); err == nil {
		return found
	} else if dir := filepath.Dir(path); errors.Is(err, fs.ErrNotExist) && dir != path {
		if link, err := os.Readlink(path); err == nil { // to a file that does not exist
			if !filepath.IsAbs(link) {
				link = filepath.Join(target(dir), link)
			}
			return link
		}
		return filepath.Join(target(dir), filepath.Base(path))
	}
	return filepath.Clean(path)
}
