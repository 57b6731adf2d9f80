//go:build unix

package outputs

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner and group of another file, if the current user is allowed to change
// them.
func keepOwner(f *os.File, like fs.FileInfo) {
	if s, ok := like.Sys().(*syscall.Stat_t); ok && f.Chown(int(s.Uid), int(s.Gid)) != nil {
		f.Chown(-1, int(s.Gid)) // a user without privileges may still set a group that the user belongs to
	}
}

// syncFolder makes sure that a new name in a folder is on the disk.
func syncFolder(in tree, name string) {
	folder, err := openIn(in, name)
	if err != nil {
		return // the user is not allowed to read the folder
	}
	defer folder.Close()
	folder.Sync() // some file systems do not support this, but the contents are safe anyway
}
