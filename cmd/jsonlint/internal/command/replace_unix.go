//go:build unix

package command

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner and group of another file, as far as this user may.
func keepOwner(f *os.File, like fs.FileInfo) {
	if s, ok := like.Sys().(*syscall.Stat_t); ok && f.Chown(int(s.Uid), int(s.Gid)) != nil {
		f.Chown(-1, int(s.Gid)) // a group of one's own will do, and if not, nothing will
	}
}

// syncDir makes sure that a new name in a folder is on the disk.
func syncDir(path string) {
	dir, err := os.Open(path)
	if err != nil {
		return // there is no right to read it
	}
	defer dir.Close()
	dir.Sync() // which some file systems don't know; the contents are safe all the same
}
