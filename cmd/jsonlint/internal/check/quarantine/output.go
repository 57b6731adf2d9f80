package quarantine

import (
	"errors"
	"io"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/outputs"
	"github.com/assayjson/assay/internal/data/shards"
)

// An output is a file that receives parts of several inputs. It counts what is written before it is
// compressed. The zero value only counts.
type output struct {
	shards.Side
	name string         // for messages
	to   io.WriteCloser // nil if nothing is written
}

// Write implements [io.Writer].
func (o *output) Write(p []byte) (n int, err error) {
	if n, err = o.Copy(o.to, p); err != nil {
		err = o.failure(err)
	}
	return n, err
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
