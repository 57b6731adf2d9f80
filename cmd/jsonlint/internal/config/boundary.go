package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// boundary returns the folder in which the files must be that the settings in a folder name: the top of the repository that contains
// it. Outside a repository, it is the working directory or, if the settings are elsewhere, their own folder.
func boundary(folder string) string {
	for dir := folder; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if here, err := os.Getwd(); err == nil && isWithin(here, folder) {
		return here
	}
	return folder
}

func isWithin(folder, path string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}

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
