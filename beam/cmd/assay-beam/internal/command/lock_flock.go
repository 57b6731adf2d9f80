//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package command

import (
	"os"
	"syscall"
)

// tryLock locks a file until it is closed or the process ends, and reports whether it could.
func tryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
