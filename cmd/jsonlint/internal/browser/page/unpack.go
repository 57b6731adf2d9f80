package page

import (
	"bytes"
	"errors"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
)

// ErrTooLong is the error of Unpack for a text that is longer than it may be.
var ErrTooLong = errors.New("the text is too long")

// Unpack decompresses a file whose name ends in .gz or .zst. The text may have at most so many bytes; memory is bounded by that, too. Other
// files are returned as they are.
func Unpack(name string, packed []byte, most int) ([]byte, error) {
	content, err := input.Open(input.File{Name: input.Stdin}, name, bytes.NewReader(packed), nil)
	if err != nil {
		return nil, input.Cause(err)
	}
	defer content.Close()
	text, err := io.ReadAll(io.LimitReader(content.Reader(), int64(most)+1))
	switch {
	case err != nil:
		return nil, input.Cause(err)
	case len(text) > most:
		return nil, ErrTooLong
	}
	return text, nil
}
