package payload_test

import (
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/assayjson/assay/payload"
)

// If a handler keeps a request after the handler has returned, the request must not give access to
// the body of a later request.
func TestAfterReturn(t *testing.T) {
	var kept *http.Request
	keep := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { kept = r })
	serve(keep, payload.Options{}, post(`"first"`))
	first := kept
	serve(echo, payload.Options{}, post(`"second"`))
	if n, err := first.Body.Read(make([]byte, 10)); n != 0 || err != http.ErrBodyReadAfterClose {
		t.Errorf("read %d bytes, %v", n, err)
	}
	if got := payload.Bytes(first.Context()); got != nil {
		t.Errorf("there are bytes: %s", got)
	}
}

func TestBytesMayBeKept(t *testing.T) {
	var kept []byte
	keep := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { kept = payload.Bytes(r.Context()) })
	serve(keep, payload.Options{}, post(`"first"`))
	for range 10 {
		serve(echo, payload.Options{}, post(`"second"`))
	}
	if string(kept) != `"first"` || cap(kept) != len(kept) {
		t.Errorf("%s, with room for %d", kept, cap(kept))
	}
}

func TestBytesOfOthers(t *testing.T) {
	if b := payload.Bytes(context.Background()); b != nil {
		t.Errorf("%q", b)
	}
}

// Handlers may read Body in parts and close it. Bytes still returns the whole body.
func TestBody(t *testing.T) {
	next := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		part := make([]byte, 3)
		must(io.ReadFull(r.Body, part))
		if string(part) != `{"a` {
			t.Errorf("%s", part)
		}
		must(0, r.Body.Close())
		if _, err := r.Body.Read(part); err != http.ErrBodyReadAfterClose {
			t.Errorf("after Close: %v", err)
		}
		if string(payload.Bytes(r.Context())) != `{"a":1}` {
			t.Error("Bytes has changed")
		}
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		if string(payload.Bytes(ctx)) != `{"a":1}` {
			t.Error("a derived context has no bytes")
		}
	})
	serve(next, payload.Options{}, post(`{"a":1}`))
}

type key struct{}

// The context that the next handler gets contains the values of the original context, and is
// cancelled when the original context is cancelled.
func TestContext(t *testing.T) {
	parent, cancel := context.WithCancel(context.WithValue(context.Background(), key{}, "value"))
	next := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Context().Value(key{}) != "value" {
			t.Error("the value is gone")
		}
		cancel()
		<-r.Context().Done()
	})
	serve(next, payload.Options{}, post(`{}`).WithContext(parent))
}

// Handler does not recover from panics of the next handler, such as http.ErrAbortHandler.
func TestPanic(t *testing.T) {
	defer func() {
		if recover() != http.ErrAbortHandler {
			t.Error("the panic is lost")
		}
	}()
	serve(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), payload.Options{}, post(`{}`))
}
