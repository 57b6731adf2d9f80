package lint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/assayjson/assay/internal/bridge"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/stream"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/lint/internal/suppress"
	"github.com/assayjson/assay/lint/internal/suspects"
)

// An input is a reader that stops when its context is done.
type input struct {
	ctx   context.Context
	r     reading.Reader
	bytes int64 // number of bytes that have been read

	accepted bool // the schema accepts the document
}

func (in *input) Read(p []byte) (n int, err error) {
	if err := in.ctx.Err(); err != nil {
		return 0, err
	}
	n, err = in.r.Read(p)
	in.bytes += int64(n)
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
			return false
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
	order    *suspects.OrderStream // nil if the key-order rule is off
	blanks   bool                  // comments are replaced with spaces
	in       io.Reader
	size     int64 // expected number of bytes
	last     byte  // the last byte read
	begun    bool  // at least one byte has been read
}

func newCleanPass(s *settings) *cleanPass {
	p := &cleanPass{settings: s, suspects: suspects.NewScanner(s.on&^ruleset.Pervasive, s.verdict.IJSON, s.window)}
	if s.on.Has(ruleset.KeyOrder) {
		p.order = suspects.NewOrderStream(s.compare)
	}
	return p
}

// errSuspect ends a cleanPass when a rule may find something.
var errSuspect = errors.New("lint: this needs a closer look")

// run reads the input until its end, or until a rule may find something. The result clean reports
// whether there is nothing to find, except by the rules that prospect returns. If it is false, the
// result invalid reports whether the text is known to be invalid, or has names that are probably equal. If
// judges is set, names are judged one by one.
func (p *cleanPass) run(ctx context.Context, in io.Reader, size int64, judges bool) (clean, invalid bool) {
	p.in, p.size, p.begun = in, size, false
	if p.blanks && p.options.SuppressInComments && p.levels[ruleset.UnusedSuppression] != Off {
		p.in = suppress.Watch(p.in) // comments that suppress nothing are findings
	}
	if p.blanks {
		p.in = bridge.BlankComments(p.in, uint8(p.options.Dialect.Notation()))
	}
	p.suspects.Begin(judges)
	if p.order != nil {
		p.order.Begin()
	}
	err := stream.Verdict(ctx, p, p.reading)
	p.in = nil
	_, invalid = err.(*scan.Report)
	return err == nil && p.suspects.End(), invalid
}

// Size returns the size of the input. The tokenizer calls it to decide whether it should read ahead
// from the beginning.
func (p *cleanPass) Size() int64 { return p.size }

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
	if p.order != nil {
		p.order.Scan(b[:n])
	}
	return n, err
}

// isCleanText reports whether nothing can be found in a text, except that it may lack a final newline. The text consists of
// two parts. If it is not clean, invalid reports whether it is invalid or probably has equal names. ctx may be nil.
func (s *settings) isCleanText(ctx context.Context, a, b []byte) (clean, invalid bool) {
	p, ok := s.passes.Get().(*cleanPass)
	if !ok {
		p = newCleanPass(s)
	}
	defer s.passes.Put(p)
	run := func(judges bool) (clean, invalid bool) {
		text := io.MultiReader(bytes.NewReader(a), bytes.NewReader(b))
		return p.run(cmp.Or(ctx, context.Background()), text, int64(len(a)+len(b)), judges)
	}
	p.blanks = false
	clean, invalid = run(false)
	if !clean && !invalid && p.suspects.OnlyNames() {
		return run(true)
	}
	return clean, invalid
}
