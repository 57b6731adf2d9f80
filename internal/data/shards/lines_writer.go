package shards

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
)

// A linesWriter writes the lines of a plan or a part.
type linesWriter struct {
	objectWriter
	sum hash.Hash // of the lines that have been flushed
}

func newLinesWriter(w io.Writer) linesWriter {
	sum := sha256.New()
	return linesWriter{objectWriter{to: io.MultiWriter(w, sum)}, sum}
}

// close writes the last line, to which f adds members, and returns the checksum in it.
func (w *linesWriter) close(f func()) (sum string, err error) {
	if err := w.flush(); err != nil {
		return "", err
	}
	sum = hex.EncodeToString(w.sum.Sum(nil))
	w.begin("end")
	f()
	w.text("sha256", sum)
	w.end()
	return sum, w.flush()
}
