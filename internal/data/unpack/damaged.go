//go:build !small

package unpack

import (
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A DamagedReader decompresses what is left of damaged data: the text before the damage, and the members of gzip data or
// frames of zstd data behind it. It writes a newline to the text for each part between them that it skips, so that the
// texts before and after that part do not join. Zero bytes at the end are no damage.
type DamagedReader struct {
	from    rewinder
	form    string
	skipped func(Skip)
	gzip    *gzip.Reader
	zstd    *zstd.Decoder

	open    io.Reader // the member or frame that is being read, or nil
	begin   int64     // where it begins
	pending []byte    // text that has been decompressed, but not returned
	text    int64     // number of bytes of text that have been decompressed
	damage  error     // why data is being skipped, or nil
	since   int64     // where that data begins
}

// NewDamagedReader returns a reader of the text that is compressed in r. It calls skipped for each part of the data that is not in
// the text. Errors of r are returned. The caller must close the reader, which does not close r.
func NewDamagedReader(r io.Reader, form string, skipped func(Skip)) *DamagedReader {
	return &DamagedReader{from: rewinder{r: r}, form: form, skipped: skipped}
}

// Close releases the memory of the decompressor.
func (d *DamagedReader) Close() error {
	if d.zstd != nil {
		d.zstd.Close()
	}
	return nil
}

func (d *DamagedReader) Read(p []byte) (n int, err error) {
	for len(p) > 0 {
		if len(d.pending) > 0 {
			n = copy(p, d.pending)
			d.pending = d.pending[n:]
			return n, nil
		}
		if d.open == nil {
			if err := d.next(); err != nil {
				return 0, err
			}
			continue
		}
		if n, err = d.open.Read(p); n > 0 {
			d.text += int64(n)
			return n, nil
		}
		if err != nil {
			d.open = nil
			if d.from.err != nil {
				return 0, d.from.err
			}
			d.end(err)
		}
	}
	return 0, nil
}

// end ends a member or frame because of an error.
func (d *DamagedReader) end(err error) {
	switch {
	case err == io.EOF:
	case errors.Is(err, gzip.ErrChecksum):
		d.skipped(Skip{Offset: d.from.offset(), Text: d.text, Err: Error(d.form, err)})
	case errors.Is(err, zstd.ErrCRCMismatch):
		d.damage, d.since = Error(d.form, err), d.from.offset() // the decompressor keeps the last block of the frame
	default:
		d.damage, d.since = Error(d.form, err), d.from.offset()
		d.from.seek(d.begin + 1) // what was decompressed last may have been read behind the end of the member or frame
	}
}

// next begins the next member or frame. Data that does not begin like one is skipped. At the end of the data, next returns io.EOF.
func (d *DamagedReader) next() error {
	for {
		head := d.from.peek(HeadSize)
		at := d.from.offset()
		switch {
		case d.from.err != nil:
			return d.from.err
		case len(head) == 0:
			if at == 0 {
				d.damage = &TruncatedError{d.form}
			}
			d.skip(at)
			return io.EOF
		case d.damage == nil && !Begins(d.form, head):
			d.damage, d.since = Stray(d.form), at
			if at == 0 {
				d.damage = NotAtAll(d.form)
			}
			if head[0] == 0 && at > 0 && d.from.skipZeros() {
				d.damage = nil
				continue
			}
			fallthrough
		case d.damage != nil:
			if !d.from.search(d.form) {
				continue
			}
		}
		d.begin = d.from.offset()
		opened, err := d.start()
		if err == nil && d.damage == nil {
			d.open = opened
			return nil
		}
		if err == nil && d.isProbable(opened) {
			return nil
		}
		if d.damage == nil {
			d.damage, d.since = Error(d.form, err), d.begin
		}
		d.from.seek(d.begin + 1)
	}
}

// proof is how many bytes must be decompressed without an error before a member or frame in damaged data is taken for one.
const proof = 512

// isProbable reports whether what has been found in damaged data is a member or frame, and begins to read it.
func (d *DamagedReader) isProbable(opened io.Reader) bool {
	b := make([]byte, 1, 1+proof)
	b[0] = '\n'
	for len(b) < cap(b) {
		n, err := opened.Read(b[len(b):cap(b)])
		if b = b[:len(b)+n]; err == io.EOF {
			break
		}
		if err != nil {
			return false
		}
	}
	if d.since == 0 && d.text == 0 && !IsDamaged(d.damage) {
		d.damage = before(d.form)
	}
	d.skip(d.begin)
	if d.text == 0 {
		b = b[1:]
	}
	d.open, d.pending = opened, b
	d.text += int64(len(b))
	return true
}

// skip reports the data that has been skipped, up to an offset.
func (d *DamagedReader) skip(end int64) {
	if d.damage != nil {
		d.skipped(Skip{min(d.since, end), max(end-d.since, 0), d.text, d.damage})
	}
	d.damage = nil
}

// start returns a reader of the member or frame that begins at the next byte.
func (d *DamagedReader) start() (_ io.Reader, err error) {
	if d.form == Gzip {
		if d.gzip == nil {
			d.gzip, err = gzip.NewReader(&d.from)
		} else {
			err = d.gzip.Reset(&d.from)
		}
		if err != nil {
			return nil, err
		}
		d.gzip.Multistream(false)
		return d.gzip, nil
	}
	if d.zstd == nil {
		if d.zstd, err = newDecoder(nil); err != nil {
			return nil, err
		}
	}
	if err := d.zstd.Reset(&frame{from: &d.from}); err != nil {
		return nil, err
	}
	return d.zstd, nil
}
