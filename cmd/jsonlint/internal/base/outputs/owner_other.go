//go:build !unix

package outputs

import (
	"io/fs"
	"os"
)

// On systems other than Unix, there is no owner to preserve, and folders need not be synced.

func keepOwner(*os.File, fs.FileInfo) {}

func syncFolder(tree, string) {}
