//go:build !unix

package command

import (
	"io/fs"
	"os"
)

// Other systems have no owner that a program could preserve, and no folders that need syncing.

func keepOwner(*os.File, fs.FileInfo) {}

func syncDir(string) {}
