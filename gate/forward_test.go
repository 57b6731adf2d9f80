package gate

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

const talk = `
openapi: 3.1.1
info: {title: Talk, version: "1"}
paths:
  /talk/{room}:
    get:
      parameters:
        - {name: room, in: path, required: true, schema: {type: integer}}
        - {name: X-Version, in: header, required: true, schema: {type: integer}}
      responses: {"101": {description: a WebSocket}}
`

// What is checked is what the reverse proxy of Caddy sends to the service.
func TestForwarded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "talk.yaml")
	if err := os.WriteFile(file, []byte(talk), 0o600); err != nil {
		t.Fatal(err)
	}
	h, logs := provisioned(t, `{"openapi": "`+filepath.ToSlash(file)+`", "pass_unknown": true, "responses": "enforce"}`)
	for _, c := range []struct {
		name    string
		method  string
		target  string
		proto   string
		header  http.Header
		status  int
		upgrade string // that the service gets
	}{
		{"a WebSocket", "GET", "/talk/1", "", http.Header{"X-Version": {"1"}, "Connection": {"keep-alive, Upgrade"}, "Upgrade": {"WebSocket"}}, 101, "WebSocket"},
		{"HTTP/2", "GET", "/talk/1", "", http.Header{"X-Version": {"1"}, "Connection": {"Upgrade, HTTP2-Settings"}, "Upgrade": {"h2c"}, "Http2-Settings": {"AAMAAABkAAQAAP__"}}, 101, ""},
		{"HTTP/2 first", "GET", "/talk/1", "", http.Header{"X-Version": {"1"}, "Connection": {"upgrade"}, "Upgrade": {"h2c", "websocket"}}, 101, ""},
		{"a field that is removed", "GET", "/talk/1", "", http.Header{"X-Version": {"1"}, "Connection": {"x-version"}}, 400, ""},
		{"one of several", "GET", "/talk/1", "", http.Header{"X-Version": {"1"}, "Connection": {"keep-alive", "close, x-version"}}, 400, ""},
		{"another field", "GET", "/talk/1", "", http.Header{"X-Version": {"1"}, "Connection": {"X-Other"}, "X-Other": {"1"}}, 101, ""},
		{"over HTTP/2", "CONNECT", "/talk/1", "HTTP/2.0", http.Header{"X-Version": {"1"}, ":protocol": {"websocket"}}, 200, ""},
		{"invalid over HTTP/2", "CONNECT", "/talk/x", "HTTP/2.0", http.Header{"X-Version": {"1"}, ":protocol": {"websocket"}}, 400, ""},
		{"over HTTP/3", "CONNECT", "/talk/1", "websocket", http.Header{"X-Version": {"1"}}, 200, ""},
		{"invalid over HTTP/3", "CONNECT", "/talk/x", "websocket", http.Header{"X-Version": {"1"}}, 400, ""},
		{"unknown over HTTP/3", "CONNECT", "/other", "websocket", nil, 200, ""},
	} {
		r := httptest.NewRequest("GET", c.target, nil)
		r.Method, r.Header = c.method, c.header.Clone()
		if c.proto != "" {
			r.Proto = c.proto
		}
		w := httptest.NewRecorder()
		err := h.ServeHTTP(w, r, caddyhttp.HandlerFunc(func(w http.ResponseWriter, got *http.Request) error {
			if got.Method != c.method || c.proto != "" && got.Body != r.Body || got.Header.Get("Upgrade") != c.upgrade || got.Header.Get("X-Other") != "" {
				t.Errorf("%s: the service got %s with %v", c.name, got.Method, got.Header)
			}
			if c.method != "CONNECT" {
				w.WriteHeader(http.StatusSwitchingProtocols)
				return nil
			}
			io.WriteString(w, "frames") // after status 200
			return http.NewResponseController(w).Flush()
		}))
		if err != nil || w.Code != c.status || w.Code == 200 && w.Body.String() != "frames" {
			t.Errorf("%s: %d %v; want %d\n%s", c.name, w.Code, err, c.status, w.Body)
		}
		if c.status == 200 && logs.FilterMessage("response").Len() > 0 {
			t.Errorf("%s: a response was logged: %v", c.name, logs.All())
		}
		logs.TakeAll()
	}
}
