package outputs

import (
	"errors"
	"hash/maphash"
	"io"
	"io/fs"

	"github.com/assayjson/assay/internal/engine/lazy"
)

// A Version identifies the contents that a file had when it was read. The zero value stands for a file that does not exist.
// Versions can be compared within the process.
type Version struct {
	exists bool
	size   int64
	sum    uint64 // the hash of the contents
}

var seed = lazy.Value[maphash.Seed]{Make: maphash.MakeSeed}

// VersionOf returns the version of a file with the given contents.
func VersionOf(text []byte) Version {
	return Version{true, int64(len(text)), maphash.Bytes(seed.Get(), text)}
}

// ReadVersion returns the version of a file whose contents are what r returns.
func ReadVersion(r io.Reader) (Version, error) {
	var h maphash.Hash
	h.SetSeed(seed.Get())
	n, err := io.CopyBuffer(struct{ io.Writer }{&h}, struct{ io.Reader }{r}, make([]byte, 64<<10))
	return Version{true, n, h.Sum64()}, err
}

// ErrChanged is the error of a file that is not written, because it no longer has the contents that were read.
var ErrChanged = errors.New("another program has changed the file since it was read, so it has not been written; run this command again")

// ErrInUse is the error of a file that is not written, because another program may be about to change it.
var ErrInUse = errors.New("another program has opened the file for writing, so it has not been written; run this command again when that program has closed it")

// check returns ErrChanged unless a file still has the version v, which exists.
func (v Version) check(in tree, name string) error {
	info, err := in.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.Mode().IsRegular(): // opening a named pipe waits for a writer
		return ErrChanged
	case err != nil:
		return err
	case info.Size() != v.size:
		return ErrChanged
	}
	f, err := openIn(in, name)
	if err != nil {
		return err
	}
	defer f.Close()
	now, err := ReadVersion(f)
	if err == nil && now != v {
		err = ErrChanged
	}
	return err
}
