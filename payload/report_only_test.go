package payload_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/payload"
)

// With ReportOnly, every request reaches the next handler as it was sent, and the reports are the refusals without it.
func TestReportOnlyPassesEverythingOn(t *testing.T) {
	const limit = 1000
	long := `"` + strings.Repeat("x", 10*limit) + `"`
	broken := errors.New("broken")
	for name, request := range map[string]func() *http.Request{
		"valid":           func() *http.Request { return post(`{"role":"user"}`) },
		"names":           func() *http.Request { return post(`{"role":"user","Role":"admin"}`) },
		"syntax":          func() *http.Request { return post(`[1,]`) },
		"empty":           func() *http.Request { return post(``) },
		"no body":         func() *http.Request { r := post(``); r.Body = nil; return r },
		"type":            func() *http.Request { return post(`[]`, "Content-Type", "text/plain") },
		"gzip":            func() *http.Request { return encoded(encoders["gzip"]([]byte(`[1]`)), "gzip") },
		"gzip of errors":  func() *http.Request { return encoded(encoders["gzip"]([]byte(`[1,]`)), "gzip") },
		"no gzip":         func() *http.Request { return encoded([]byte(`[1]`), "gzip") },
		"bomb":            func() *http.Request { return encoded(encoders["gzip"]([]byte(long)), "gzip") },
		"too large":       func() *http.Request { return post(long) },
		"large in chunks": func() *http.Request { r := post(long); r.ContentLength = -1; return r },
		"broken": func() *http.Request {
			r := post(``)
			r.ContentLength, r.Body = -1, io.NopCloser(io.MultiReader(strings.NewReader(`[1`), iotest.ErrReader(broken)))
			return r
		},
	} {
		for _, bytesLeft := range []int64{1 << 20, 2000, 0} {
			var sent []byte
			var sentErr error
			if r := request(); r.Body != nil {
				sent, sentErr = io.ReadAll(r.Body)
			}
			budget := payload.NewBudget(bytesLeft)
			opts := payload.Options{MaxBytes: limit, Budget: budget}
			refused, reported, passed := "", "", 0
			opts.OnError = func(_ http.ResponseWriter, _ *http.Request, e *payload.Error) { refused = e.Code() }
			serve(http.NotFoundHandler(), opts, request())
			opts.OnError = func(http.ResponseWriter, *http.Request, *payload.Error) { t.Errorf("%s: refused", name) }
			r := request()
			read := &countedBody{ReadCloser: r.Body}
			if r.Body != nil {
				r.Body = read
			}
			opts.ReportOnly = func(_ *http.Request, e *payload.Error) {
				if reported = e.Code(); read.n > limit+4<<10 {
					t.Errorf("%s: %d bytes are in memory", name, read.n)
				}
			}
			serve(http.HandlerFunc(func(_ http.ResponseWriter, got *http.Request) {
				passed++
				var body []byte
				var err error
				if got.Body != nil {
					body, err = io.ReadAll(got.Body)
				}
				if !bytes.Equal(body, sent) || !errors.Is(err, sentErr) || !reflect.DeepEqual(got.Header, r.Header) || got.ContentLength != r.ContentLength {
					t.Errorf("%s, %d bytes: got %.100q, %v, want %.100q, %v", name, bytesLeft, body, err, sent, sentErr)
				}
			}), opts, r)
			if passed != 1 || (refused == "") != (reported == "") || bytesLeft == 1<<20 && reported != refused {
				t.Errorf("%s, %d bytes: passed on %d times, reported %q, refused %q", name, bytesLeft, passed, reported, refused)
			}
			if left := payload.Left(budget); left != bytesLeft {
				t.Errorf("%s: %d bytes of the budget are left, %d before", name, left, bytesLeft)
			}
		}
	}
}

// A countedBody counts the bytes that are read.
type countedBody struct {
	io.ReadCloser
	n int
}

func (b *countedBody) Read(p []byte) (n int, err error) {
	n, err = b.ReadCloser.Read(p)
	b.n += n
	return n, err
}
