package reading

import (
	"io"
	"io/fs"
	"runtime"
)

// RegularSize reports whether r is a file whose bytes are there for the asking, and how many.
func RegularSize(r io.Reader) (size int64, ok bool) {
	f, ok := r.(fs.File)
	if !ok {
		return 0, false
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	return info.Size(), true
}

// LikelySize returns how much there is to be read, if that is known, or 0.
func LikelySize(r io.Reader) int64 {
	size, _ := RegularSize(r)
	if s, ok := r.(interface{ Size() int64 }); ok && size == 0 {
		return s.Size()
	}
	return size
}

// Ahead reports whether r is to be read ahead: if that was asked for, or if it is a regular file, and
// if there is another CPU for it.
func Ahead(r io.Reader, asked bool) bool {
	_, isRegular := RegularSize(r)
	return (asked || isRegular) && runtime.GOMAXPROCS(0) > 1
}
