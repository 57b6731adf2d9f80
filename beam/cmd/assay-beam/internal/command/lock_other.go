//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package command

import (
	"io/fs"
	"os"
)

// tryLock reports that a file cannot be locked.
func tryLock(*os.File) bool { return false }

// isOwn reports that it is not known whose a file is.
func isOwn(fs.FileInfo) bool { return false }
