//go:build page

package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestEmbeddedPage(t *testing.T) {
	h, err := New(Options{Page: embedded, Token: "TOKEN"})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	for name, begin := range map[string]string{
		"": "<!doctype html>", "start.js": "", "main.js": "", "worker.js": "", "sw.js": "", "wasm_exec.js": "//", "style.css": "", "icon.svg": "<svg",
		"manifest.webmanifest": "{", "engine.wasm": "\x00asm", "engine-schema.wasm": "\x00asm", "licenses.txt": "@codemirror/",
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/s/TOKEN/"+name, nil))
		if body := w.Body.String(); w.Code != http.StatusOK || body == "" || !strings.HasPrefix(body, begin) {
			t.Errorf("%q: status %d, %d bytes, %.30q", name, w.Code, len(body), body)
		}
	}
}
