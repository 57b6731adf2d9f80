package lint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sync/atomic"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/hidden"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/stream"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/internal/files/suppress"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suspects"
)

// An input is a reader that stops when its context is done.
type input struct {
	ctx   context.Context
	r     reading.Reader
	bytes int64 // number of bytes that have been read

	accepted bool // the schema accepts the document

	at    io.ReaderAt // reads the same text as r at any offset; nil if that is not possible
	begin int64       // the offset in at of the text
	size  int64       // the size of the text in bytes, which may be an estimate; 0 if it is not known

	passes *reading.Passes // nil if the text is read only once
}

// from returns a reader of the text from the given offset on, which also stops when the context is done, and where the text ended
// when nothing had been read yet. The field at must not be nil.
func (in *input) from(offset int64) io.Reader {
	begin := in.begin + offset
	return &input{ctx: in.ctx, r: reading.Reader{R: io.NewSectionReader(in.at, begin, in.size-offset)}}
}

// seek finds out whether the text can also be read at any offset. Nothing must have been read.
func (in *input) seek() {
	s, seeks := in.r.R.(io.Seeker)
	at, ok := in.r.R.(io.ReaderAt)
	if !seeks || !ok {
		return
	}
	if begin, err := s.Seek(0, io.SeekCurrent); err == nil {
		in.at, in.begin = at, begin
	}
}

func (in *input) Read(p []byte) (n int, err error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	n, err = in.r.Read(p)
	in.bytes += int64(n)
	if in.passes != nil {
		return in.passes.Add(p[:n], err)
	}
	return n, err
}

// head returns the start of the input. The parameter most is the maximum number of bytes. The result
// uses the memory of buf if that is large enough, and otherwise a buffer that is small at first,
// because inputs are usually short.
func (in *input) head(buf []byte, most int) ([]byte, error) {
	const least = 32 << 10
	b := buf[:0]
	if cap(b) > most {
		b = b[:0:most]
	}
	if cap(b) == 0 {
		b = make([]byte, 0, min(least, most))
	}
	for {
		n, err := io.ReadFull(in, b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF && in.r.Err == io.EOF:
			return b, nil
		case err != nil || len(b) == most:
			return b, err
		}
		b = append(make([]byte, 0, min(8*cap(b), most)), b...)
	}
}

// rest returns the whole input, which begins with head. If the input is a file, the memory has the
// size of the file from the start, so that nothing is copied to larger memory.
func (in *input) rest(head []byte) ([]byte, error) {
	const (
		most    = 1 << 30 // the memory for a larger file grows, as that for a pipe
		atATime = 1 << 20 // the context is checked between two reads
	)
	size, _ := reading.RegularSize(in.r.R)
	room := max(int(min(size, most)), 2*len(head)) + 1 // one byte more than the size, so that the end is detected without growing
	b := append(make([]byte, 0, room), head...)
	for {
		n, err := in.Read(b[len(b):min(len(b)+atATime, cap(b))])
		b = b[:len(b)+n]
		switch {
		case err == io.EOF:
			return b, nil
		case err != nil:
			return b, err
		case len(b) == cap(b):
			b = slices.Grow(b, 1)
		}
	}
}

// hasSigns continues to read, a window at a time, and looks for signs of anything that the given
// rules could find in an invalid text. It stops at the first sign and reports whether there is one.
// It also stops at the end and at an error. Later reads return the same error again.
func (in *input) hasSigns(on ruleset.Set, window int) bool {
	buf, kept := make([]byte, max(window, 4*suspects.Overlap)), 0
	for {
		n, err := io.ReadFull(in, buf[kept:])
		text := buf[:kept+n]
		switch {
		case suspects.Signs(text)&on != 0:
			return true
		case err != nil:
			return in.r.Err != io.EOF
		}
		kept = copy(buf, text[max(len(text)-suspects.Overlap, 0):])
	}
}

// extent returns the number of bytes from the current offset of r to its end, which may be an
// estimate, and a function that moves r back to that offset. The size is 0 if r cannot be moved
// back, as with a pipe.
func extent(r io.Reader) (size int64, again func() error, err error) {
	if restarter, ok := r.(reading.Restarter); ok {
		return restarter.Size(), restarter.Restart, nil
	}
	s, ok := r.(io.Seeker)
	if !ok {
		return 0, nil, nil
	}
	begin, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, nil, nil
	}
	end, err := s.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, nil, nil
	}
	again = func() error {
		_, err := s.Seek(begin, io.SeekStart)
		return err
	}
	return end - begin, again, again()
}

// A cleanPass reads a document to get a verdict, and looks for suspects at the same time. Most
// documents are valid and have no suspects.
type cleanPass struct {
	*settings
	suspects *suspects.Scanner
	blanks   bool // comments are replaced with spaces
	watches  bool // the text is not clean if there may be findings in comments
	in       io.Reader
	size     int64           // expected number of bytes
	last     byte            // the last byte read
	begun    bool            // at least one byte has been read
	repeats  *unique.Repeats // of a text whose only errors are equal names and that has no suspects; the caller of run takes them
	valid    atomic.Int64    // the text is valid up to this offset
}

func newCleanPass(s *settings) *cleanPass {
	return &cleanPass{settings: s, suspects: suspects.NewScanner(s.on&^ruleset.Pervasive, &s.reading.Rules, s.window)}
}

// errSuspect ends a cleanPass when a rule may find something.
var errSuspect = errors.New("lint: this needs a closer look")

// run reads the input until its end, or until a rule may find something. The result clean reports
// whether there is nothing to find, except by the rules that prospect returns. If it is false, the
// result invalid reports whether the text is known to be invalid, or has names that are probably equal or look alike.
func (p *cleanPass) run(ctx context.Context, in io.Reader, size int64) (clean, invalid bool) {
	p.in, p.size, p.begun = in, size, false
	p.valid.Store(0)
	if p.watches {
		p.in = &endWatch{in: p.in}
	}
	if p.blanks && p.options.SuppressInComments && p.levels[ruleset.UnusedSuppression] != Off {
		p.in = suppress.Watch(p.in) // comments that suppress nothing are findings
	}
	if p.blanks {
		p.in = (*hidden.Of(dialect.NewLexer(nil, p.options.Dialect.Notation()))).BlankComments(p.in)
	}
	p.suspects.Begin()
	repeats, err := stream.Repeats(ctx, p, p.reading)
	p.in = nil
	_, invalid = err.(*flaw.Report)
	clean = (err == nil || repeats != nil) && p.suspects.End()
	if p.repeats = nil; clean {
		p.repeats = repeats
	}
	return clean && repeats == nil, invalid
}

// Size returns the size of the input. The tokenizer calls it to decide whether it should read ahead
// from the beginning.
func (p *cleanPass) Size() int64 { return p.size }

// Passed implements [reading.Follower]. It may be called while another goroutine calls Read.
func (p *cleanPass) Passed(offset reading.Offset) { p.valid.Store(int64(offset)) }

// Read may be called by different goroutines, but not at the same time.
func (p *cleanPass) Read(b []byte) (n int, err error) {
	n, err = p.in.Read(b)
	if n <= 0 {
		return n, err
	}
	if !p.begun && p.levels[ruleset.BOM] != Off && b[0] == byteOrderMark[0] {
		return n, errSuspect
	}
	p.begun, p.last = true, b[n-1]
	if !p.suspects.Scan(b[:n]) {
		return n, errSuspect
	}
	return n, err
}

// cleanUpTo returns the offset up to which the text is valid, and has no suspects except equal names and names that look alike.
func (p *cleanPass) cleanUpTo() int64 { return min(p.valid.Load(), p.suspects.Examined()) }

// isCleanText reports whether nothing can be found in a text, except that it may lack a final newline. The text consists of
// two parts. ctx may be nil.
func (s *settings) isCleanText(ctx context.Context, a, b []byte) (clean bool) {
	p, ok := s.passes.Get().(*cleanPass)
	if !ok {
		p = newCleanPass(s)
	}
	defer s.passes.Put(p)
	p.blanks, p.watches = false, false
	text := io.MultiReader(bytes.NewReader(a), bytes.NewReader(b))
	clean, _ = p.run(cmp.Or(ctx, context.Background()), text, int64(len(a)+len(b)))
	return clean
}
