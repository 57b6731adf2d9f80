package shards

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"

	"github.com/assayjson/assay/encode"
)

// A linesWriter writes the lines of a plan or a part.
type linesWriter struct {
	fields
	sum hash.Hash // of the lines that have been flushed
}

func newLinesWriter(w io.Writer) linesWriter {
	sum := sha256.New()
	return linesWriter{fields{encode.NewWriter(io.MultiWriter(w, sum), lineOptions)}, sum}
}

// close writes the last line, to which f adds members, and returns the checksum in it.
func (w *linesWriter) close(f func()) (sum string, err error) {
	if err := w.to.Flush(); err != nil {
		return "", err
	}
	sum = hex.EncodeToString(w.sum.Sum(nil))
	w.begin("end")
	f()
	w.text("sha256", sum)
	w.to.EndObject()
	return sum, w.to.Close()
}

// optional writes a text, or null if there is none.
func (f fields) optional(name, value string) {
	f.to.Name(name)
	if value == "" {
		f.to.Null()
	} else {
		f.to.String(value)
	}
}

func (f fields) truth(name string, value bool) {
	f.to.Name(name)
	f.to.Bool(value)
}
