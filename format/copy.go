package format

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/scan"
)

// ErrChanged is the error of [Copy] for a text that is not the same each time it is read, because it has
// been changed in the meantime.
var ErrChanged = reading.ErrChanged

// Copy is like [Write], but reads the text from r, from the current offset to the end. It reads the
// text two or three times, and long arrays of numbers once more with the style [Prettier]. It needs
// about a megabyte of memory, or a few times the length of the longest token if that is more. Copy
// reads the whole text into memory if the text is not in the dialect JSON, if the options change
// strings, numbers or the order of members, if Width is very large, or if a string has hundreds of
// thousands of escapes. If ctx or r fails, Copy returns the error of ctx or r, and [ErrChanged] if the
// text changes while it is read; a part of the text may have been written then. After the first time,
// Copy does not read more than there was, so it ends even if the text grows all the time.
func Copy(ctx context.Context, w io.Writer, r io.ReadSeeker, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	begin, err := r.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	if !o.isPlain() || o.Records {
		src, err := readFrom(ctx, r, begin)
		if err != nil {
			return err
		}
		return Write(w, src, o)
	}
	text := &rereader{ctx: ctx, r: r, begin: begin, in: reading.WithContext(ctx, r)}
	if err := text.check(); err != nil {
		return err
	}
	sample, err := text.sample()
	if err != nil {
		return err
	}
	p := &printer{w: w, checked: true}
	p.use(sample, o)
	if err := p.copy(text, o); err != nil {
		return err
	}
	p.flush()
	return p.err
}

// copy writes a text that has been checked.
func (p *printer) copy(text *rereader, o Options) error {
	if err := text.again(); err != nil {
		return err
	}
	f := &feed{r: text, again: text, buf: make([]byte, 0, feedBytes)}
	if complete, err := f.walk(p); complete || err != nil {
		p.finish(&item{})
		return cmp.Or(err, p.err)
	}
	if err := text.again(); err != nil {
		return err
	}
	src, err := readAll(text, text.length)
	if err != nil {
		return err
	}
	p.skip, p.dst = p.written, p.dst[:0]
	return p.items(src, o)
}

// readFrom reads the text that begins at the given offset of r.
func readFrom(ctx context.Context, r io.ReadSeeker, begin int64) ([]byte, error) {
	end, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	if _, err := r.Seek(begin, io.SeekStart); err != nil {
		return nil, err
	}
	return readAll(reading.WithContext(ctx, r), end-begin)
}

// readAll reads a text that probably has the given size.
func readAll(r io.Reader, size int64) ([]byte, error) {
	const most = 1 << 30                                                              // the memory for a longer text grows, because the size may be wrong
	b := bytes.NewBuffer(make([]byte, 0, int(min(max(size, 0), most))+bytes.MinRead)) // faster than Grow, which clears the memory
	_, err := b.ReadFrom(r)
	return b.Bytes(), err
}

// A feed reads a text piece by piece for a walk.
type feed struct {
	r     io.Reader
	again *rereader // r, if it can go back; nil otherwise
	buf   []byte    // the part of the text that the walk still needs
	atEnd bool      // buf ends with the text
	err   error     // an error of the reader

	ahead []byte // memory for reading text that does not become part of buf
}

const feedBytes = 256 << 10

// walk writes the text. It returns false if the text has no index, or none beyond some offset.
func (f *feed) walk(p *printer) (complete bool, err error) {
	if err := f.fill(); err != nil {
		return false, err
	}
	x := index.New(f.buf, 0, scan.DefaultMaxDepth, p.rules)
	if x == nil {
		return false, nil
	}
	defer x.Free()
	w := newWalk(p)
	w.feed = f
	defer func() { p.dst = w.dst[:w.n] }()
	for p.err == nil {
		found, short := x.MoreOf(f.buf, w.next, f.atEnd)
		switch {
		case found:
			w.print(f.buf, x)
		case short:
			w.fits.drop(w.next)
			w.next = 0
			f.drop(w, x)
			if err := f.fill(); err != nil {
				return false, err
			}
		default:
			return x.Valid, nil
		}
	}
	return false, p.err
}

// drop drops the text that has been written, except for the last byte.
func (f *feed) drop(w *walk, x *index.Index) {
	n := max(w.end-1, 0)
	f.buf = f.buf[:copy(f.buf, f.buf[n:])]
	w.end -= n
	w.fits.end -= n
	x.ForgetBytes(n)
}

// fill fills buf, which it enlarges if less than half of it is free.
func (f *feed) fill() error {
	if f.err != nil {
		return f.err
	}
	if 2*len(f.buf) > cap(f.buf) {
		f.buf = append(make([]byte, 0, 2*cap(f.buf)), f.buf...)
	}
	n, err := io.ReadFull(f.r, f.buf[len(f.buf):cap(f.buf)])
	f.buf = f.buf[:len(f.buf)+n]
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		f.atEnd, err = true, nil
	}
	return err
}

// onlyNumbers reports whether buf is followed by numbers up to a closing bracket. If the reader can
// seek, onlyNumbers reads as far as it must, and then returns to the end of buf. Otherwise, it enlarges
// buf.
func (f *feed) onlyNumbers() bool {
	for f.again == nil && !f.atEnd && f.err == nil {
		begin := len(f.buf)
		f.err = f.fill()
		if only, known := onlyNumbers(f.buf[begin:]); known {
			return only
		}
	}
	if f.atEnd || f.err != nil {
		return false
	}
	if f.ahead == nil {
		f.ahead = make([]byte, feedBytes)
	}
	ahead := f.again.ahead()
	for read := int64(0); ; {
		n, err := io.ReadFull(ahead, f.ahead)
		read += int64(n)
		atEnd := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !atEnd {
			f.err = err // the reader might not fail again
			return false
		}
		if only, known := onlyNumbers(f.ahead[:n]); known || atEnd {
			f.err = f.again.back(read)
			return only
		}
	}
}
