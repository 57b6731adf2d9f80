package payload

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// A decoder removes a content coding from src and appends the decoded bytes to dst.
type decoder func(dst *buffer, src []byte) error

// decoders contains the supported content codings (RFC 9110, section 8.4.1, and RFC 8878).
var decoders = map[string]decoder{
	"deflate": inflate,
	"gzip":    gunzip,
	"zstd":    unzstd,
}

// encodings are the names of all supported content codings.
var encodings = []string{"gzip", "deflate", "zstd"}

// accepted returns the names of the content codings that o accepts.
func (o *Options) accepted() []string {
	if o.Encodings == nil {
		return encodings
	}
	return slices.DeleteFunc(slices.Clone(o.Encodings), func(name string) bool { return decoders[name] == nil })
}

// contentDecoders returns the decoders for the Content-Encoding in header, in the order in which
// they have to run.
func (o *Options) contentDecoders(header http.Header) ([]decoder, *Error) {
	values := header["Content-Encoding"]
	if len(values) == 0 {
		return nil, nil
	}
	var todo []decoder
	for name := range strings.SplitSeq(strings.Join(values, ","), ",") {
		name = strings.ToLower(strings.Trim(name, " \t"))
		if name == "x-gzip" { // RFC 9110, section 8.4.1.3
			name = "gzip"
		}
		if name == "" || name == "identity" {
			continue
		}
		if !slices.Contains(o.accepted(), name) || len(todo) == o.MaxEncodings {
			return nil, o.unsupportedEncoding()
		}
		todo = append(todo, decoders[name])
	}
	slices.Reverse(todo)
	return todo, nil
}

// unsupportedEncoding returns an Error that lists the accepted content codings, as RFC 9110,
// section 15.5.16, recommends.
func (o *Options) unsupportedEncoding() *Error {
	accepted := strings.Join(o.accepted(), ", ")
	if accepted == "" {
		return newError(UnsupportedEncoding, "The body must not have a Content-Encoding.").with("Accept-Encoding", "identity")
	}
	detail := fmt.Sprintf("The Content-Encoding must be one of: %s; at most %d may be combined.", accepted, o.MaxEncodings)
	return newError(UnsupportedEncoding, detail).with("Accept-Encoding", accepted)
}

// decode decodes the content codings of b one after the other. Each of them is decoded into a new
// buffer, so the limit applies to each result. It returns the buffer with the last result, and
// frees the others. An empty body is never decoded.
func (o *Options) decode(b *buffer, todo []decoder) (*buffer, *Error) {
	if len(b.data) == 0 {
		return b, nil
	}
	for _, undo := range todo {
		plain, e := o.newBuffer()
		if e != nil {
			return b, e
		}
		if err := undo(plain, b.data); err != nil {
			plain.free()
			return b, o.decodeError(err)
		}
		b.free()
		b = plain
	}
	return b, nil
}

// These pools contain readers from the packages gzip, zlib and flate.
var gzips, zlibs, flates sync.Pool

func gunzip(dst *buffer, src []byte) error {
	r := bytes.NewReader(src)
	defer r.Reset(nil) // the pooled gzip.Reader keeps a reference to r, so r must drop its reference to src
	z, _ := gzips.Get().(*gzip.Reader)
	if z == nil {
		z = new(gzip.Reader)
	}
	defer gzips.Put(z)
	if err := z.Reset(r); err != nil {
		return err
	}
	return dst.readAll(z) // decodes all members of the gzip file, and returns an error if other bytes follow (RFC 1952, section 2.2)
}

// inflate decodes the content coding "deflate", which is the zlib format. It also accepts
// compressed data without the zlib header, because some clients send that (see the note in RFC
// 9110, section 8.4.1.2).
func inflate(dst *buffer, src []byte) error {
	r := bytes.NewReader(src)
	defer r.Reset(nil)
	read := readFlate
	if isZlib(src) {
		read = readZlib
	}
	if err := read(dst, r); err != nil {
		return err
	}
	if r.Len() > 0 {
		return errors.New("bytes after the end of the compressed data")
	}
	return nil
}

// isZlib reports whether b begins with a zlib header (RFC 1950, section 2.2). Compressed data
// without a header can begin like that only if it begins with a stored block that has nonzero
// padding bits. No encoder writes such bits.
func isZlib(b []byte) bool {
	const deflate = 8
	return len(b) >= 2 && b[0]&0x0F == deflate && b[0]>>4 <= 7 && (int(b[0])<<8|int(b[1]))%31 == 0
}

func readZlib(dst *buffer, r *bytes.Reader) error {
	z, _ := zlibs.Get().(io.ReadCloser)
	var err error
	if z == nil {
		z, err = zlib.NewReader(r)
	} else {
		err = z.(zlib.Resetter).Reset(r, nil)
	}
	if z != nil {
		defer zlibs.Put(z)
	}
	if err != nil {
		return err
	}
	return dst.readAll(z)
}

func readFlate(dst *buffer, r *bytes.Reader) error {
	z, _ := flates.Get().(io.ReadCloser)
	if z == nil {
		z = flate.NewReader(r)
	} else if err := z.(flate.Resetter).Reset(r, nil); err != nil {
		return err
	}
	defer flates.Put(z)
	return dst.readAll(z)
}

// maxWindow is the largest window that zstd may use as a content coding (RFC 9659).
const maxWindow = 8 << 20

// zstds is shared by all requests. It decodes from memory to memory. Its window is therefore the
// data decoded so far and takes no additional memory. At most one decoder per CPU runs at the same
// time.
var zstds = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic("BUG: " + err.Error()) // the options are constants, so they are valid
	}
	return d
})

// unzstd decodes zstd. It does not trust the size that a frame declares. Instead it calls the
// decoder with a small buffer first, and then with larger ones. Each buffer has room for size bytes
// and one more block. Therefore, if the decoder runs out of room, it has decoded more than size
// bytes. Any other failure means that the data is invalid.
func unzstd(dst *buffer, src []byte) error {
	for size := max(firstSize, 4*len(src)); ; size *= 4 {
		size = min(size, dst.limit)
		if err := dst.reserve(size + maxBlock); err != nil {
			return err
		}
		data, err := zstds().DecodeAll(src, dst.data[:0:size+maxBlock])
		switch full := len(data) > size || errors.Is(err, zstd.ErrDecoderSizeExceeded); {
		case err != nil && full && size < dst.limit:
			continue
		case err != nil && full, len(data) > dst.limit:
			return errTooLarge
		case err != nil:
			return err
		}
		dst.data = append(dst.data[:0], data...) // the decoder may have moved data
		return dst.fit()
	}
}
