package payload_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"net/http"
	"testing"

	"github.com/assayjson/assay/internal/testing/fuzzing"
	"github.com/assayjson/assay/payload"
	"github.com/assayjson/assay/tokenizer"
	"github.com/klauspost/compress/zstd"
)

// plain decodes a content coding in the simplest way. It returns nil if the data is invalid or if
// the data or the result exceeds the limit.
func plain(b []byte, coding string, limit int) []byte {
	var r io.Reader = bytes.NewReader(b)
	var err error
	switch coding {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "deflate":
		if r, err = zlib.NewReader(bytes.NewReader(b)); err != nil {
			r, err = flate.NewReader(bytes.NewReader(b)), nil
		}
	case "zstd":
		err = zstdOracle.Reset(r)
		r = zstdOracle
	}
	if err != nil {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil || len(data) > limit || len(b) > limit {
		return nil
	}
	return data
}

var zstdOracle = must(zstd.NewReader(nil, zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderConcurrency(1)))

// FuzzHandler compares Handler with plain and tokenizer.Check. The next handler must run if and
// only if the body decodes to valid JSON, and must get the decoded bytes.
func FuzzHandler(t *testing.F) {
	f := fuzzing.Of(t)
	const limit = 2000
	codings := []string{"", "gzip", "deflate", "zstd"}
	for _, test := range refusals {
		r := test.request()
		body, _ := io.ReadAll(io.LimitReader(r.Body, 5000))
		f.Add(body, uint8(0))
		for name, encode := range encoders {
			for i, coding := range codings {
				if codingOf(name) == coding {
					f.Add(encode(body), uint8(i))
				}
			}
		}
	}
	for _, n := range []int{limit - 1, limit, limit + 1, 1 << 20} {
		for name, encode := range encoders {
			for i, coding := range codings {
				if codingOf(name) == coding {
					f.Add(encode(quoted(n)), uint8(i))
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, which uint8) {
		coding := codings[int(which)%len(codings)]
		want := plain(body, coding, limit)
		valid := len(want) > 0 && tokenizer.Check(want, tokenizer.MaxDepth(payload.DefaultMaxDepth), tokenizer.UniqueFoldedNames()) == nil
		ran := false
		next := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			ran = true
			if got := must(io.ReadAll(r.Body)); !bytes.Equal(got, want) || !bytes.Equal(payload.Bytes(r.Context()), want) {
				t.Errorf("handed on %.200q, want %.200q", got, want)
			}
		})
		w := serve(next, payload.Options{MaxBytes: limit}, post(string(body), "Content-Encoding", coding))
		if ran && !valid {
			t.Errorf("let through: %.200q", want)
		}
		// For deflate, the function plain ignores bytes after the end of the data, but Handler
		// rejects them.
		if !ran && valid && coding != "deflate" {
			t.Errorf("refused: %.200q: %.300s", want, w.Body)
		}
		if !ran {
			readProblem(t, w.Code, w.Header(), w.Body.Bytes())
		}
	})
}
