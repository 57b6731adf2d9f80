package gate

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

// The beginning of an enforced document is held back although Caddy flushes each part of it. Other bodies are flushed.
func TestHold(t *testing.T) {
	long := `{"total": 1, "note": "` + strings.Repeat("x", 100) + `", `
	for _, c := range []struct {
		mode, mediaType, parts string
		settings               string
		status                 int
		first                  int // bytes that have been sent after the first Flush
		isCut                  bool
	}{
		{"enforce", "application/json", `{"total": |"1"}`, "", 500, 0, false},
		{"enforce", "application/json; charset=utf-8", `{"total": |1}`, "", 200, 0, false},
		{"enforce", "application/vnd.shop+json", `{"total": |"1"}`, "", 500, 0, false},
		{"enforce", "application/json", long + `|"more": 1}`, `, "hold": 100`, 200, len(long), true},
		{"enforce", "application/json", `{"total": |"1"}`, `, "hold": -1`, 200, 10, true},
		{"enforce", "text/event-stream", "data: 1\n\n|data: 2\n\n", "", 200, 9, false},
		{"report", "application/json", `{"total": |"1"}`, "", 200, 10, false},
	} {
		h, _ := provisioned(t, `{"openapi": "testdata/shop.yaml", "responses": "`+c.mode+`"`+c.settings+`}`)
		if c.mediaType == "text/event-stream" {
			h, _ = provisioned(t, `{"responses": "enforce"}`)
		}
		for _, isCopied := range []bool{false, true} {
			first, w, err := answer(h, c.mediaType, strings.Split(c.parts, "|"), isCopied)
			if w.Code != c.status || first != c.first || errors.Is(err, http.ErrAbortHandler) != c.isCut {
				t.Errorf("%s %s %s: %d %v, %d bytes after the first Flush; want %d, %d", c.mode, c.mediaType, c.settings, w.Code, err, first, c.status, c.first)
			}
		}
	}
}

// answer sends a request through a handler to a service that flushes each part of its answer. It returns how many bytes have been sent after
// the first part.
func answer(h *Handler, mediaType string, parts []string, isCopied bool) (first int, sent *httptest.ResponseRecorder, err error) {
	sent = httptest.NewRecorder()
	defer func() {
		if v := recover(); v != nil {
			err = v.(error)
		}
	}()
	err = h.ServeHTTP(sent, httptest.NewRequest("GET", "/orders/1", nil), caddyhttp.HandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Content-Type", mediaType)
		for i, part := range parts {
			if isCopied {
				io.Copy(w, struct{ io.Reader }{strings.NewReader(part)})
			} else {
				io.WriteString(w, part)
			}
			if err := http.NewResponseController(w).Flush(); err != nil {
				return err
			}
			if i == 0 {
				first = sent.Body.Len()
			}
		}
		return nil
	}))
	return first, sent, err
}
