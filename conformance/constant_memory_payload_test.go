package conformance

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/assayjson/assay/payload"
)

// While a body that is too large arrives, the memory is at most twice the limit, as the
// documentation of package payload states.
func TestPayloadMemory(t *testing.T) {
	const limit, size = 4 * mib, 5 * mib
	for name, read := range map[string]func(io.Reader) error{
		"Decode": func(r io.Reader) error {
			var v any
			return payload.Decode(httptest.NewRecorder(), requestOf(r), &v, payload.Options{MaxBytes: limit})
		},
		"Handler": func(r io.Reader) (err error) {
			next := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
			refused := func(_ http.ResponseWriter, _ *http.Request, e *payload.Error) { err = e }
			payload.Handler(next, payload.Options{MaxBytes: limit, OnError: refused}).ServeHTTP(httptest.NewRecorder(), requestOf(r))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := holder{read: read, most: 2*limit + 64*kib, holds: nothing}
			for _, s := range append(append([]shape{}, shapes...), faulty...) {
				var e *payload.Error
				if err := h.check(t, s, size); !errors.As(err, &e) || e.Kind != payload.TooLarge {
					t.Errorf("%s: %.100v, want an error of the kind %v", s.name, err, payload.TooLarge)
				}
			}
		})
	}
}

// requestOf returns a request whose body is read from r.
func requestOf(r io.Reader) *http.Request {
	request := httptest.NewRequest(http.MethodPost, "/", r)
	request.ContentLength = -1
	request.Header.Set("Content-Type", "application/json")
	return request
}
