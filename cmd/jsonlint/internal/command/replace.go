package command

import (
	"errors"
	"os"

	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
)

// writeWhole creates a file or replaces its contents, as described at [outputs.File].
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
	p, err := outputs.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.Discard()) }()
	if err := fill(p.File); err != nil {
		return err
	}
	return p.Keep()
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
