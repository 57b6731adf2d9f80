//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package outputs

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockFolder waits until no other process has locked a folder, and locks it. A folder that cannot be locked, as on some network
// file systems, stays as it is.
func lockFolder(name string) (unlock func()) {
	folder, err := os.Open(name)
	if err != nil {
		return func() {}
	}
	for unix.Flock(int(folder.Fd()), unix.LOCK_EX) == unix.EINTR {
	}
	return func() { folder.Close() }
}
