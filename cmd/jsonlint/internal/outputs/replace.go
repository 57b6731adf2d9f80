package outputs

import (
	"errors"
	"os"
)

// WriteFile creates a file or replaces its contents, as described at [File].
func WriteFile(path string, data []byte) error {
	return WriteBy(path, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// Replace is like [WriteFile], but the file must exist.
func Replace(path string, data []byte) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	return WriteFile(path, data)
}

// WriteBy is like [WriteFile], but calls fill to write the new contents. The temporary file is removed
// if fill fails or panics.
func WriteBy(path string, fill func(f *os.File) error) (err error) {
	p, err := Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Discard()) }()
	if err := fill(p.File); err != nil {
		return err
	}
	return p.Keep()
}

// CreateFile writes a new file. It is an error if the file exists. The file is removed if it cannot be
// written completely.
func CreateFile(name string, text []byte) error {
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
