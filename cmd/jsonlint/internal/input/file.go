package input

import (
	"path/filepath"
	"strings"
)

// Stdin is the name by which standard input is asked for.
const Stdin = "-"

// A File is something to check, or what kept one from being found.
type File struct {
	Name string // of the file, as it is printed; or Stdin
	Data []byte // what is in it, where that has been read already; or nil
	Held bool   // Data is it
	Err  error  // there is no such file, and this is why
}

// IsURL reports whether a name is a URL, and no path or pattern.
func IsURL(name string) bool { return strings.Contains(name, "://") }

// packed are the extensions of files that are decompressed.
var packed = []string{".gz", ".zst"}

// Unpacked returns the name of what is in the file: without .gz or .zst.
func Unpacked(name string) string {
	for _, ext := range packed {
		if strings.EqualFold(filepath.Ext(name), ext) {
			return name[:len(name)-len(ext)]
		}
	}
	return name
}
