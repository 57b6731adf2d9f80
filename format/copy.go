package format

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"

	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/reading"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/internal/syntax"
	"github.com/assayjson/assay/tokenizer"
)

// Copy is like [Write], but reads the text from r, from the current offset to the end. It reads the
// text two or three times, and long arrays of numbers once more with the style [Prettier]. It needs
// about a megabyte of memory, or a few times the length of the longest token if that is more. Copy
// reads the whole text into memory if the text is not in the dialect JSON, if the options change
// strings, numbers or the order of members, if Width is very large, or if a string has hundreds of
// thousands of escapes. If ctx or r fails, Copy returns the error of ctx or r; a part of the text may
// have been written then.
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
	if err := tokenizer.CheckReader(ctx, r); err != nil {
		return err
	}
	sample, err := sampleOf(ctx, r, begin)
	if err != nil {
		return err
	}
	p := &printer{w: w, checked: true}
	p.use(sample, o)
	if err := p.copy(ctx, r, begin, o); err != nil {
		return err
	}
	p.flush()
	return p.err
}

// copy writes the text that begins at the given offset of r, and has been checked.
func (p *printer) copy(ctx context.Context, r io.ReadSeeker, begin int64, o Options) error {
	if _, err := r.Seek(begin, io.SeekStart); err != nil {
		return err
	}
	f := &feed{r: reading.WithContext(ctx, r), buf: make([]byte, 0, feedBytes)}
	f.back = func(n int64) (io.Reader, error) {
		_, err := r.Seek(-n, io.SeekCurrent)
		return reading.WithContext(ctx, r), err
	}
	if complete, err := f.walk(p); complete || err != nil {
		p.finish(&item{})
		return cmp.Or(err, p.err)
	}
	src, err := readFrom(ctx, r, begin)
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
	const most = 1 << 30 // the memory for a longer text grows, because the size may be wrong
	size := int(min(max(end-begin, 0), most))
	b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead)) // faster than Grow, which clears the memory
	_, err = b.ReadFrom(reading.WithContext(ctx, r))
	return b.Bytes(), err
}

// A feed reads a text piece by piece for a walk.
type feed struct {
	r     io.Reader
	buf   []byte // the part of the text that the walk still needs
	atEnd bool   // buf ends with the text
	err   error  // an error of the reader

	back  func(n int64) (io.Reader, error) // goes back by n bytes and returns the reader for them; nil if r cannot seek
	ahead []byte                           // memory for reading text that does not become part of buf
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
	for f.back == nil && !f.atEnd && f.err == nil {
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
	for read := int64(0); ; {
		n, err := io.ReadFull(f.r, f.ahead)
		read += int64(n)
		atEnd := err == io.EOF || err == io.ErrUnexpectedEOF
		if err != nil && !atEnd {
			f.err = err // the reader might not fail again
			return false
		}
		if only, known := onlyNumbers(f.ahead[:n]); known || atEnd {
			f.r, f.err = f.back(read)
			return only
		}
	}
}

// sampleOf returns a short text from which [printer.use] finds the same as from the valid text that
// begins at the given offset of r: the white space before the first token, the white space from the
// first line ending on, the white space that contains the first line feed, and the last byte.
func sampleOf(ctx context.Context, r io.ReadSeeker, begin int64) ([]byte, error) {
	end, err := r.Seek(-1, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	var last [1]byte
	in := reading.WithContext(ctx, r)
	if _, err := io.ReadFull(in, last[:]); err != nil {
		return nil, err
	}
	if _, err := r.Seek(begin, io.SeekStart); err != nil {
		return nil, err
	}
	b := bufio.NewReaderSize(io.LimitReader(in, end+1-begin), 1<<16)
	sample, err := appendSpace(nil, b)
	kept, hasFeed := len(sample), bytes.IndexByte(sample, '\n') >= 0
	for token := byte('['); token == '[' || err == nil && !hasFeed; token = '1' {
		sample = append(sample[:kept], token)
		if err = skipLine(b); err == nil {
			sample, err = appendSpace(sample, b)
		}
		hasFeed = hasFeed || bytes.IndexByte(sample[kept:], '\n') >= 0
		if token == '[' {
			kept = len(sample)
		}
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	return append(append(sample, ']'), last[0]), nil
}

// appendSpace appends the white space at which b is.
func appendSpace(dst []byte, b *bufio.Reader) ([]byte, error) {
	for {
		c, err := b.ReadByte()
		if err != nil {
			return dst, err
		}
		if !syntax.IsSpace(c) {
			return dst, b.UnreadByte()
		}
		dst = append(dst, c)
	}
}

// skipLine skips everything before the next line ending.
func skipLine(b *bufio.Reader) error {
	for {
		if _, err := b.Peek(1); err != nil {
			return err
		}
		text, _ := b.Peek(min(b.Buffered(), 4<<10)) // lineEndIn may search all of it for each line
		line := lineEndIn(text)
		if _, err := b.Discard(line); err != nil || line < len(text) {
			return err
		}
	}
}

// lineEndIn returns the offset of the first line ending in text, or len(text) if there is none.
func lineEndIn(text []byte) int {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if i := bytes.IndexByte(text, '\r'); i >= 0 {
		text = text[:i]
	}
	return len(text)
}
