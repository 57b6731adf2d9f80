package passing

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

const (
	mostCodings = 2         // content codings of a body
	maxWindow   = 8 << 20   // bytes, the largest window that zstd may use as a content coding (RFC 9659)
	maxDecoded  = 256 << 20 // bytes of a body after its codings have been decoded
)

// A coding is a content coding (RFC 9110, section 8.4.1, and RFC 8878). It returns a reader for what it decodes, and a function that
// must be called when nothing more is read.
type coding struct {
	name string
	open func(r *bufio.Reader) (decoded io.Reader, free func(), err error)
}

var codings = []coding{{"gzip", gunzip}, {"deflate", inflate}, {"zstd", unzstd}}

// codingsOf returns the content codings in a header, in the order in which they must be decoded. The result ok is false if some are not
// supported.
func codingsOf(header http.Header) (todo []coding, ok bool) {
	values := header["Content-Encoding"]
	if len(values) == 0 {
		return nil, true
	}
	for name := range strings.SplitSeq(strings.Join(values, ","), ",") {
		c, ok := codingOf(name)
		switch {
		case c == nil && ok:
			continue
		case !ok, len(todo) == mostCodings:
			return nil, false
		}
		todo = append(todo, *c)
	}
	slices.Reverse(todo)
	return todo, true
}

// codingOf returns a content coding, which is nil if a body is as it was. The result ok is false if the coding is not supported.
func codingOf(name string) (c *coding, ok bool) {
	name = strings.ToLower(strings.Trim(name, " \t"))
	if name == "x-gzip" { // RFC 9110, section 8.4.1.3
		name = "gzip"
	}
	if name == "" || name == "identity" {
		return nil, true
	}
	i := slices.IndexFunc(codings, func(c coding) bool { return c.name == name })
	if i < 0 {
		return nil, false
	}
	return &codings[i], true
}

// CanDecode reports whether bodies with a content coding can be checked.
func CanDecode(name string) bool {
	_, ok := codingOf(name)
	return ok
}

// A codingError is the error of a body that does not have the format of its Content-Encoding.
type codingError struct{ name string }

func (e *codingError) Error() string {
	return "not valid " + e.name + " data, despite the Content-Encoding"
}

// A decoding reads what a coding decodes.
type decoding struct {
	name    string
	source  *feed
	encoded *bufio.Reader
	decoded io.Reader
	left    int64 // how many bytes may still be decoded
}

// decode returns a reader for what the codings of a body decode, and a function that must be called at the end.
func decode(source *feed, todo []coding) (r io.Reader, free func(), err error) {
	var frees []func()
	free = func() {
		for _, f := range slices.Backward(frees) {
			f()
		}
	}
	r = source
	for _, c := range todo {
		encoded := bufio.NewReader(r)
		if _, err := encoded.Peek(1); err != nil {
			return encoded, free, nil // an empty body has not been encoded
		}
		d := &decoding{name: c.name, source: source, encoded: encoded, left: maxDecoded}
		decoded, f, err := c.open(encoded)
		if err != nil {
			return nil, free, d.failure(err)
		}
		d.decoded, frees = decoded, append(frees, f)
		r = d
	}
	return r, free, nil
}

func (d *decoding) Read(p []byte) (n int, err error) {
	n, err = d.decoded.Read(p)
	if d.left -= int64(n); d.left < 0 {
		return 0, ErrTooLong
	}
	switch {
	case err == io.EOF:
		if _, err := d.encoded.Peek(1); err != io.EOF { // bytes follow, or the source has failed
			return n, d.failure(err)
		}
	case err != nil:
		err = d.failure(err)
	}
	return n, err
}

// failure returns the error for err, the error of the decoder or of what it reads.
func (d *decoding) failure(err error) error {
	var inner *codingError
	switch {
	case d.source.err != nil && d.source.err != io.EOF:
		return d.source.err
	case errors.As(err, &inner), errors.Is(err, ErrTooLong):
		return err
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return ErrTooLong
	}
	return &codingError{d.name}
}

var gzips sync.Pool // of *gzip.Reader

func gunzip(r *bufio.Reader) (io.Reader, func(), error) {
	z, _ := gzips.Get().(*gzip.Reader)
	if z == nil {
		z = new(gzip.Reader)
	}
	return z, func() { gzips.Put(z) }, z.Reset(r)
}

// inflate decodes the content coding "deflate", which is the zlib format. Like package payload, it also accepts compressed data without
// the zlib header.
func inflate(r *bufio.Reader) (io.Reader, func(), error) {
	const deflate = 8
	if b, _ := r.Peek(2); len(b) == 2 && b[0]&0x0F == deflate && b[0]>>4 <= 7 && (int(b[0])<<8|int(b[1]))%31 == 0 {
		z, err := zlib.NewReader(r)
		return z, func() {}, err
	}
	return flate.NewReader(r), func() {}, nil
}

// unzstd decodes zstd in the goroutine that reads, because only that one may read a feed.
func unzstd(r *bufio.Reader) (io.Reader, func(), error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, nil, err
	}
	return z, z.Close, nil
}
