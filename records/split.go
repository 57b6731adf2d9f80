package records

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"runtime"

	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/syntax"
)

// Split reads records, as [ReadBad] does, and writes each valid one to good and each invalid one to
// bad; [Judge] can decide otherwise. It writes exact copies of parts of the input, in order: a record
// with its line end, or in a [TextSequence] with the separator before it, or in [Concatenated] values
// with the white space after it, up to and including the first LF. Everything that belongs to no record
// in bad goes to good, including blank lines, other white space, and a byte order mark that is allowed.
// Therefore every byte of the input is in one of the outputs. [Reporting] reports where in the input
// each part of bad was, so that the input can be rebuilt.
//
// Nothing else is written, with one exception: if values are [Concatenated], removing a value could
// join its neighbors. Then a newline is inserted. It is in good if the value before ends in a number
// or literal, and in bad if the last byte is not a newline.
//
// If a writer is nil, that output is counted but not written. Writes are buffered; everything has been
// written when Split returns. If a write fails, Split returns a [*WriteError]. An error of the reader
// other than [io.EOF], the error of ctx, and an error of the function of Reporting are returned as they
// are. The totals then count what Split has processed: only whole records, unless a write has failed. An
// incomplete record before an error of the reader is in neither output.
//
// Memory and goroutines are those of ReadBad. A record that is longer than [MaxRecord] goes to bad
// without being in memory as a whole. Only the goroutine that calls Split uses the writers and calls the
// functions in the options, except for the function of [Including].
func Split(ctx context.Context, r io.Reader, good, bad io.Writer, opts ...SplitOption) (Totals, error) {
	s := &splitter{config: newRecordConfig(opts, DefaultMaxRecord)}
	s.good.begin(good, GoodOutput)
	s.bad.begin(bad, BadOutput)
	if s.config.judge != nil && s.config.wants == nil {
		s.config.wants = func([]byte) bool { return true }
	}
	err := s.run(ctx, r)
	for _, o := range []*output{&s.good, &s.bad} {
		if failed := o.flush(); err == nil {
			err = failed
		}
	}
	s.totals.Bytes = s.done
	s.totals.GoodBytes, s.totals.BadBytes = s.good.written, s.bad.written
	return s.totals, err
}

// A splitter divides the input between the outputs. Its offsets are in bytes from the start of the
// input.
type splitter struct {
	config    recordConfig
	good, bad output
	totals    Totals

	text    []byte // the text that is being divided
	begin   int64  // the offset of text
	done    int64  // the input before this offset has been divided
	base    int64  // number of records before the reader that is in use
	pending Rejected
	tail    tail
	err     error // ends the iteration
}

// A tail is what may follow a record in bad that belongs to it.
type tail uint8

const (
	noTail    tail = iota // the record is complete, and nothing is pending
	restTail              // the record is too long, and its rest is still to come
	spaceTail             // white space up to and including the first LF
)

// run divides all of the input.
func (s *splitter) run(ctx context.Context, r io.Reader) error {
	if !reading.Ahead(r, s.config.readAhead) {
		s.config.workers = 1
	}
	if s.config.format == concatenated {
		return s.runConcatenated(ctx, r)
	}
	chunks := newChunkSource(r, s.config)
	defer chunks.free()
	check := (*chunk).check
	workers := cmp.Or(s.config.workers, runtime.GOMAXPROCS(0))
	if workers == 1 {
		check = func(*chunk) {} // the method divide does everything
	}
	next := func(ctx context.Context, c *chunk) (made bool) {
		made = chunks.next(ctx, c)
		if made {
			c.reader.numbers = true
		}
		return made
	}
	base := place.Start
	for c := range parallel.Ordered(ctx, workers, next, check) {
		if !s.divide(c, base) {
			return s.err
		}
		base = c.reader.at
	}
	failed := ctx.Err()
	if failed == nil && chunks.err != io.EOF {
		failed = chunks.err
	}
	return cmp.Or(s.finish(), failed)
}

// divide divides a chunk, whose position is base. Afterwards, positions in the reader of c count from
// the start of the input.
func (s *splitter) divide(c *chunk, base place.Position) (goOn bool) {
	w := c.reader
	s.text, s.begin = c.whole, s.done
	if !s.divideRest(w) {
		return false
	}
	for i, r := range c.bad {
		r.setStart(r.begin().In(base))
		if !s.record(r, c.numbers[i], c.open) {
			return false
		}
	}
	w.at = w.at.In(base)
	goOn = c.walk(func(r Record) bool { return s.divideRest(w) && s.record(r, w.number, c.open) })
	goOn = goOn && s.divideRest(w) && s.through(s.begin+int64(len(s.text)))
	s.base += w.number
	s.totals.Records = s.base
	return goOn
}

// divideRest divides the bytes at the start of the text that belong to an earlier record.
func (s *splitter) divideRest(w *recordReader) (goOn bool) {
	end := s.begin + int64(w.rest)
	if s.tail != restTail || s.done >= end {
		return true
	}
	return s.toBad(end)
}

// runConcatenated is like run for values that are concatenated.
func (s *splitter) runConcatenated(ctx context.Context, r io.Reader) error {
	w := newRecordReader(s.config)
	w.onlyBad, w.numbers = true, true
	var failed error
	w.walked = func(b []byte, n int) (goOn bool) {
		s.text, s.begin = b, w.offset
		s.totals.Records = w.number
		return s.divideRest(w) && s.through(w.offset+int64(n))
	}
	w.read(ctx, &source{r: r, room: s.config.chunk}, func(r Record, err error) bool {
		if err != nil {
			failed = err
			return false
		}
		s.text, s.begin = w.text, w.offset
		return s.divideRest(w) && s.concatenatedRecord(w, r)
	})
	return cmp.Or(s.finish(), failed)
}

// record divides the text up to the end of the record r, which is invalid or wanted.
func (s *splitter) record(r Record, number int64, open bool) (goOn bool) {
	text := s.text[r.Offset-s.begin:]
	begin, size, tail := r.Offset, len(r.Data), noTail
	mark := byte('\n')
	if s.config.format == textSequence {
		if mark = separator; begin > s.begin && s.text[begin-1-s.begin] == mark {
			begin--
		}
	}
	switch n := bytes.IndexByte(text[size:], mark); {
	case n < 0:
		size = len(text)
		if open {
			tail = restTail
		}
	case mark == '\n':
		size += n + 1
	default:
		size += n
	}
	return s.judge(r, number, begin, r.Offset+int64(size), tail)
}

// concatenatedRecord is like record for values that are concatenated.
func (s *splitter) concatenatedRecord(w *recordReader, r Record) (goOn bool) {
	end, tail := r.Offset+int64(len(r.Data)), spaceTail
	if !r.Valid() {
		if end = w.pieceEnd; w.framer.skipping {
			tail = restTail
		}
	}
	return s.judge(r, w.number, r.Offset, end, tail)
}

// judge decides about the record r, which is the part of the input from begin to end, and divides the
// text up to its end.
func (s *splitter) judge(r Record, number, begin, end int64, tail tail) (goOn bool) {
	if !s.through(begin) || !s.complete() {
		return false
	}
	s.totals.Records = s.base + number
	isBad := !r.Valid()
	if judge := s.config.judge; judge != nil {
		isBad = judge(r)
	}
	if !isBad {
		return s.through(end)
	}
	s.totals.Bad++
	s.pending = Rejected{Record: r, Number: s.base + number, Start: begin}
	s.tail = tail
	if s.config.format == concatenated {
		s.separate()
	}
	s.pending.Place = s.bad.written
	if !s.toBad(end) {
		return false
	}
	switch {
	case s.tail == noTail:
		return s.report()
	case s.tail == restTail:
		s.pending.Data = bytes.Clone(r.Data)
	case s.text[end-1-s.begin] == '\n':
		return s.report()
	default:
		s.pending.Data = bytes.Clone(r.Data)
	}
	return true
}

// separate inserts the newlines that Split documents.
func (s *splitter) separate() {
	if s.good.written > 0 && syntax.LooksNumeric(s.good.last) {
		s.good.write(newline)
		s.totals.Inserted++
		s.pending.Inserted = true
	}
	if s.bad.written > 0 && s.bad.last != '\n' {
		s.bad.write(newline)
		s.totals.Inserted++
	}
}

// through divides the text up to the given offset, which contains no more of a record for bad than
// the tail of the last one.
func (s *splitter) through(end int64) (goOn bool) {
	if s.done >= end {
		return true
	}
	switch s.tail {
	case restTail: // the record ends here, because there is no more of it
		if !s.report() {
			return false
		}
	case spaceTail:
		text := s.text[s.done-s.begin : end-s.begin]
		n := syntax.Spaces(text)
		lf := bytes.IndexByte(text[:n], '\n')
		if lf >= 0 {
			n = lf + 1
		}
		if !s.toBad(s.done + int64(n)) {
			return false
		}
		if (lf >= 0 || n < len(text)) && !s.report() {
			return false
		}
	}
	return s.toGood(end)
}

// toGood writes the text up to the given offset to good.
func (s *splitter) toGood(end int64) (goOn bool) { return s.write(&s.good, end) }

// toBad writes the text up to the given offset to bad.
func (s *splitter) toBad(end int64) (goOn bool) {
	s.pending.Length = max(end, s.done) - s.pending.Start
	return s.write(&s.bad, end)
}

func (s *splitter) write(o *output, end int64) (goOn bool) {
	if s.done >= end {
		return true
	}
	o.write(s.text[s.done-s.begin : end-s.begin])
	s.done = end
	if s.err == nil {
		s.err = cmp.Or(s.good.failure(), s.bad.failure())
	}
	return s.err == nil
}

// report passes on the pending record, which is complete.
func (s *splitter) report() (goOn bool) {
	s.tail = noTail
	if s.config.report == nil {
		return true
	}
	s.err = s.config.report(&s.pending)
	return s.err == nil
}

// complete passes on the pending record, if there is one.
func (s *splitter) complete() (goOn bool) { return s.tail == noTail || s.report() }

// finish is called after the end of the input. It returns the error that has ended the iteration.
func (s *splitter) finish() error {
	if s.err == nil {
		s.complete()
	}
	return s.err
}
