package recordscmd

import "io"

// A converter writes the elements of one file after another.
type converter interface {
	// convert reads a file. An error of the output is of type [*outputError].
	convert(r io.Reader) error
	// end writes what comes after the last file.
	end() error
	// written returns the number of elements that have been written, and whether a part of another one has been written.
	written() (n int64, begun bool)
}

// An outputError is an error of the output.
type outputError struct{ error }

func (e *outputError) Unwrap() error { return e.error }
