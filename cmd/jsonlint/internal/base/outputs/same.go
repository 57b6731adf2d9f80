package outputs

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Same reports whether two names are those of the same regular file, which need not exist yet. Names of
// the same device, such as /dev/null, are not the same file, because several outputs may go there.
func Same(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	}
	return (errA == nil) == (errB == nil) && newFile(a) == newFile(b)
}

// newFile returns a name that is the same for all names of a file that does not exist yet. If name is a
// symbolic link to a file that does not exist, the new file replaces the link.
func newFile(name string) string {
	folder, base := filepath.Split(filepath.Clean(name))
	if folder == "" {
		folder = "."
	}
	if target, err := filepath.EvalSymlinks(folder); err == nil {
		folder = target
	}
	if abs, err := filepath.Abs(folder); err == nil {
		folder = abs
	}
	return filepath.Join(folder, base)
}

// Writes reports whether w writes to a regular file.
func Writes(w io.Writer, file fs.FileInfo) bool {
	f, ok := w.(interface{ Stat() (fs.FileInfo, error) })
	if !ok || !file.Mode().IsRegular() {
		return false
	}
	open, err := f.Stat()
	return err == nil && os.SameFile(open, file)
}
