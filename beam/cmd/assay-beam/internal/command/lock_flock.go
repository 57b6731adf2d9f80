//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package command

import (
	"io/fs"
	"os"
	"syscall"
)

// tryLock locks a file until it is closed or the process ends, and reports whether it could.
func tryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// isOwn reports whether a file belongs to the user of this process.
func isOwn(file fs.FileInfo) bool {
	s, ok := file.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
