package suppress

import (
	"bytes"
	"errors"
	"io"
)

// ErrFound is returned by the reader of [Watch].
var ErrFound = errors.New("suppress: the text may contain a directive")

// Watch returns a reader that reads from r, and returns [ErrFound] as soon as the text contains the word
// with which all directives begin. It then returns none of the text that it has just read.
func Watch(r io.Reader) io.Reader { return &watcher{in: r} }

type watcher struct {
	in  io.Reader
	end []byte // the last bytes read, which are fewer than those of the word
}

func (w *watcher) Read(p []byte) (n int, err error) {
	n, err = w.in.Read(p)
	const most = len(marker) - 1
	joint := append(w.end, p[:min(n, most)]...)
	if bytes.Contains(joint, []byte(marker)) || bytes.Contains(p[:n], []byte(marker)) {
		return 0, ErrFound
	}
	if n > most {
		joint = append(joint[:0], p[n-most:n]...)
	}
	w.end = joint[:copy(joint, joint[max(len(joint)-most, 0):])]
	return n, err
}
