package quarantine

import (
	"errors"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/outputs"
)

// An output is a file that receives parts of several inputs. It counts what is written before it is
// compressed. The zero value only counts.
type output struct {
	name string
	to   io.WriteCloser // nil if nothing is written

	written int64
	last    byte  // the last byte written
	start   int64 // where the first byte of the current input is, if there is one
	joint   bool  // a newline must be written before anything else, to separate two inputs
	skip    int   // how many bytes of the next writes are not to be written
}

// newOutput returns an output that writes to w, and compresses what it writes if the name says so.
func newOutput(name string, w io.Writer) (*output, error) {
	to, err := outputs.NewWriter(name, w)
	if err != nil {
		return nil, err
	}
	return &output{name: name, to: to}, nil
}

// begin prepares the output for another input. If inputs cannot be joined as they are, a newline is
// written after an input that lacks one.
func (o *output) begin(joins bool) {
	o.joint = !joins && o.written > 0 && o.last != '\n'
	if o.start = o.written; o.joint {
		o.start++
	}
}

// Write implements [io.Writer].
func (o *output) Write(p []byte) (n int, err error) {
	n = min(o.skip, len(p))
	o.skip -= n
	if n == len(p) {
		return n, nil
	}
	if o.joint {
		o.joint = false
		if err := o.write([]byte("\n")); err != nil {
			return n, err
		}
	}
	return len(p), o.write(p[n:])
}

func (o *output) write(p []byte) error {
	if o.to != nil {
		if _, err := o.to.Write(p); err != nil {
			return o.failure(err)
		}
	}
	o.written += int64(len(p))
	o.last = p[len(p)-1]
	return nil
}

// failure returns an error that names the output.
func (o *output) failure(err error) error {
	var named *outputs.Error
	if errors.As(err, &named) {
		return named
	}
	return outputs.Failure(o.name, err)
}

// close writes what is still in memory.
func (o *output) close() error {
	if o.to == nil {
		return nil
	}
	if err := o.to.Close(); err != nil {
		return o.failure(err)
	}
	return nil
}
