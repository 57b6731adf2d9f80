//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package command

import "os"

// tryLock reports that a file cannot be locked.
func tryLock(*os.File) bool { return false }
