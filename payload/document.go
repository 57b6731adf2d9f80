package payload

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"sync"
)

// A document is a body that has been let through, and the context of the request that has it.
type document struct {
	context.Context
	body body
}

// contextKey is what Bytes finds the document by.
type contextKey struct{}

// Value returns d itself to Bytes.
func (d *document) Value(key any) any {
	if key == (contextKey{}) {
		return d
	}
	return d.Context.Value(key)
}

// Bytes returns the body of a request that [Handler] has let through, as it is without its
// content codings, and whether or not it has been read. It copies nothing. The bytes may be kept, but
// must not be changed: the body is read from them. Bytes returns nil for a request that has no
// body or has not come through Handler, and when the handler has returned.
func Bytes(ctx context.Context) []byte {
	if d, ok := ctx.Value(contextKey{}).(*document); ok {
		return d.body.share()
	}
	return nil
}

// newDocument returns the document for what r has sent.
func newDocument(r *http.Request, b *buffer) *document {
	d := &document{Context: r.Context(), body: body{buffer: b}}
	d.body.rest.Reset(b.data)
	return d
}

// request returns r with the document as its body.
func (d *document) request(r *http.Request) *http.Request {
	r = r.WithContext(d)
	r.Body = &d.body
	r.ContentLength = d.body.rest.Size()
	r.TransferEncoding = nil
	if r.Header["Content-Encoding"] != nil {
		r.Header = r.Header.Clone()
		r.Header.Del("Content-Encoding")
		r.Header.Set("Content-Length", strconv.FormatInt(r.ContentLength, 10))
	}
	return r
}

// A body is the body of a request, in memory.
type body struct {
	mu     sync.Mutex
	buffer *buffer // nil when the handler has returned
	rest   bytes.Reader
	shared bool // somebody has the bytes, so they must not be used for anything else
	closed bool
}

// Read reads the body.
func (b *body) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return 0, http.ErrBodyReadAfterClose
	}
	return b.rest.Read(p)
}

// Close ends the reading. It takes nothing away from Bytes.
func (b *body) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return nil
}

// share returns the bytes for somebody to keep.
func (b *body) share() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.buffer == nil {
		return nil
	}
	b.shared = true
	return b.buffer.bytes()
}

// release gives the buffer back when the handler has returned. A goroutine that it has left
// behind may still read, and gets an error rather than the bytes of another request.
func (b *body) release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.rest.Reset(nil)
	if b.shared {
		b.buffer.abandon()
	} else {
		b.buffer.free()
	}
	b.buffer = nil
}
