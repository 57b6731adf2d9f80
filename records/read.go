package records

import (
	"context"
	"io"
	"iter"

	"github.com/assayjson/assay/internal/reading"
)

// Read is [All] for a reader. Each record comes as soon as it has been read, with
// the separator after it. The error is that of the reader, as it is, when it has one other
// than [io.EOF], or that of ctx once it is done; it comes last and alone, after all records that were
// complete. A context cannot interrupt a Read of r.
//
// Data is good until the next record comes; that of a wrong one, and its Err, is a copy and
// stays. The memory needed is less than 512 KiB and three times the longest record; see [MaxRecord].
func Read(ctx context.Context, r io.Reader, opts ...Option) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		w := newRecordReader(newRecordConfig(opts, DefaultMaxRecord))
		w.read(ctx, &source{r: r, room: 4 * leastTogether}, yield)
	}
}

// read walks over what is read from s.
func (w *recordReader) read(ctx context.Context, s *source, yield func(Record, error) bool) {
	w.copies = true
	for {
		n, goOn := w.walk(s.unread(), s.err == io.EOF, func(r Record) bool { return yield(r, nil) })
		if !goOn {
			return
		}
		w.settle(s.unread(), n)
		s.begin += n
		if s.err == nil {
			s.err = ctx.Err()
		}
		if s.err != nil {
			if s.err != io.EOF {
				yield(Record{}, s.err)
			}
			return
		}
		s.fill()
	}
}

// A source is a reader with a buffer.
type source struct {
	r          io.Reader
	room       int // of the buffer at first
	buf        []byte
	begin, end int // of what has been read and not been used
	err        error
}

func (s *source) unread() []byte { return s.buf[s.begin:s.end] }

// fill reads some more, or sets the error. The buffer grows if what is unread fills it, or
// the last piece did.
func (s *source) fill() {
	if s.end == len(s.buf) {
		to := s.buf
		if n := s.end - s.begin; n == len(to) || len(to) < mostTogether {
			to = make([]byte, max(2*len(to), min(4*len(to), mostTogether), s.room))
		}
		s.moveTo(to)
	}
	var n int
	n, s.err = reading.Some(s.r, s.buf[s.end:])
	s.end += n
}

// MoveTo moves what is unread to the beginning of a buffer, which may be the old one.
func (s *source) moveTo(buf []byte) {
	s.end = copy(buf, s.unread())
	s.buf, s.begin = buf, 0
}
