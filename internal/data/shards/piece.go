package shards

import (
	"bufio"
	"bytes"
	"io"
	"math"

	"github.com/assayjson/assay/internal/engine/reading"
)

// A Piece is the range of a file from the offset From up to, but not including, the offset To, in bytes.
// The records that begin in the range belong to the piece.
type Piece struct {
	From int64
	To   int64 // more than From; [Open] for the rest of the file
}

// Open is the end of a piece that has no end.
const Open = math.MaxInt64

// Begin returns the offset at which reading must begin. It is less than From unless that is 0, because
// the byte before the piece decides whether a line begins with the piece.
func (p Piece) Begin() int64 { return max(p.From-1, 0) }

// IsWhole reports whether p is a whole file.
func (p Piece) IsWhole() bool { return p.From == 0 && p.To == Open }

// text reads the records of a piece. If the piece is not the first one, it begins with the line feed
// before the first record.
type text struct {
	r     *bufio.Reader // large reads bypass the buffer
	piece Piece
	at    int64 // offset of the next byte of r
	begun bool  // the first record has been found
	done  bool

	lines int64 // line feeds that have been returned
	open  bool  // the last byte that has been returned is not a line feed
	size  int64 // bytes that have been returned
	start int64 // offset of the first of them
}

func newText(r io.Reader, p Piece) *text {
	const buffer = 64 << 10
	r = &reading.Reader{R: r}
	return &text{r: bufio.NewReaderSize(r, buffer), piece: p, at: p.Begin(), begun: p.From == 0}
}

// Read implements [io.Reader].
func (t *text) Read(p []byte) (n int, err error) {
	for {
		if t.done {
			return 0, io.EOF
		}
		n, err = t.r.Read(p)
		if n = t.cut(p[:n]); n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// cut moves those bytes of b to its front that belong to the text, and returns their number. The
// parameter b has the next bytes of the file.
func (t *text) cut(b []byte) int {
	at := t.at
	t.at += int64(len(b))
	last := t.piece.To - 1 // a line feed here or later ends the piece
	if !t.begun {
		within := b[:min(int64(len(b)), max(last-at, 0))]
		i := bytes.IndexByte(within, '\n')
		if i < 0 {
			t.done = t.at >= last
			return 0
		}
		t.begun, t.start = true, at+int64(i)
		b = b[:copy(b, b[i:])]
		at += int64(i)
	}
	if from := max(last-at, 0); from < int64(len(b)) {
		if i := bytes.IndexByte(b[from:], '\n'); i >= 0 {
			b = b[:from+int64(i)+1]
			t.done = true
		}
	}
	if len(b) > 0 {
		t.lines += int64(bytes.Count(b, lineFeed))
		t.size += int64(len(b))
		t.open = b[len(b)-1] != '\n'
	}
	return len(b)
}

var lineFeed = []byte("\n")
