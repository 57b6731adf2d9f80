package assaybeam

import (
	"bufio"
	"bytes"
	"io"
	"math"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
)

// A pieceReader reads the records that begin in a piece of a file. The last of them may end after the
// piece. It claims the piece block by block while it reads, so that a runner can give the rest of the
// piece to another worker at any time.
//
// If the first record is not at the start of the file, the text begins with the line feed before it.
type pieceReader struct {
	in      *bufio.Reader
	tracker *sdf.LockRTracker
	block   int64 // up to which multiple of this number bytes are claimed at a time

	start   int64 // offset of the first record in the file
	empty   bool  // no record begins in the piece, or all of it has been given away
	at      int64 // offset of the next byte of in
	claimed int64 // records that begin before this offset have been claimed
	ended   bool  // nothing more can be claimed
	within  bool  // the next byte of in continues a record
	feed    bool  // the line feed before the first record is next
	failed  error // of in
}

// newPieceReader returns a reader for the piece that begins at start. The first byte of in is the one
// before start, if there is one. The method begin must be called first.
func newPieceReader(in io.Reader, tracker *sdf.LockRTracker, start, block int64) *pieceReader {
	return &pieceReader{in: bufio.NewReaderSize(in, 64<<10), tracker: tracker, block: block, start: start, at: max(start-1, 0), claimed: start}
}

// begin finds the first record.
func (r *pieceReader) begin() error {
	for r.feed = r.start > 0; r.feed; {
		line, err := r.in.ReadSlice('\n')
		r.at += int64(len(line))
		if err == nil {
			break
		}
		switch err {
		case io.EOF:
			r.failed = err
			r.claimAll()
		case bufio.ErrBufferFull:
		default:
			return err
		}
		if r.claim(); r.ended {
			r.empty = true
			return nil
		}
	}
	r.start = r.at
	r.claim()
	r.empty = r.ended
	return nil
}

// claim claims blocks until a record that begins at the current offset is claimed, or nothing is left.
func (r *pieceReader) claim() {
	for r.at >= r.claimed && !r.ended {
		c := &claim{end: (r.at/r.block + 1) * r.block}
		if r.ended = !r.tracker.TryClaim(c); !r.ended {
			r.claimed = c.end
		}
	}
}

// claimAll claims all that is left.
func (r *pieceReader) claimAll() {
	for !r.ended {
		c := &claim{end: math.MaxInt64}
		if r.ended = !r.tracker.TryClaim(c); !r.ended {
			r.claimed = c.end
		}
	}
}

// Read implements [io.Reader].
func (r *pieceReader) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	if r.feed {
		r.feed = false
		p[0] = '\n'
		return 1, nil
	}
	if r.claim(); r.ended && !r.within {
		return 0, io.EOF
	}
	if !r.ended {
		p = p[:min(int64(len(p)), r.claimed-r.at)]
	}
	n, r.failed = r.in.Read(p)
	if i := bytes.IndexByte(p[:n], '\n'); i >= 0 && r.ended {
		n = i + 1
	}
	if n > 0 {
		r.at += int64(n)
		r.within = p[n-1] != '\n'
	}
	return n, r.failed
}
