package input

import (
	"os"
	"path/filepath"
)

// IsInside reports whether a path is in a folder or below it.
func IsInside(folder, path string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// IsFileIn reports whether path is a file in a folder or below it, after following symbolic links.
func IsFileIn(folder, path string) bool {
	inside, err := filepath.Rel(folder, path)
	if err != nil {
		return false
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return false
	}
	defer root.Close()
	info, err := root.Stat(inside)
	return err == nil && info.Mode().IsRegular()
}
