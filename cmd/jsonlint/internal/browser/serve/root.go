package serve

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
)

// A root is a folder that is served, or a single file in a folder.
type root struct {
	folder *os.Root
	only   string // the name of the file; "" if the whole folder is served
	name   string // by which the page refers to it
}

// openRoot opens a file or folder. A symbolic link that is named on the command line is followed.
func openRoot(name string) (root, error) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return root{}, fmt.Errorf("%s: %w", name, input.Cause(err))
	}
	info, err := os.Stat(real)
	if err != nil {
		return root{}, err
	}
	r := root{name: base(name)}
	folder := real
	switch {
	case info.Mode().IsRegular():
		folder, r.only = filepath.Dir(real), filepath.Base(real)
	case !info.IsDir():
		return root{}, fmt.Errorf("%s is neither a file nor a folder", name)
	}
	r.folder, err = os.OpenRoot(folder)
	return r, err
}

// base returns the last part of a path, such as the name of the working directory for ".".
func base(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	return strings.Trim(filepath.ToSlash(filepath.Base(name)), "/")
}
