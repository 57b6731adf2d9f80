package records

import (
	"context"
	"io"
	"iter"

	"github.com/assayjson/assay/internal/engine/reading"
)

// Read is like [All], but for a reader. Each record is yielded as soon as the record and the
// separator after it have been read. An error of the reader other than [io.EOF] is yielded last and
// without a record, after all complete records. If ctx is done, the iteration ends with the error
// of ctx in the same way; ctx cannot interrupt a Read of r.
//
// The Data of a record is valid until the next record is yielded. Errors stay valid. Read needs less
// than 512 KiB of memory plus three times the length of the longest record; see [MaxRecord].
func Read(ctx context.Context, r io.Reader, opts ...Option) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		w := newRecordReader(newRecordConfig(opts, DefaultMaxRecord))
		w.read(ctx, &source{r: r, room: 4 * leastTogether}, yield)
	}
}

// read walks over the records that are read from s.
func (w *recordReader) read(ctx context.Context, s *source, yield func(Record, error) bool) {
	w.reused, w.pairs = true, yield
	for {
		n, goOn := w.walk(s.unread(), s.err == io.EOF, func(r Record) bool { return yield(r, nil) })
		if goOn && w.walked != nil {
			goOn = w.walked(s.unread(), n)
		}
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
	room       int // initial size of the buffer
	buf        []byte
	begin, end int // buf[begin:end] has been read but not used
	err        error
}

// unread returns the text that has been read but not used.
func (s *source) unread() []byte { return s.buf[s.begin:s.end] }

// fill reads more text, or sets err. If buf is full, it grows, unless it is already large and has
// free room at its start.
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

// moveTo moves the unread text to the start of buf, which may be the same buffer.
func (s *source) moveTo(buf []byte) {
	s.end = copy(buf, s.unread())
	s.buf, s.begin = buf, 0
}
