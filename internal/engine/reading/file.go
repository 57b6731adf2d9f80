package reading

import (
	"io"
	"io/fs"
	"runtime"
)

// RegularSize returns the size of r in bytes, and reports whether r is a regular file, which can be
// read without waiting for data to arrive.
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

// LikelySize returns how many bytes can probably be read from r, or 0 if that is unknown.
func LikelySize(r io.Reader) int64 {
	size, _ := RegularSize(r)
	if s, ok := r.(interface{ Size() int64 }); ok && size == 0 {
		return s.Size()
	}
	return size
}

// InMemory returns how many bytes can be read from r without waiting, for readers like *bytes.Reader that have a method Len. For
// other readers, it returns 0 and false. The reader may return more, or fewer, so the result is only a hint.
func InMemory(r io.Reader) (n int, ok bool) {
	l, ok := r.(interface{ Len() int })
	if !ok {
		return 0, false
	}
	return max(l.Len(), 0), true
}

// Ahead reports whether r should be read ahead: the caller asked for it or r is a regular file, and
// Go may use more than one CPU.
func Ahead(r io.Reader, asked bool) bool {
	_, isRegular := RegularSize(r)
	return (asked || isRegular) && runtime.GOMAXPROCS(0) > 1
}
