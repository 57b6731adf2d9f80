package tokenizer

import (
	"errors"
	"io"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
)

// A streamBuffer is the stream of a [Tokenizer]: the part that is in memory, and what must be
// remembered of what is not.
//
// The scanner always stands between tokens. What it has passed may go when memory is short,
// but for a little history. A token that has been cut stays until all of it has come.
type streamBuffer struct {
	r         io.Reader
	err       error // why nothing more comes: of r, io.EOF, or errLimit
	over      int   // how much has come beyond that limit
	buf       []byte
	positions place.StreamPositions
	path      path

	borrowed bool // buf is a document in memory, and there is no r

	begun     bool  // the byte order mark has been passed, if there is one
	indexFrom int64 // offset in the input from which on an index may be of use

	window  int   // how much memory is used for what has not been passed, if that will do
	history int   // what is kept of what has been: one byte at least, which may be a CR
	judged  int   // so much must be there for the kernel to judge all of it
	wary    int64 // so much after an error is left to the scanner
}

const (
	bufferWindow  = 60 << 10 // with the history, 64 KiB
	bufferHistory = scan.DetectedAround
	bufferBegin   = 8 << 10 // memory to begin with
	bufferJudged  = 1 << 10 // less than that is not worth it
	bufferWary    = 1 << 8  // errors keep company
)

// errLimit is the error of a stream that has come to [MaxBytes].
var errLimit = errors.New("tokenizer: the input is too long")

// newStreamBuffer returns a buffer. A chunk greater than 0 is for tests: it is the size of the window, and the kernels
// take whatever there is.
func newStreamBuffer(chunk int) *streamBuffer {
	if chunk > 0 {
		return &streamBuffer{window: chunk, history: bufferHistory}
	}
	return &streamBuffer{window: bufferWindow, history: bufferHistory, judged: bufferJudged, wary: bufferWary}
}

func (f *streamBuffer) reset(r io.Reader) {
	if f.borrowed {
		f.buf, f.borrowed = nil, false
	}
	f.positions.Reset()
	f.path.reset()
	f.r, f.err, f.over, f.begun, f.indexFrom = r, nil, 0, false, 0
	if f.buf = f.buf[:0]; cap(f.buf) > f.most() {
		f.buf = nil
	}
}

// most is how much memory is used as long as no token asks for more.
func (f *streamBuffer) most() int { return f.window + f.history }

func (f *streamBuffer) moveTo(size int) {
	if size != cap(f.buf) {
		f.buf = append(make([]byte, 0, size), f.buf...)
	}
}
