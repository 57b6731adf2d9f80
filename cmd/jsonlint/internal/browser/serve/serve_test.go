package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/assayjson/assay/disposition"
)

// site is a server for tests with a folder and a file beside it.
type site struct {
	t      *testing.T
	h      *Handler
	folder string
}

func newSite(t *testing.T, o Options) *site {
	t.Helper()
	s := &site{t: t, folder: filepath.Join(t.TempDir(), "data")}
	s.write("a.json", "[1]")
	s.write("sub/b.jsonl", "{}\n")
	s.write("sub/notes.txt", "x")
	s.write("node_modules/c.json", "{}")
	s.write(".git/d.json", "{}")
	s.write("../secret.json", "secret")
	s.write("../one.json", "{}")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("wasm"))
	z.Close()
	o.Page = fstest.MapFS{"index.html": {Data: []byte("<p>")}, "main.js": {Data: []byte("1")}, "main.js.br": {Data: []byte("br")}, "e.wasm.gz": {Data: packed.Bytes()}, "x.sh": {Data: []byte("x")}}
	o.Paths, o.Token, o.Version = []string{s.folder, filepath.Join(s.folder, "../one.json")}, "TOKEN", "v1"
	var err error
	if s.h, err = New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.h.Close)
	return s
}

func (s *site) write(name, text string) {
	name = filepath.Join(s.folder, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) read(name string) string {
	b, err := os.ReadFile(filepath.Join(s.folder, name))
	if err != nil {
		s.t.Error(err)
	}
	return string(b)
}

// do sends a request. Each header is "Name: value".
func (s *site) do(method, target, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = "127.0.0.1:1234"
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.h.ServeHTTP(w, r)
	return w
}

func (s *site) expect(status int, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	w := s.do(method, target, body, headers...)
	if w.Code != status {
		s.t.Errorf("%s %s %q: status %d (%s), want %d", method, target, headers, w.Code, strings.TrimSpace(w.Body.String()), status)
	}
	return w
}

const file = "/s/TOKEN/api/file?path="

// A server that ends while a file is being written leaves nothing behind.
func TestCloseWhileWriting(t *testing.T) {
	for range 3 {
		s := newSite(t, Options{})
		entries := func() int {
			all, err := os.ReadDir(s.folder)
			if err != nil {
				t.Fatal(err)
			}
			return len(all)
		}
		before, text := entries(), "["+strings.Repeat("1,", 1<<20)+"1]"
		put := make(chan int, 1)
		go func() {
			w := s.do("PUT", file+"data/a.json", text, "If-Match: "+tagOfText("[1]"))
			put <- w.Code
		}()
		for entries() == before && len(put) == 0 {
			runtime.Gosched()
		}
		s.h.Close()
		if status := <-put; status != http.StatusNoContent || entries() != before || s.read("a.json") != text {
			t.Errorf("status %d, and there are %d files instead of %d", status, entries(), before)
		}
	}
}

// tagOfText returns the ETag of a file with the given contents.
func tagOfText(text string) string {
	hash := sha256.Sum256([]byte(text))
	return tagOf(hash[:])
}

func TestAddress(t *testing.T) {
	s := newSite(t, Options{})
	for _, target := range []string{"/", "/s/", "/s/TOKEN", "/s/token/", "/s/TOKENS/", "/s//", "/s/TOKEN2/api/files", "/api/files", "/TOKEN/"} {
		s.expect(404, "GET", target, "")
	}
	for _, host := range []string{"localhost:1", "LOCALHOST", "127.0.0.1:9", "127.9.9.9", "[::1]:5", "[::1]"} {
		s.expect(200, "GET", "/s/TOKEN/", "", "Host: "+host)
	}
	for _, host := range []string{"evil.example", "evil.example:1234", "127.0.0.1.evil.example", "192.168.0.1:1234", "", "localhost.evil.example", "0.0.0.0:1"} {
		s.expect(421, "GET", "/s/TOKEN/", "", "Host: "+host)
	}
	s.expect(403, "GET", "/s/TOKEN/api/files", "", "Origin: http://evil.example")
	s.expect(403, "GET", "/s/TOKEN/api/files", "", "Origin: null")
	s.expect(403, "GET", "/s/TOKEN/api/files", "", "Origin: https://127.0.0.1:1234")
	s.expect(200, "GET", "/s/TOKEN/api/files", "", "Origin: http://127.0.0.1:1234", "Sec-Fetch-Site: same-origin")
	s.expect(403, "GET", "/s/TOKEN/api/files", "", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors")
	s.expect(403, "PUT", file+"data/a.json", "", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate")
	s.expect(200, "GET", "/s/TOKEN/", "", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate")

	remote := newSite(t, Options{Anywhere: true, Host: "box.local"})
	remote.expect(200, "GET", "/s/TOKEN/", "", "Host: 192.168.0.1:1234")
	remote.expect(200, "GET", "/s/TOKEN/", "", "Host: box.local:1234")
	remote.expect(421, "GET", "/s/TOKEN/", "", "Host: evil.example:1234")

	none := newSite(t, Options{})
	none.h.options.Token = ""
	none.expect(404, "GET", "/s//", "")
}

func TestHeaders(t *testing.T) {
	s := newSite(t, Options{})
	for _, target := range []string{"/", "/s/TOKEN/", "/s/TOKEN/api/files", file + "data/a.json"} {
		header := s.do("GET", target, "").Header()
		for name, want := range map[string]string{
			"Content-Security-Policy": "frame-ancestors 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := header.Get(name); !strings.Contains(got, want) {
				t.Errorf("%s: %s is %q", target, name, got)
			}
		}
	}
	w := s.expect(200, "GET", file+"data/a.json", "")
	if w.Body.String() != "[1]" || w.Header().Get("Content-Disposition") != `attachment; filename="a.json"` || w.Header().Get("Content-Type") != "application/octet-stream" || w.Header().Get("ETag") == "" {
		t.Errorf("%q %v", w.Body, w.Header())
	}
	if w := s.expect(200, "HEAD", file+"data/a.json", ""); w.Body.Len() != 0 || w.Header().Get("Content-Length") != "3" {
		t.Errorf("%q %v", w.Body, w.Header())
	}
}

func TestPage(t *testing.T) {
	s := newSite(t, Options{})
	for _, c := range []struct{ name, accept, body, encoding, media string }{
		{"", "", "<p>", "", "text/html; charset=utf-8"},
		{"index.html", "br, gzip", "<p>", "", "text/html; charset=utf-8"},
		{"main.js", "gzip, br", "br", "br", "text/javascript; charset=utf-8"},
		{"main.js", "br;q=0", "1", "", "text/javascript; charset=utf-8"},
		{"e.wasm", "", "wasm", "", "application/wasm"},
	} {
		w := s.expect(200, "GET", "/s/TOKEN/"+c.name, "", "Accept-Encoding: "+c.accept)
		if w.Body.String() != c.body || w.Header().Get("Content-Encoding") != c.encoding || w.Header().Get("Content-Type") != c.media {
			t.Errorf("%+v: %q %v", c, w.Body, w.Header())
		}
	}
	if w := s.expect(200, "GET", "/s/TOKEN/e.wasm", "", "Accept-Encoding: gzip"); w.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("%v", w.Header())
	}
	for _, name := range []string{"x.sh", "main.js.br", "none.js", "../main.js", "./main.js", "main.js/", "a%00.js"} {
		s.expect(404, "GET", "/s/TOKEN/"+name, "")
	}
	w := s.expect(405, "POST", "/s/TOKEN/main.js", "")
	if w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("%v", w.Header())
	}
}

func TestList(t *testing.T) {
	s := newSite(t, Options{ReadOnly: true})
	w := s.expect(200, "GET", "/s/TOKEN/api/files", "")
	if got := w.Body.String(); got != `{"version":"v1","writable":false,"files":[{"path":"data/a.json","size":3},{"path":"data/sub/b.jsonl","size":3},{"path":"one.json","size":2}]}` {
		t.Error(got)
	}
	s.expect(405, "PUT", "/s/TOKEN/api/files", "")
	s.expect(403, "PUT", file+"data/a.json", "", `If-Match: "x"`)
	if _, err := New(Options{Paths: []string{filepath.Join(s.folder, "none")}}); err == nil {
		t.Error("a missing file is accepted")
	}
}

func TestOutside(t *testing.T) {
	s := newSite(t, Options{})
	outside := []string{
		"", "secret.json", "../secret.json", "data/../secret.json", "data/../../secret.json", "data/%2e%2e/secret.json", "data//a.json", "/data/a.json",
		"data/sub/../../secret.json", "one.json/", "one.json/a", "data", "data/", "data/.", "none/a.json", `data\a.json`, `data/..\secret.json`, "data/a.json%00", "data/none.json",
	}
	for _, path := range outside {
		if w := s.do("GET", file+path, ""); w.Code < 400 || strings.Contains(w.Body.String(), s.folder) || strings.Contains(w.Body.String(), "secret\n") {
			t.Errorf("GET %s: %d %s", path, w.Code, w.Body)
		}
		if w := s.do("PUT", file+path, "x", "If-None-Match: *"); w.Code < 400 && path != "data/none.json" {
			t.Errorf("PUT %s: %d", path, w.Code)
		}
	}
	if s.read("../secret.json") != "secret" {
		t.Error("a file outside has been written")
	}
}

func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege")
	}
	s := newSite(t, Options{})
	for name, to := range map[string]string{"out.json": "../secret.json", "abs.json": filepath.Join(s.folder, "../secret.json"), "up": "..", "in.json": "a.json", "gone.json": "../new.json"} {
		if err := os.Symlink(to, filepath.Join(s.folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	s.expect(200, "GET", file+"data/in.json", "")
	s.expect(403, "GET", file+"data/out.json", "")
	s.expect(403, "GET", file+"data/abs.json", "")
	s.expect(403, "GET", file+"data/up/secret.json", "")
	tag := s.expect(200, "GET", file+"data/a.json", "").Header().Get("ETag")
	s.expect(403, "PUT", file+"data/in.json", "x", "If-Match: "+tag)
	for _, name := range []string{"out.json", "abs.json", "gone.json"} {
		s.expect(403, "PUT", file+"data/"+name, "x", "If-None-Match: *")
	}
	s.expect(403, "PUT", file+"data/up/new.json", "x", "If-None-Match: *")
	if s.read("a.json") != "[1]" || s.read("../secret.json") != "secret" {
		t.Error("a file has been written through a link")
	}
	if strings.Contains(s.do("GET", "/s/TOKEN/api/files", "").Body.String(), "out.json") {
		t.Error("links are listed")
	}
}

func TestSave(t *testing.T) {
	s := newSite(t, Options{Limit: 1000})
	target := file + "data/a.json"
	tag := s.expect(200, "GET", target, "").Header().Get("ETag")
	s.expect(428, "PUT", target, "[2]")
	s.expect(428, "PUT", target, "[2]", "If-Match: *")
	s.expect(412, "PUT", target, "[2]", `If-Match: "other"`)
	s.expect(412, "PUT", target, "[2]", "If-None-Match: *")
	s.expect(413, "PUT", target, strings.Repeat("x", 1001), "If-Match: "+tag)
	if s.read("a.json") != "[1]" {
		t.Fatalf("the file has been written: %q", s.read("a.json"))
	}
	w := s.expect(204, "PUT", target, "[2]", "If-Match: "+tag)
	if s.read("a.json") != "[2]" || w.Header().Get("ETag") != s.do("GET", target, "").Header().Get("ETag") {
		t.Errorf("%q %v", s.read("a.json"), w.Header())
	}
	s.expect(412, "PUT", target, "[3]", "If-Match: "+tag) // changed since
	s.write("a.json", "[9]")
	s.expect(412, "PUT", target, "[3]", "If-Match: "+w.Header().Get("ETag"))

	s.expect(204, "PUT", file+"data/sub/new%20%D1%84.json", "{}", "If-None-Match: *")
	if s.read("sub/new ф.json") != "{}" {
		t.Error("the new file is missing")
	}
	s.expect(412, "PUT", file+"data/sub/new%20%D1%84.json", "[]", "If-None-Match: *")
	s.expect(412, "PUT", file+"data/none.json", "[]", `If-Match: "x"`)
	s.expect(404, "PUT", file+"data/none/none.json", "[]", "If-None-Match: *")
	s.expect(403, "GET", file+"data/sub", "")
	for _, method := range []string{"POST", "DELETE", "PATCH", "OPTIONS"} {
		s.expect(405, method, target, "")
	}
	one := s.expect(200, "GET", file+"one.json", "").Header().Get("ETag")
	s.expect(204, "PUT", file+"one.json", "[]", "If-Match: "+one)
	if left, err := filepath.Glob(filepath.Join(s.folder, "*/.jsonlint-*")); err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %q", left)
	}
	if info, err := os.Stat(filepath.Join(s.folder, "a.json")); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// TestNames has files whose names are difficult.
func TestNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such names are not possible")
	}
	s := newSite(t, Options{})
	for _, name := range []string{"данные.json", `a"b'c.json`, "50%41.json", "a;b.json", "a\u202egnp.json"} {
		s.write(name, "{}")
		w := s.expect(200, "GET", file+"data/"+escape(name), "")
		field, err := disposition.Parse(w.Header().Get("Content-Disposition"))
		if err != nil || field.Filename() != disposition.SafeName(name) {
			t.Errorf("%q: %+v %v", name, field, err)
		}
	}
}

func escape(s string) (out string) {
	const digits = "0123456789ABCDEF"
	for _, c := range []byte(s) {
		out += "%" + string(digits[c>>4]) + string(digits[c&15])
	}
	return out
}

// TestRunNamesWhatIsMissing checks that errors name the missing file or folder, rather than a system call.
func TestRunNamesWhatIsMissing(t *testing.T) {
	empty := t.TempDir()
	missing := filepath.Join(empty, "missing")
	page := t.TempDir()
	if err := os.WriteFile(filepath.Join(page, "index.html"), []byte("<p>"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		page  string
		paths []string
		want  string
	}{
		{missing, nil, "--page: " + missing + ": "},
		{empty, nil, "--page: " + empty + ": index.html: "},
		{page, []string{missing}, missing + ": "},
	} {
		err := Run(t.Context(), "127.0.0.1:0", c.page, Options{Version: "v1", Paths: c.paths}, func(string) error { return errors.New("it serves") })
		if err == nil {
			t.Errorf("%s, %q: no error", c.page, c.paths)
		} else if reason, ok := strings.CutPrefix(err.Error(), c.want); !ok || strings.Contains(reason, "stat ") || strings.Contains(reason, "open ") {
			t.Errorf("%s, %q: %v", c.page, c.paths, err)
		}
	}
}

// TestRun starts a real server.
func TestRun(t *testing.T) {
	page := t.TempDir()
	if err := os.WriteFile(filepath.Join(page, "index.html"), []byte("<p>"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := Run(ctx, "127.0.0.1:0", page, Options{Version: "v1"}, func(address string) error {
		defer cancel()
		for target, status := range map[string]int{"": 200, "api/files": 200, "../x/": 404} {
			r, err := http.Get(address + target)
			if err != nil {
				return err
			}
			body, err := io.ReadAll(r.Body)
			r.Body.Close()
			if err != nil || r.StatusCode != status {
				t.Errorf("%s: %d %q %v", target, r.StatusCode, body, err)
			}
			if target == "api/files" && !json.Valid(body) {
				t.Errorf("%q", body)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		listen, page string
		anywhere     bool
	}{{"0.0.0.0:0", page, false}, {":0", page, false}, {"example.com:1", page, false}, {"127.0.0.1", page, false}, {"127.0.0.1:0", t.TempDir(), false}} {
		if err := Run(ctx, c.listen, c.page, Options{Anywhere: c.anywhere}, nil); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
	broken := errors.New("wrong")
	if err := Run(t.Context(), "localhost:0", page, Options{}, func(string) error { return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
}
