//go:build !unix

package command

import (
	"io/fs"
	"os"
)

// Other systems have no owner to be kept by a program, and no folders to be synced.

func keepOwner(*os.File, fs.FileInfo) {}

func syncDir(string) {}
