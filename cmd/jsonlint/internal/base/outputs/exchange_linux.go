package outputs

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// exchange exchanges two files in the same folder in one step.
func exchange(in tree, a, b string) error {
	if _, ok := in.(everywhere); ok {
		return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	}
	folder, err := openIn(in, filepath.Dir(a))
	if err != nil {
		return err
	}
	defer folder.Close()
	fd := int(folder.Fd())
	return unix.Renameat2(fd, filepath.Base(a), fd, filepath.Base(b), unix.RENAME_EXCHANGE)
}

// isOpenForWriting reports whether a program has opened a file for writing. f must be open for reading only. The result is false if
// it is not known, for example on a network file system.
func isOpenForWriting(f *os.File) bool {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK) // Close gives the lease back
	return err == unix.EAGAIN
}
