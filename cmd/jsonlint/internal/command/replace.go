package command

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// A pendingFile is the new contents of a file, which appear under its name completely or not at all:
// whatever happens, the file has either the old contents or the new contents. They are written to a
// temporary file in the same folder. When they are safely on the disk, keep renames the temporary
// file. A program that is killed may leave the temporary file behind.
//
// The mode and, if possible, the owner of an old file are preserved. If the path is that of a symbolic
// link to a file, that file is replaced. Other hard links keep the old contents.
type pendingFile struct {
	*os.File             // the temporary file; nil after keep or discard
	target   string      // the path of the file, without symbolic links
	old      fs.FileInfo // the file that is replaced, or nil
}

// openPending begins to write a file. It is an error if something other than a regular file has this
// name.
func openPending(path string) (*pendingFile, error) {
	p := &pendingFile{target: path}
	mode := fs.FileMode(0o666) // the umask decides
	target, err := filepath.EvalSymlinks(path)
	if err == nil {
		p.target, mode = target, 0o600 // others may not be allowed to read the old file
		p.old, err = os.Stat(target)
	}
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	case p.old != nil && !p.old.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	}
	temporary := filepath.Join(filepath.Dir(p.target), fmt.Sprintf(".jsonlint-%d.tmp", rand.Uint64()))
	p.File, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	return p, err
}

// keep ends the file and gives it its name. After an error, only discard may be called.
func (p *pendingFile) keep() error {
	if p.old != nil {
		keepOwner(p.File, p.old)
		if err := p.Chmod(p.old.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)); err != nil {
			return err
		}
	}
	if err := errors.Join(p.Sync(), p.Close()); err != nil {
		return err
	}
	if err := os.Rename(p.Name(), p.target); err != nil {
		return err
	}
	p.File = nil
	syncDir(filepath.Dir(p.target))
	return nil
}

// discard removes the temporary file, unless keep has renamed it.
func (p *pendingFile) discard() error {
	if p.File == nil {
		return nil
	}
	p.Close() // fails if keep has closed the file
	name := p.Name()
	p.File = nil
	return os.Remove(name)
}

// writeWhole creates a file or replaces its contents, as described at [pendingFile].
func writeWhole(path string, data []byte) error {
	return writeBy(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// replaceFile is like writeWhole, but the file must exist.
func replaceFile(path string, data []byte) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	return writeWhole(path, data)
}

// writeBy is like writeWhole, but calls fill to write the new contents. The temporary file is removed
// if fill fails or panics.
func writeBy(path string, fill func(f *os.File) error) (err error) {
	p, err := openPending(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.discard()) }()
	if err := fill(p.File); err != nil {
		return err
	}
	return p.keep()
}

// createFile writes a new file. It is an error if the file exists. The file is removed if it cannot be
// written completely.
func createFile(name string, text []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}
