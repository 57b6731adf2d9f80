//go:build !unix

package access

import (
	"io/fs"
	"os"
)

// KeepOwner does nothing, because there is no owner to preserve on systems other than Unix.
func KeepOwner(*os.File, fs.FileInfo) {}
