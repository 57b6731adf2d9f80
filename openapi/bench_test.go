package openapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(b []byte) (int, error) { return len(b), nil }
func (d discard) WriteHeader(int)             {}

// A POST of 200 bytes with a parameter in the path and one in the query.
func BenchmarkRequest(b *testing.B) {
	d := loadFor(b, strings.ReplaceAll(shop, "    put:", "    post:"))
	body := `{"total": 5.25, "note": "` + strings.Repeat("x", 173) + `"}`
	h := Handler(d, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), CheckOptions{})
	r := httptest.NewRequest("POST", "/v1/orders/17?dry=true", nil)
	r.Header.Set("Content-Type", "application/json")
	w := discard{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		r.Body = readCloser{strings.NewReader(body)}
		r.ContentLength = int64(len(body))
		h.ServeHTTP(w, r)
	}
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }
