package payload

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"sync"
)

// An acceptedBody is a body together with the context of its request.
type acceptedBody struct {
	context.Context
	body body
}

// contextKey is the context key with which Bytes finds the acceptedBody.
type contextKey struct{}

// Value returns d if the key is a contextKey. For other keys, it returns the value in the context
// of the request.
func (d *acceptedBody) Value(key any) any {
	if key == (contextKey{}) {
		return d
	}
	return d.Context.Value(key)
}

// Bytes returns the body of a request that [Handler] has accepted. The content codings have been
// decoded. Bytes does not depend on how much of Body has been read, and copies nothing. The caller
// may keep the bytes but must not modify them, because Body reads from them. Bytes returns nil if
// the request has no body, if it did not come through Handler, or if the handler has returned.
func Bytes(ctx context.Context) []byte {
	if d, ok := ctx.Value(contextKey{}).(*acceptedBody); ok {
		return d.body.share()
	}
	return nil
}

// newAcceptedBody returns the acceptedBody for a request r.
func newAcceptedBody(r *http.Request, b *buffer) *acceptedBody {
	d := &acceptedBody{Context: r.Context(), body: body{buffer: b}}
	d.body.rest.Reset(b.data)
	return d
}

// request returns a copy of r with d as the source of its body.
func (d *acceptedBody) request(r *http.Request) *http.Request {
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

// A body is the Body of a request that Handler passes on. It reads from memory.
type body struct {
	mu     sync.Mutex // guards all fields
	buffer *buffer    // nil after the handler has returned
	rest   bytes.Reader
	shared bool // other code may use the bytes, so they must not be reused
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

// Close makes all further reads fail. Bytes is not affected.
func (b *body) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return nil
}

// share returns the bytes of the body, which the caller may keep.
func (b *body) share() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.buffer == nil {
		return nil
	}
	b.shared = true
	return b.buffer.bytes()
}

// release releases the buffer after the handler has returned. If a goroutine that the handler
// started still reads the body, Read returns an error, so the goroutine never sees the bytes of
// another request.
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
