//go:build unix

package access

import (
	"io/fs"
	"os"
	"syscall"
)

// KeepOwner gives f the owner and group of another file, if the current user is allowed to change
// them.
func KeepOwner(f *os.File, like fs.FileInfo) {
	if s, ok := like.Sys().(*syscall.Stat_t); ok && f.Chown(int(s.Uid), int(s.Gid)) != nil {
		f.Chown(-1, int(s.Gid)) // a user without privileges may still set a group that the user belongs to
	}
}
