package outputs

import (
	"errors"
	"io"
	"os"
)

// Replace replaces the contents of a file, as described at [File], if it still has the contents that were read. Otherwise, it returns
// [ErrChanged], or fs.ErrExist if the file did not exist then, and changes nothing.
//
// No edit is lost on Linux if the file system can exchange files: the old file is looked at again after it has lost its name, and
// it is put back if another program has changed it or still has it open for writing. On macOS, what a program writes to
// the old file after that is lost. Elsewhere, an edit is lost if it is saved between the last look at the file and the renaming, which are
// some microseconds apart.
func Replace(path string, read Version, data []byte) error {
	return ReplaceBy(path, read, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// ReplaceBy is like [Replace], but calls fill to write the new contents. The temporary file is removed
// if fill fails or panics.
func ReplaceBy(path string, read Version, fill func(w io.Writer) error) error {
	f, err := Open(path)
	return write(f, err, read, fill)
}

// ReplaceIn is like [Replace] for a file in a folder; see [OpenIn].
func ReplaceIn(folder *os.Root, name string, read Version, data []byte) error {
	f, err := OpenIn(folder, name)
	return write(f, err, read, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// write writes a file. The error opened is that of its opening.
func write(f *File, opened error, read Version, fill func(w io.Writer) error) (err error) {
	if opened != nil {
		return opened
	}
	defer func() { err = errors.Join(err, f.Discard()) }()
	f.read = &read
	if err := fill(f); err != nil {
		return err
	}
	return f.Keep()
}
