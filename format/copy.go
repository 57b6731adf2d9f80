package format

import (
	"bytes"
	"cmp"
	"context"
	"io"

	"github.com/assayjson/assay/internal/engine/reading"
	"github.com/assayjson/assay/internal/engine/window"
)

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
	f := &feed{Window: window.Window{In: text}, again: text}
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
