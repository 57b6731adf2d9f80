package outputs

import (
	"bufio"
	"io"
)

// A Writer buffers what is written to an output, and compresses it if the name of the output ends in
// .gz or .zst.
type Writer struct {
	io.Writer
	closers []func() error
}

// NewWriter returns a Writer to w, for the output with the given name.
func NewWriter(name string, w io.Writer) (*Writer, error) {
	const buffer = 64 << 10
	buffered := bufio.NewWriterSize(w, buffer)
	to := &Writer{Writer: buffered}
	z, err := newCompressor(name, buffered)
	if err != nil {
		return nil, err
	}
	if z != nil {
		to.Writer, to.closers = z, append(to.closers, z.Close)
	}
	to.closers = append(to.closers, buffered.Flush)
	return to, nil
}

// Standard is the name that stands for standard output.
const Standard = "-"

// Open adds the file with the given name, as [Set.Create] does, and returns a Writer to it. If the name is [Standard] or "", the
// Writer writes to stdout, which does not belong to the set.
func (s *Set) Open(name string, stdout io.Writer) (*Writer, error) {
	to := stdout
	if name != Standard && name != "" {
		var err error
		if to, err = s.Create(name); err != nil {
			return nil, err
		}
	}
	return NewWriter(name, to)
}

// Close writes what is still in memory. It does not close the writer below.
func (w *Writer) Close() error {
	for _, f := range w.closers {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}
