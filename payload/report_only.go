package payload

import (
	"io"
	"net/http"
)

// reportOnly passes on r to next as it is, after it has reported what is wrong with it. The part of the body that has been read is in memory
// until the next handler returns.
func (o *Options) reportOnly(next http.Handler, w http.ResponseWriter, r *http.Request) {
	passed, read := r, r
	if !hasNoBody(r) {
		kept, e := o.newBuffer()
		if e != nil {
			o.ReportOnly(r, e)
			next.ServeHTTP(w, r)
			return
		}
		defer kept.abandon() // a goroutine that the handler started may still read the bytes
		body := &keptBody{ReadCloser: r.Body, kept: kept}
		read, passed = r.WithContext(r.Context()), r.WithContext(r.Context())
		read.Body, passed.Body = body, &replayedBody{keptBody: body}
	}
	b, e := o.observe(w, read, nil)
	if b != nil {
		b.free()
	}
	if e != nil {
		o.ReportOnly(r, e)
	}
	next.ServeHTTP(w, passed)
}

// A keptBody keeps what is read from a body.
type keptBody struct {
	io.ReadCloser
	kept *buffer
	err  error // the error of the body, or nil
}

// Read reads the body, unless the budget has no memory to keep the bytes.
func (b *keptBody) Read(p []byte) (n int, err error) {
	if size := len(b.kept.data) + len(p); size > cap(b.kept.data) {
		if err := b.kept.move(max(size, min(2*cap(b.kept.data), b.kept.limit+1))); err != nil {
			return 0, err
		}
	}
	n, b.err = b.ReadCloser.Read(p)
	b.kept.data = append(b.kept.data, p[:n]...)
	return n, b.err
}

// A replayedBody returns again what has been read from a body, and then the rest.
type replayedBody struct {
	*keptBody
	replayed int // how many of the kept bytes have been returned again
}

func (b *replayedBody) Read(p []byte) (n int, err error) {
	switch {
	case b.replayed < len(b.kept.data):
		n = copy(p, b.kept.data[b.replayed:])
		b.replayed += n
		return n, nil
	case b.err != nil:
		return 0, b.err
	}
	return b.ReadCloser.Read(p)
}
