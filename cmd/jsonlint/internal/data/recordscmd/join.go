package recordscmd

import (
	"bytes"
	"context"
	"io"

	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A joiner writes the records of NDJSON as one array, with each record on a line of its own.
type joiner struct {
	out   io.Writer
	line  []byte // output that has not been written
	count int64  // number of records in the output and in line
}

// convert implements [converter].
func (j *joiner) convert(r io.Reader) error {
	for record, err := range records.Read(context.Background(), r, records.Each(tokenizer.AllowBOM())) {
		if err == nil {
			err = record.AsError()
		}
		if err != nil {
			if failed := j.flush(); failed != nil {
				return failed
			}
			return err
		}
		separator := ",\n"
		if j.count == 0 {
			separator = "[\n"
		}
		j.count++
		j.line = append(append(j.line, separator...), bytes.Trim(record.Data, " \t\r")...)
		if len(j.line) >= mostLine {
			if err := j.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush writes what is in memory.
func (j *joiner) flush() error {
	_, err := j.out.Write(j.line)
	j.line = j.line[:0]
	if err != nil {
		return &outputError{err}
	}
	return nil
}

// end implements [converter].
func (j *joiner) end() error {
	if j.count == 0 {
		j.line = append(j.line, '[')
	} else {
		j.line = append(j.line, '\n')
	}
	j.line = append(j.line, "]\n"...)
	return j.flush()
}

// written implements [converter].
func (j *joiner) written() (n int64, begun bool) { return j.count, false }
