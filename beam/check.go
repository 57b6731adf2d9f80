package assaybeam

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/internal/data/unpack"
	"github.com/assayjson/assay/lint"
)

// describeFn examines the files.
type describeFn struct{}

// ProcessElement examines a file.
func (fn *describeFn) ProcessElement(ctx context.Context, l listed) (input, error) {
	f, err := describe(ctx, l)
	if err != nil {
		return f, named(l.Name, err)
	}
	return f, nil
}

// checkFn is a splittable DoFn that checks files. Its restrictions are ranges of bytes; a file that cannot be
// divided has the range from 0 to 1.
type checkFn struct {
	Options  Options
	OnlySums bool // the bad records are only counted
	linters  []*lint.Linter
}

// blockSize is how many bytes are claimed at a time. Tests change it.
var blockSize int64 = 1 << 20

// Setup prepares the linters.
func (fn *checkFn) Setup() (err error) {
	if err := fn.Options.Validate(); err != nil {
		return err
	}
	fn.linters, err = fn.Options.linters()
	return err
}

// CreateInitialRestriction returns the whole file.
func (fn *checkFn) CreateInitialRestriction(f input) offsetrange.Restriction {
	if f.Whole {
		return offsetrange.Restriction{End: 1}
	}
	return offsetrange.Restriction{End: max(f.Size, 1)} // an empty file has one line in the report, too
}

// SplitRestriction divides a file into pieces.
func (fn *checkFn) SplitRestriction(f input, rest offsetrange.Restriction) (all []offsetrange.Restriction) {
	size := fn.Options.pieceSize()
	for at := rest.Start; at < rest.End; at = all[len(all)-1].End {
		end := rest.End
		if from := pieceAt(at, f.Size, size); end-from > size && pieceAt(from+size, f.Size, size) > from {
			end = from + size
		}
		all = append(all, offsetrange.Restriction{Start: at, End: end})
	}
	return all
}

// pieceAt returns the start of the piece that has the offset at, if a file is divided into pieces of the given size. What is left
// at the end belongs to the last piece if it is less than a quarter of one.
func pieceAt(at, fileSize, size int64) int64 {
	return min(at/size, max(fileSize-size/4, 0)/size) * size
}

// RestrictionSize returns how many bytes must be read.
func (fn *checkFn) RestrictionSize(f input, rest offsetrange.Restriction) float64 {
	if f.Whole {
		return float64(f.Size) * rest.Size()
	}
	return rest.Size()
}

// CreateTracker returns a tracker for a restriction.
func (fn *checkFn) CreateTracker(rest offsetrange.Restriction) *sdf.LockRTracker {
	return newTracker(rest, blockSize)
}

// ProcessElement checks the records that begin in a restriction.
func (fn *checkFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, f input, emit func(piece), good func([]byte)) error {
	if err := enter(ctx); err != nil {
		return err
	}
	defer leave()
	c := &pieceCheck{fn: fn, file: f, good: good}
	err := c.check(ctx, rt)
	if changed := f.isUnchanged(ctx); changed != nil {
		err = changed // and whatever else has failed is due to that
	}
	if err != nil {
		if unpack.IsDamaged(err) {
			err = fmt.Errorf("%w; what is left of its records can be recovered with jsonlint salvage", cause(err))
		}
		return named(f.Name, err)
	}
	if c.claimed {
		count(ctx, &c.result, c.kinds)
		emit(c.result)
	}
	return nil
}

// places limits how many pieces are checked at the same time in this process. Each of them uses all CPUs, and up to
// about 30 MiB of memory.
var places = make(chan struct{}, min(runtime.GOMAXPROCS(0), 3))

func enter(ctx context.Context) error {
	select {
	case places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func leave() { <-places }

// A pieceCheck checks one piece.
type pieceCheck struct {
	fn      *checkFn
	file    input
	good    func([]byte)
	result  piece
	claimed bool // the result has a text, or is that of an empty file
	kinds   map[kind]int64
}

// check checks the records that begin in the range of the tracker.
func (c *pieceCheck) check(ctx context.Context, rt *sdf.LockRTracker) (err error) {
	start := rt.GetRestriction().(offsetrange.Restriction).Start
	in, err := c.file.open(ctx, max(start-1, 0))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	c.result = piece{File: c.file.Name, Index: c.file.Index, Stored: c.file.Size, FileSize: c.file.Size}
	if c.file.Whole {
		if c.file.Form != "" {
			c.result.FileSize = -1
		}
		if c.claimed = rt.TryClaim(&claim{end: 1}); !c.claimed {
			return nil
		}
		return c.run(ctx, in, 0)
	}
	r := newPieceReader(in, rt, start, blockSize)
	if err := r.begin(); err != nil {
		return err
	}
	if c.claimed = !r.empty; !c.claimed {
		return c.checkSize(r)
	}
	if err := c.run(ctx, r, r.start); err != nil {
		return err
	}
	return c.checkSize(r)
}

// checkSize returns an error if the file has become shorter or longer.
func (c *pieceCheck) checkSize(r *pieceReader) error {
	if r.at > c.file.Size || r.failed == io.EOF && r.at < c.file.Size {
		return errChanged
	}
	return nil
}

// run checks a text, which begins at the offset from of the file, or one byte before it unless that is 0. The
// reader ends where the piece ends.
func (c *pieceCheck) run(ctx context.Context, text io.Reader, from int64) error {
	o := &c.fn.Options
	found := &storage{ctx: ctx, folder: o.Temp, most: mostInline}
	kept := &storage{ctx: ctx, folder: o.Temp}
	w := newFoundWriter(found)
	c.kinds = map[kind]int64{}
	options := shards.Options{
		Linter: c.fn.linters[c.file.Settings], Dialect: lint.NDJSON, Objects: !o.AnyRecords, FailOn: o.failOn(), Bad: w,
		Begin: func(mark bool) error { c.result.Mark = mark; return nil },
		Record: func(r *shards.Record) error {
			c.kinds[kind{r.Rule, r.Kind}]++
			return w.record(r)
		},
	}
	if c.fn.OnlySums {
		options.Bad = nil
		options.Record = func(r *shards.Record) error {
			c.kinds[kind{r.Rule, r.Kind}]++
			return nil
		}
	}
	lines := &lineEmitter{emit: c.good, first: from == 0}
	switch {
	case o.Good && o.SaveGood:
		options.Good = io.MultiWriter(lines, kept)
	case o.Good:
		options.Good = lines
	case o.SaveGood:
		options.Good = kept
	}
	_, sums, err := shards.Check(ctx, text, shards.Piece{From: from, To: shards.Open}, options)
	if err == nil {
		lines.end()
		err = w.flush()
	}
	closed := errors.Join(found.close(), kept.close()) // also after an error; what has been saved remains in Temp
	if err = cmp.Or(err, closed); err != nil {
		return err
	}
	c.result.setSums(&sums)
	c.result.Found, c.result.FoundName, c.result.GoodName = found.buf, found.name, kept.name
	return nil
}

// mostInline is the largest size in bytes of what was found in a piece that is an element of a collection, if there
// is a folder for more.
const mostInline = 64 << 10

const byteOrderMark = "\uFEFF"

// A lineEmitter emits the lines that are written to it, without line ends and blank lines.
type lineEmitter struct {
	emit  func([]byte)
	first bool // the next line may begin with the byte order mark of the file, which is left out
	rest  []byte
}

func (l *lineEmitter) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			l.rest = append(l.rest, p...)
			return n, nil
		}
		l.rest = append(l.rest, p[:i]...)
		l.end()
		p = p[i+1:]
	}
}

// end ends a line.
func (l *lineEmitter) end() {
	if l.first {
		l.rest, l.first = bytes.TrimPrefix(l.rest, []byte(byteOrderMark)), false
	}
	if line := bytes.Trim(l.rest, " \t\r"); len(line) > 0 {
		l.emit(bytes.Clone(line))
	}
	l.rest = l.rest[:0]
}
