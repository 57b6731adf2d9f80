package tokenizer

import (
	"errors"
	"io"

	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
)

// A streamBuffer is the stream of a [Tokenizer]: the part of it in memory, and what must be
// remembered of the rest.
//
// The scanner is always between tokens. The text that it has consumed may be dropped when memory is
// short, except for a short history. A token that is cut off stays until it is complete.
type streamBuffer struct {
	r         io.Reader
	err       error // why no more input comes: the error of r, io.EOF, or errLimit
	over      int   // how many bytes have been read beyond the limit
	buf       []byte
	positions place.StreamPositions
	path      path

	borrowed bool // buf is a document in memory, and there is no r

	begun     bool  // a byte order mark has been skipped, or there is none
	indexFrom int64 // offset in the input from which on an index may be useful

	window  int   // how much memory to use for unread text, if that is enough
	history int   // how much consumed text to keep: at least one byte, which may be a CR
	judged  int   // how much text there must be for the kernel to be made to judge all of it
	wary    int64 // how much text after an error is left to the scanner
}

const (
	bufferWindow  = 60 << 10 // 64 KiB together with the history
	bufferHistory = scan.DetectedAround
	bufferBegin   = 8 << 10 // initial size of the memory
	bufferJudged  = 1 << 10 // a kernel is not worth its cost for less
	bufferWary    = 1 << 8  // errors often come in groups
)

// errLimit is the error of a stream that has reached [MaxBytes].
var errLimit = errors.New("tokenizer: the input is too long")

// newStreamBuffer returns a buffer. A chunk greater than 0 is for tests: the window has that size,
// and the kernels check any number of bytes.
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

// most returns how much memory is used unless a token needs more.
func (f *streamBuffer) most() int { return f.window + f.history }

func (f *streamBuffer) moveTo(size int) {
	if size != cap(f.buf) {
		f.buf = append(make([]byte, 0, size), f.buf...)
	}
}
