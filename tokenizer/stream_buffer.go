package tokenizer

import (
	"errors"
	"io"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/streamscan"
)

// A streamBuffer holds the stream of a [Tokenizer]: the part of the stream that is in memory, and
// what must be remembered of the part before it.
//
// Until the stream ends, buf is the scanner's src. When more is read, the scanner is between tokens, and the next token has no
// marks. The text that the scanner has consumed may then be dropped if memory is short, except for its last bytes, the history.
// The scanner and the index move with the text. A token that is cut off stays in memory until it is complete.
type streamBuffer struct {
	scanner *scan.Scanner // of the Tokenizer, like walk
	walk    *walk

	r         io.Reader
	err       error // why no more input comes: the error of r, io.EOF, or errLimit
	pauses    bool  // r asks for a pause, so Next must return before it goes on to another token
	over      int   // how many bytes have been read beyond the limit
	buf       []byte
	positions place.StreamPositions
	trail     index.Trail

	borrowed bool // buf is a document in memory that belongs to the caller, and r is nil

	begun     bool  // a byte order mark has been skipped, or there is none
	indexFrom int64 // the offset in the input at or after which an index may be useful

	window  int   // how much memory to use for unread text, unless a token is longer
	history int   // how much consumed text to keep: at least one byte, which may be a CR
	judged  int   // if there is at least this much text, the kernel must judge all of it
	skimmed int   // if there is less text than this up to the end of a document in memory, skim is faster than an index
	wary    int64 // how much text after an error only the scanner reads
}

const (
	bufferWindow  = 60 << 10 // 64 KiB together with bufferHistory
	bufferHistory = flaw.DetectedAround
	bufferBegin   = 8 << 10 // initial size of the memory
	bufferJudged  = 384     // for less text than this, a kernel is not worth its cost
	bufferSkimmed = 1 << 10
	bufferWary    = 1 << 8 // errors often come in groups
)

// errLimit is the error of a stream that has reached [MaxBytes].
var errLimit = errors.New("tokenizer: the input is too long")

func newStreamBuffer() *streamBuffer {
	f := new(streamBuffer)
	f.init(0)
	return f
}

// init sets the sizes of a new buffer. A chunk greater than 0 is for tests. The window then has that
// size, and kernels are used even for a few bytes.
func (f *streamBuffer) init(chunk int) {
	f.window, f.history, f.judged, f.skimmed, f.wary = bufferWindow, bufferHistory, bufferJudged, bufferSkimmed, bufferWary
	if chunk > 0 {
		f.window, f.judged, f.skimmed, f.wary = chunk, 0, 0, 0
	}
}

func (f *streamBuffer) reset(r io.Reader) {
	if f.borrowed {
		f.buf, f.borrowed = nil, false
	}
	f.positions.Reset()
	f.trail.Reset(&f.positions)
	f.r, f.err, f.pauses, f.over, f.begun, f.indexFrom = r, nil, false, 0, false, 0
	if f.buf = f.buf[:0]; cap(f.buf) > f.most() {
		spare(f.buf)
		f.buf = nil
	}
}

// most returns how much memory is used unless a token needs more.
func (f *streamBuffer) most() int { return f.window + f.history }

// reserve makes room for a stream that is known to be in memory, so that a short one needs little room, and only one read.
func (f *streamBuffer) reserve() {
	if n, ok := reading.InMemory(f.r); ok && n < f.most() {
		if size := n + jsonsimd.IndexUnit; size > cap(f.buf)-len(f.buf) { // a read that finds the end also needs room
			f.moveTo(min(len(f.buf)+size, f.most()))
		}
	}
}

// A streamMemory is memory of a streamBuffer that has grown for a long token.
type streamMemory struct{ buf []byte }

// spareBuffers holds memory that has grown for tokens that are no longer needed, for later long
// tokens. Without it, most of the time for a long token is spent on allocations.
var spareBuffers sync.Pool

// mostSpare is the size in bytes of the largest memory that spareBuffers holds.
const mostSpare = 64 << 20

// spare makes memory that nothing refers to available for later long tokens.
func spare(buf []byte) {
	if cap(buf) <= mostSpare {
		spareBuffers.Put(&streamMemory{buf})
	}
}

// grow moves buf to memory of at least the given size.
func (f *streamBuffer) grow(size int) {
	if kept, ok := spareBuffers.Get().(*streamMemory); ok && cap(kept.buf) >= size {
		f.buf = append(kept.buf[:0], f.buf...)
		return
	}
	f.moveTo(size)
}

// shrink moves buf, which has grown for a long token, to memory of the usual size. Nothing may
// refer to the old memory.
func (f *streamBuffer) shrink() {
	long := f.buf
	f.moveTo(f.most())
	spare(long)
}

func (f *streamBuffer) moveTo(size int) {
	f.buf = append(make([]byte, 0, size), f.buf...)
}

// inputOffset returns the offset of the scanner in the input.
func (f *streamBuffer) inputOffset() int64 { return f.positions.Base + int64(f.scanner.Pos) }

// settleAt computes the positions before src[i] that are still needed, so that counting can
// continue from src[i], or from shortly before it.
func (f *streamBuffer) settleAt(i int) {
	s, positions := f.scanner, &f.positions
	streamscan.SettleNames(s)
	for len(positions.Open) > 0 && positions.Open[0] <= i {
		positions.Openers.Truncate(positions.Kept)
		positions.KeepOpener(s.Src, positions.Open[0])
		positions.Kept++
		positions.Open = positions.Open[1:]
	}
	if s.State == scan.WantNextElement || s.State == scan.WantNextName {
		if comma := scan.CommaBefore(s.Src, i); comma >= positions.Here.At {
			positions.Comma = positions.PlaceAt(s.Src, comma) // a comment may follow
		}
	}
	streamscan.SettleEnd(s, i)
	if i > 0 && i < len(s.Src) && s.Src[i] == '\n' && s.Src[i-1] == '\r' {
		i--
	}
	positions.Here.MoveTo(s.Src, i)
}

// passed records a token that the scanner has found at offset begin.
func (f *streamBuffer) passed(kind TokenKind, begin int) {
	switch kind {
	case BeginObject, BeginArray:
		f.trail.Path.Open(kind == BeginObject, 0)
	case EndObject, EndArray:
		f.trail.Path.Close()
	case Name:
		f.trail.Path.Named(begin)
	default:
		f.trail.Path.Count(1)
	}
}

// roundedRoom rounds the given offset down to the end of a unit of the index, or returns it
// unchanged if that would leave no room, or if there is no index. If a read then fills the room, the index can judge all of
// the text and leaves nothing to the scanner.
func (f *streamBuffer) roundedRoom(end int) int {
	if x := f.walk.index; x != nil {
		if rest := (end - x.Read) % jsonsimd.IndexUnit; end-rest > len(f.buf) {
			return end - rest
		}
	}
	return end
}

// isOversized reports whether buf has grown for a token that is no longer in it.
func (f *streamBuffer) isOversized() bool {
	return cap(f.buf) > f.most() && len(f.buf)-f.scanner.Pos <= f.window/2
}
