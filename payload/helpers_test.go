package payload_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/tokenizer"
	"github.com/klauspost/compress/zstd"
)

// A deadlineWriter is a recorder that accepts read deadlines, as a connection does.
type deadlineWriter struct{ *httptest.ResponseRecorder }

func (deadlineWriter) SetReadDeadline(time.Time) error { return nil }

// post returns a request with a JSON body and additional header fields.
func post(body string, header ...string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader([]byte(body)))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

// echo answers with the body of the request, and with the header fields of the request that
// describe the body.
var echo = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	if r.Body != http.NoBody && !bytes.Equal(data, payload.Bytes(r.Context())) {
		panic("Bytes and Body are not the same")
	}
	w.Header().Set("X-Encoding", r.Header.Get("Content-Encoding"))
	w.Header().Set("X-Transfer", r.Header.Get("Transfer-Encoding"))
	if r.ContentLength != int64(len(data)) || len(r.TransferEncoding) > 0 {
		panic("the length is wrong")
	}
	w.Write(data)
})

// serve runs a request through Handler.
func serve(next http.Handler, opts payload.Options, r *http.Request) *httptest.ResponseRecorder {
	return serveBy(payload.Handler(next, opts), r)
}

func serveBy(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// A problem is the body of the response to a refused request, as clients decode it.
type problem struct {
	Type, Title, Detail, Kind, Expected string
	Status, Line, Column                int
	Offset                              *int64
	Pointer                             *string
	PointerCut, ErrorsCut               bool
	ErrorsMore                          int
	Errors                              []struct {
		Pointer, Detail, Kind string
		Offset, Line, Column  int
		PointerCut            bool
	}
}

// readProblem decodes a problem, and checks that it conforms to RFC 9457.
func readProblem(t *testing.T, status int, header http.Header, body []byte) problem {
	t.Helper()
	if got := header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("Content-Type %q", got)
	}
	if err := tokenizer.Check(body, tokenizer.IJSON()); err != nil {
		t.Errorf("the problem is not I-JSON: %v", err)
	}
	var p problem
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatal(err)
	}
	if p.Status != status || p.Title == "" || p.Detail == "" || p.Type == "" || p.Kind == "" {
		t.Errorf("status %d, and the problem lacks something: %.300s", status, body)
	}
	return p
}

// encoders are functions that apply content codings.
var encoders = map[string]func([]byte) []byte{
	"gzip": func(b []byte) []byte {
		return encode(b, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	},
	"deflate": func(b []byte) []byte {
		return encode(b, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })
	},
	"raw deflate": func(b []byte) []byte {
		return encode(b, func(w io.Writer) io.WriteCloser { return must(flate.NewWriter(w, flate.BestCompression)) })
	},
	"zstd": func(b []byte) []byte {
		return encode(b, func(w io.Writer) io.WriteCloser { return must(zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))) })
	},
	"zstd at once": func(b []byte) []byte { return must(zstd.NewWriter(nil)).EncodeAll(b, nil) },
}

// codingOf returns the value of Content-Encoding for the encoder with the given name.
func codingOf(encoder string) string {
	switch encoder {
	case "raw deflate":
		return "deflate"
	case "zstd at once":
		return "zstd"
	}
	return encoder
}

func encode(b []byte, to func(io.Writer) io.WriteCloser) []byte {
	var out bytes.Buffer
	w := to(&out)
	// Write two parts, because the zstd encoder stores the size in the frame if it gets only one
	// part.
	must(w.Write(b[:len(b)/2]))
	must(w.Write(b[len(b)/2:]))
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
