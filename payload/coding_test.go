package payload_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assayjson/assay/payload"
	"github.com/klauspost/compress/zstd"
)

// quoted returns a JSON document of n bytes.
func quoted(n int) []byte { return []byte(`"` + strings.Repeat("x", n-2) + `"`) }

func encoded(body []byte, coding string) *http.Request {
	return post(string(body), "Content-Encoding", coding)
}

func TestEncodings(t *testing.T) {
	const limit = 150_000 // more than one block of zstd
	for name, encode := range encoders {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{2, 3, 100, 4095, 4096, 4097, 30_000, limit - 1, limit} {
				w := serve(echo, payload.Options{MaxBytes: limit}, encoded(encode(quoted(size)), codingOf(name)))
				if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), quoted(size)) || w.Header().Get("X-Encoding") != "" {
					t.Errorf("%d bytes: status %d, %d bytes, %.300s", size, w.Code, w.Body.Len(), w.Body)
				}
			}
			for _, size := range []int{limit + 1, limit + 2, 2 * limit, 10 * limit} {
				w := serve(echo, payload.Options{MaxBytes: limit}, encoded(encode(quoted(size)), codingOf(name)))
				if w.Code != 413 {
					t.Errorf("%d bytes: status %d", size, w.Code)
				}
			}
		})
	}
}

// A truncated body is refused. A body with one changed byte may be accepted, because not all
// formats have a checksum.
func TestDamagedEncodings(t *testing.T) {
	body := []byte(`{"a":[1,2,3],"b":"` + strings.Repeat("abc", 20) + `"}`)
	for name, encode := range encoders {
		t.Run(name, func(t *testing.T) {
			coded := encode(body)
			for n := range coded {
				w := serve(echo, payload.Options{}, encoded(coded[:n], codingOf(name)))
				if p := readProblem(t, w.Code, w.Header(), w.Body.Bytes()); w.Code != 400 || n > 0 && p.Kind != "bad-encoding" && p.Kind != "empty" {
					t.Errorf("cut to %d of %d: status %d, %s", n, len(coded), w.Code, p.Kind)
				}
				damaged := bytes.Clone(coded)
				damaged[n] ^= 0x11
				if w := serve(echo, payload.Options{}, encoded(damaged, codingOf(name))); w.Code != 400 && w.Code != 200 && w.Code != 413 {
					t.Errorf("byte %d changed: status %d, %.300s", n, w.Code, w.Body)
				}
			}
			w := serve(echo, payload.Options{}, encoded(append(coded, "???????"...), codingOf(name)))
			if p := readProblem(t, w.Code, w.Header(), w.Body.Bytes()); p.Kind != "bad-encoding" {
				t.Errorf("bytes at the end: status %d, %s", w.Code, p.Kind)
			}
		})
	}
}

func TestSeveralEncodings(t *testing.T) {
	body := []byte(`{"a":1}`)
	gzipped := encoders["gzip"](body)
	both := encoders["zstd"](gzipped)
	thrice := encoders["deflate"](both)
	tests := []struct {
		name   string
		body   []byte
		coding []string
		opts   payload.Options
		want   int
	}{
		{"identity", body, []string{"identity"}, payload.Options{}, 200},
		{"empty", body, []string{""}, payload.Options{}, 200},
		{"upper case", gzipped, []string{"GZip"}, payload.Options{}, 200},
		{"x-gzip", gzipped, []string{"x-gzip"}, payload.Options{}, 200},
		{"with identity", gzipped, []string{"identity, gzip,, "}, payload.Options{}, 200},
		{"two", both, []string{"gzip, zstd"}, payload.Options{}, 200},
		{"two fields", both, []string{"gzip", "zstd"}, payload.Options{}, 200},
		{"wrong order", both, []string{"zstd, gzip"}, payload.Options{}, 400},
		{"one too many", thrice, []string{"gzip, zstd, deflate"}, payload.Options{}, 415},
		{"three", thrice, []string{"gzip, zstd, deflate"}, payload.Options{MaxEncodings: 3}, 200},
		{"unknown", body, []string{"br"}, payload.Options{}, 415},
		{"none allowed", gzipped, []string{"gzip"}, payload.Options{Encodings: []string{}}, 415},
		{"another allowed", gzipped, []string{"gzip"}, payload.Options{Encodings: []string{"zstd"}}, 415},
		{"this one allowed", gzipped, []string{"gzip"}, payload.Options{Encodings: []string{"gzip"}}, 200},
		{"allowed, but unknown", body, []string{"br"}, payload.Options{Encodings: []string{"br"}}, 415},
		{"two members", append(bytes.Clone(encoders["gzip"]([]byte(`{"a":`))), encoders["gzip"]([]byte(`1}`))...), []string{"gzip"}, payload.Options{}, 200},
		{"two frames", append(bytes.Clone(encoders["zstd"]([]byte(`{"a":`))), encoders["zstd"]([]byte(`1}`))...), []string{"zstd"}, payload.Options{}, 200},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := encoded(test.body, "")
			r.Header["Content-Encoding"] = test.coding
			w := serve(echo, test.opts, r)
			if w.Code != test.want {
				t.Errorf("status %d, want %d: %.300s", w.Code, test.want, w.Body)
			}
			if w.Code == 200 && w.Body.String() != string(body) {
				t.Errorf("got %.100q", w.Body)
			}
		})
	}
}

// The limit also applies to the results of intermediate codings, even if the final result is tiny.
func TestBombBetween(t *testing.T) {
	nothing := bytes.Repeat(encoders["gzip"](nil), 50_000)
	body := encoders["gzip"](nothing)
	w := serve(echo, payload.Options{}, encoded(body, "gzip, gzip"))
	if w.Code != 413 {
		t.Errorf("%d bytes, %d between: status %d", len(body), len(nothing), w.Code)
	}
}

// A zstd encoder may use a window of up to 8 MiB, even for short bodies (RFC 9659).
func TestZstdWindow(t *testing.T) {
	for _, test := range []struct{ window, want int }{{1 << 10, 200}, {8 << 20, 200}, {16 << 20, 400}} {
		var b bytes.Buffer
		z := must(zstd.NewWriter(&b, zstd.WithWindowSize(test.window)))
		must(z.Write([]byte(`{"a":`)))
		must(0, z.Flush())
		must(z.Write([]byte(`1}`)))
		must(0, z.Close())
		if w := serve(echo, payload.Options{}, encoded(b.Bytes(), "zstd")); w.Code != test.want {
			t.Errorf("window of %d bytes: status %d, want %d", test.window, w.Code, test.want)
		}
	}
}

// The next handler gets a changed copy of the header. The header of the original request is not
// changed.
func TestHeaderIsNotChanged(t *testing.T) {
	r := encoded(encoders["gzip"]([]byte(`{"a":1}`)), "gzip")
	r.Header.Set("Content-Length", "31")
	next := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Content-Length") != "7" || r.Header["Content-Encoding"] != nil {
			t.Errorf("header %v", r.Header)
		}
	})
	payload.Handler(next, payload.Options{}).ServeHTTP(httptest.NewRecorder(), r)
	if r.Header.Get("Content-Encoding") != "gzip" || r.Header.Get("Content-Length") != "31" {
		t.Errorf("the client's header is now %v", r.Header)
	}
}
