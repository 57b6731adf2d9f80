//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package outputs

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lockFolder waits until no other process has locked a folder, and locks it. A folder stays as it is if it cannot be locked, as on some
// network file systems, or if another process has locked it for longer than the given time.
func lockFolder(name string, longest time.Duration) (unlock func()) {
	folder, err := os.Open(name)
	if err != nil {
		return func() {}
	}
	const pause = 10 * time.Millisecond
	fd, end := int(folder.Fd()), time.Now().Add(longest)
	for unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) == unix.EWOULDBLOCK && time.Now().Before(end) {
		time.Sleep(pause)
	}
	return func() { folder.Close() }
}
