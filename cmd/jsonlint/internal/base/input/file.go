package input

import (
	"strings"

	"github.com/assayjson/assay/internal/data/store"
	"github.com/assayjson/assay/internal/data/unpack"
)

// Stdin is the argument that stands for standard input.
const Stdin = "-"

// A File is a file to check, or the reason why it could not be found.
type File struct {
	Name string // for messages; or Stdin
	Data []byte // the contents if they have already been read; otherwise nil
	Held bool   // Data contains the contents
	Err  error  // why the file could not be found, or nil

	Store  store.Store  // the store that holds the file, which is an object; or nil
	Object store.Object // the object as the search has found it; its version is empty if that is not known
}

// IsURL reports whether a name is a URL instead of a path or pattern.
func IsURL(name string) bool { return strings.Contains(name, "://") }

// Unpacked returns the name of a file without .gz or .zst.
func Unpacked(name string) string {
	if unpack.FormOf(name) == "" {
		return name
	}
	return name[:strings.LastIndexByte(name, '.')]
}
