package stream

import (
	"context"
	"io"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A Config says how a document is checked. Names has no effect on [Check], nor on a document that may exceed a limit, whose names are
// compared exactly.
type Config struct {
	scan.Rules
	ReadAhead bool            // another goroutine may read ahead, even if the reader is not a regular file; no effect on NewVerdict
	Names     Comparison      // for Verdict, Repeats and NewVerdict
	Only      *unique.Repeats // see [unique.Exact]; no effect if names are not compared exactly
	Segment   int             // for tests: the size of a segment in bytes, at least jsonsimd.IndexUnit, or 0 for the usual size, which is smaller for NewVerdict
}

// Check checks the document that r contains up to its end. The error is nil, a [*flaw.Report], or
// the error of r or ctx.
func Check(ctx context.Context, r io.Reader, config Config) error {
	config.Names = Exactly
	_, err := checkAll(ctx, r, config, false)
	return err
}

// Verdict is like Check, but faster, because it keeps nothing that is only needed to report an
// error. If it returns a [*flaw.Report], only the kind is meaningful.
func Verdict(ctx context.Context, r io.Reader, config Config) error {
	_, err := Repeats(ctx, r, config)
	return err
}

// Repeats is like Verdict, but also returns the names of which some seem to be equal, if that is the only error of the document and
// names are compared late. Otherwise, it returns nil.
func Repeats(ctx context.Context, r io.Reader, config Config) (*unique.Repeats, error) {
	return checkAll(ctx, r, config, true)
}

func checkAll(ctx context.Context, r io.Reader, config Config, placeless bool) (repeats *unique.Repeats, err error) {
	c := checkers.Get().(*Checker)
	if config.Segment > 0 {
		c = &Checker{sizes: sizesOf(config.Segment)}
	}
	configure(c, config, placeless)
	c.follower, _ = r.(reading.Follower)
	err = c.read(ctx, r)
	if c.ended { // otherwise, the rest of the document is not known
		repeats = c.repeats
	}
	c.in, c.only, c.repeats, c.first, c.follower = reading.ContextReader{}, nil, nil, io.LimitedReader{}, nil
	c.release()
	return repeats, err
}

// NewVerdict returns a Checker of a document that the caller writes. Its verdict is that of [Verdict]. Its segments
// are short, so that its progress is close to what has been written.
func NewVerdict(config Config) *Checker {
	c := &Checker{sizes: usualSizes}
	c.segment = aheadSegment
	if config.Segment > 0 {
		c.sizes = sizesOf(config.Segment)
	}
	configure(c, config, true)
	return c
}

// sizesOf returns the sizes for tests.
func sizesOf(segment int) sizes {
	return sizes{segment: segment, portion: jsonsimd.IndexUnit, near: int64(segment), room: segment / 2}
}

func configure(c *Checker, config Config, placeless bool) {
	if !config.Limits.Permit(config.MaxBytes) { // the length of a string is measured from where it begins
		placeless, config.Names = false, Exactly
	}
	c.placeless, c.mayReadAhead, c.comparison = placeless, config.ReadAhead, config.Names
	c.only = config.Only
	c.Init(config.Rules)
}

var checkers = sync.Pool{New: func() any { return new(Checker) }}

// release makes c available for another check, unless the document has made its memory large.
func (c *Checker) release() {
	if c.memory() <= mostKept && c.sizes == usualSizes {
		checkers.Put(c)
	}
}

// mostKept is more memory than usual documents need: buf and many marks.
const mostKept = 2 * segment

// memory returns how many bytes of memory c has for what grows with long tokens and many levels, except for the names that are compared.
func (c *Checker) memory() int {
	return cap(c.buf) + 8*cap(c.positions.Open) + c.kernels.memory()
}

// read checks the document that r contains up to its end.
func (c *Checker) read(ctx context.Context, r io.Reader) error {
	in := &c.in
	in.Reset(ctx, r)
	ahead := reading.Ahead(r, c.mayReadAhead)
	if ahead && reading.LikelySize(r) > int64(2*c.segment) {
		return c.readAhead(in)
	}
	c.first = io.LimitedReader{R: in, N: c.near}
	n, err := c.ReadFrom(&c.first)
	if err == nil && n == c.near {
		if ahead {
			return c.readAhead(in)
		}
		_, err = c.ReadFrom(in)
	}
	return c.verdict(ctx, err)
}
