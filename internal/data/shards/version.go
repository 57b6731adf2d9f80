package shards

import (
	"io/fs"
	"time"
)

// VersionOf returns what identifies the contents of a file, besides its size.
func VersionOf(info fs.FileInfo) string {
	return info.ModTime().UTC().Format(time.RFC3339Nano)
}
