package outputs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// place renames a temporary file to its final name. The parameters are the names from and to. If read is not nil, it does so only if
// the file with the final name still has that version. The result isLeft reports whether the temporary file is still there and must be removed.
func place(in tree, from, to string, read *Version) (isLeft bool, err error) {
	switch {
	case read == nil:
		err := in.Rename(from, to)
		return err != nil, err
	case !read.exists:
		err := create(in, from, to)
		return err != nil, err
	}
	ours, err := in.Lstat(from)
	if err != nil {
		return true, err
	}
	switch err := exchange(in, from, to); {
	case errors.Is(err, fs.ErrNotExist):
		return true, ErrChanged
	case err != nil: // the file system cannot exchange files
		err := in.Rename(from, to)
		return err != nil, err
	}
	// Nobody can open the old file by its name any more: if no program has it open for writing, its contents are final.
	err = ErrInUse
	if !isBusy(in, from) {
		err = read.check(in, from)
	}
	if err == nil {
		err = in.Remove(from)
		return err != nil, err
	}
	if failed := putBack(in, from, to, ours); failed != nil {
		return false, fmt.Errorf("%w; it is now called %s: %w", err, from, failed)
	}
	return true, err
}

// putBack exchanges two files again. If another program has saved the file with the final name in the meantime, it keeps what has
// been saved last. The parameter placed describes the new file, which has the final name otherwise.
func putBack(in tree, from, to string, placed fs.FileInfo) error {
	for {
		next, err := in.Lstat(from)
		if err != nil {
			return err
		}
		err = exchange(in, from, to)
		if errors.Is(err, fs.ErrNotExist) { // another program has removed the new file, and cannot know of the old one
			return create(in, from, to)
		} else if err != nil {
			return err
		}
		out, err := in.Lstat(from)
		if err != nil {
			return err
		}
		if os.SameFile(out, placed) && out.Size() == placed.Size() && out.ModTime().Equal(placed.ModTime()) && !isBusy(in, from) {
			return nil
		}
		placed = next
	}
}

// create gives a file a name that no file has. It never replaces a file: the error is then fs.ErrExist.
func create(in tree, from, to string) error {
	err := in.Link(from, to) // unlike Rename, it fails if there is a file
	switch {
	case err == nil:
		return in.Remove(from)
	case errors.Is(err, fs.ErrExist), errors.Is(err, fs.ErrNotExist):
		return err
	}
	reserved, err := in.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // the file system has no hard links
	if err != nil {
		return err
	}
	reserved.Close() // nothing has been written
	return in.Rename(from, to)
}

// isBusy reports whether a program is known to have opened a file for writing.
func isBusy(in tree, name string) bool {
	f, err := openIn(in, name)
	if err != nil {
		return false
	}
	defer f.Close()
	return isOpenForWriting(f)
}
