package download

import (
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// server returns the address of a server on the loopback interface with good and bad answers.
func server(t *testing.T) string {
	mux := http.NewServeMux()
	text := func(path, text string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) })
	}
	text("/good", `{"type": "object"}`)
	text("/html", "\uFEFF \n<!DOCTYPE html>")
	text("/text", "{\n  \"a\": 1,,\n}")
	text("/empty", "")
	text("/long", `"`+strings.Repeat("x", 3<<20)+`"`)
	mux.HandleFunc("/zipped", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		fmt.Fprint(z, strings.Repeat(" ", 3<<20))
		z.Close()
	})
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/good", http.StatusFound) })
	mux.HandleFunc("/circle", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/circle", http.StatusFound) })
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
	})
	mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, `{"type": "object"}`)
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{`)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	mux.HandleFunc("/agent", func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "%q", r.UserAgent()) })
	mux.HandleFunc("/broken", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s.URL
}

func TestGet(t *testing.T) {
	at := server(t)
	for path, want := range map[string]string{
		"/good": `{"type": "object"}`, "/redirect": `{"type": "object"}`, "/agent": `"jsonlint/x"`,
		"/none":   `the server answered "404 Not Found"`,
		"/html":   "the answer is not JSON, but HTML or XML",
		"/text":   "the answer is not JSON: line 2, column 10: ",
		"/empty":  "the answer is not JSON: line 1, column 1: ",
		"/long":   "longer than 2 MiB",
		"/zipped": "longer than 2 MiB",
		"/circle": "more than 10 redirects",
		"/file":   `redirected to "file:///etc/passwd": schemas are downloaded with https or http, not with "file"`,
		"/cut":    "the connection ended too early",
		"/broken": "EOF",
	} {
		c := New("jsonlint/x")
		c.Limit = 2 << 20
		data, err := c.Get(context.Background(), at+path, true)
		got := string(data)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, want) || want == "" {
			t.Errorf("%s: %.200q, want %q", path, got, want)
		}
	}
}

func TestTimeout(t *testing.T) {
	at := server(t)
	c := New("x")
	c.Timeout = 50 * time.Millisecond
	if _, err := c.Get(context.Background(), at+"/slow", true); err == nil || err.Error() != "no complete answer within 50ms" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Get(ctx, at+"/good", true); err == nil {
		t.Error("a cancelled download succeeds")
	}
}

// A redirect must not leave https.
func TestRedirectToHTTP(t *testing.T) {
	s := httptest.NewTLSServer(http.RedirectHandler(server(t)+"/good", http.StatusFound))
	defer s.Close()
	c := New("x")
	c.transport = s.Client().Transport.(*http.Transport)
	if _, err := c.Get(context.Background(), s.URL, true); err == nil || !strings.Contains(err.Error(), "redirected from https to") {
		t.Error(err)
	}
	c = New("x") // which does not trust the certificate
	if _, err := c.Get(context.Background(), s.URL, true); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Error(err)
	}
}

func TestCheckURL(t *testing.T) {
	for name, ok := range map[string]bool{
		"https://x/y": true, "http://x": true, "ftp://x": false, "file:///x": false, "https:///x": false, "https://u:p@x/": false, "x": false, "https://x y/": false,
	} {
		if err := CheckURL(name); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
