package gate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

// provisioned returns a handler with settings in JSON, and what it logs about messages.
func provisioned(t *testing.T, settings string) (*Handler, *observer.ObservedLogs) {
	t.Helper()
	h, err := provision(t, settings)
	if err != nil {
		t.Fatal(err)
	}
	core, logs := observer.New(zap.DebugLevel)
	h.journal = zap.New(core)
	return h, logs
}

func provision(t *testing.T, settings string) (*Handler, error) {
	t.Helper()
	h := new(Handler)
	if err := json.Unmarshal([]byte(settings), h); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := caddy.NewContext(caddy.Context{Context: context.Background()})
	t.Cleanup(cancel)
	return h, h.Provision(ctx)
}

// get sends a request through a handler to a service that answers with a body.
func send(t *testing.T, h *Handler, request, body, answer string) (*httptest.ResponseRecorder, error) {
	t.Helper()
	method, target, _ := strings.Cut(request, " ")
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	err := h.ServeHTTP(w, r, caddyhttp.HandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		if answer == "" {
			return caddyhttp.Error(http.StatusBadGateway, errors.New("no service"))
		}
		got, err := io.ReadAll(r.Body)
		if err != nil || string(got) != body {
			t.Errorf("the service got %q, %v", got, err)
		}
		if answer == "204" {
			w.WriteHeader(http.StatusNoContent)
			return nil
		}
		w.Header().Set("Content-Type", "application/json")
		_, err = io.WriteString(w, answer)
		return err
	}))
	return w, err
}

func TestHandler(t *testing.T) {
	for _, c := range []struct {
		settings, request, body, answer string
		status                          int
		outcome                         string // of the message that is logged, or ""
		counted                         string
	}{
		{`{"openapi": "testdata/shop.yaml"}`, "GET /orders/1", "", `{"total": 1}`, 200, "", "getOrder passed"},
		{`{"openapi": "testdata/shop.yaml"}`, "GET /orders/0", "", `{"total": 1}`, 400, "refused", "getOrder refused"},
		{`{"openapi": "testdata/shop.yaml"}`, "GET /nothing", "", `{"total": 1}`, 404, "refused", "unknown refused"},
		{`{"openapi": "testdata/shop.yaml"}`, "DELETE /orders/1", "", `{"total": 1}`, 405, "refused", "unknown refused"},
		{`{"openapi": "testdata/shop.yaml", "pass_unknown": true}`, "GET /nothing", "", `{"total": 1}`, 200, "", "unknown passed"},
		{`{"openapi": "testdata/shop.yaml"}`, "PUT /orders/1", `{"total": 1}`, "204", 204, "", "putOrder passed"},
		{`{"openapi": "testdata/shop.yaml"}`, "PUT /orders/1?dry=maybe", `{"total": 0}`, "204", 400, "refused", "putOrder refused"},
		{`{"openapi": "testdata/shop.yaml"}`, "PUT /orders/1", `{"total": 1, "total": 2}`, "204", 400, "refused", "putOrder refused"},
		{`{"openapi": "testdata/shop.yaml", "max_body": 10}`, "PUT /orders/1", `{"total": 1}`, "204", 413, "refused", "putOrder refused"},
		{`{"openapi": "testdata/shop.yaml", "requests": "report"}`, "PUT /orders/1?dry=maybe", `{"total": 0}`, "204", 204, "reported", "putOrder reported"},
		{`{"openapi": "testdata/shop.yaml", "dry_run": true}`, "PUT /orders/1?dry=maybe", `{"total": 0}`, "204", 204, "reported", "putOrder reported"},
		{`{"openapi": "testdata/shop.yaml", "dry_run": true}`, "GET /nothing", "", `1`, 200, "reported", "unknown reported"},
		{`{"openapi": "testdata/shop.yaml", "requests": "off"}`, "PUT /orders/1", `{"total": 0}`, "204", 204, "", "putOrder passed"},
		{`{"openapi": "testdata/shop.yaml", "operations": {"putOrder": {"requests": "report"}}}`, "PUT /orders/1", `{"total": 0}`, "204", 204, "reported", "putOrder reported"},
		{`{"openapi": "testdata/shop.yaml", "operations": {"GET /orders/{id}": {"responses": "enforce"}}}`, "GET /orders/1", "", `{"total": "1"}`, 500, "replaced", "getOrder replaced"},
		{`{"openapi": "testdata/shop.yaml", "operations": {"GET /orders/{id}": {"responses": "enforce"}}, "dry_run": true}`, "GET /orders/1", "", `{"total": "1"}`, 200, "reported", "getOrder reported"},
		{`{"openapi": "testdata/shop.yaml", "responses": "report"}`, "GET /orders/1", "", `{"total": "1"}`, 200, "reported", "getOrder reported"},
		{`{"openapi": "testdata/shop.yaml", "responses": "report", "operations": {"getOrder": {"responses": "off"}}}`, "GET /orders/1", "", `{"total": "1"}`, 200, "", "getOrder passed"},
		{`{}`, "POST /anything", `{"a": 1}`, `1`, 200, "", "* * passed"},
		{`{}`, "POST /anything", `{"a": 1,}`, `1`, 400, "refused", "* * refused"},
		{`{}`, "POST /anything", `{"a": 1, "a": 2}`, `1`, 400, "refused", "* * refused"},
		{`{"responses": "report"}`, "GET /anything", ``, `{`, 200, "reported", "* * reported"},
	} {
		h, logs := provisioned(t, c.settings)
		w, err := send(t, h, c.request, c.body, c.answer)
		if err != nil || w.Code != c.status {
			t.Errorf("%s %s: %d, %v; want %d\n%s", c.settings, c.request, w.Code, err, c.status, w.Body)
		}
		switch all := logs.All(); {
		case c.outcome == "" && len(all) != 0, c.outcome != "" && len(all) != 1:
			t.Errorf("%s %s %s: %d lines", c.settings, c.request, c.body, len(all))
		case c.outcome != "" && all[0].ContextMap()["outcome"] != c.outcome:
			t.Errorf("%s %s %s: %v; want %s", c.settings, c.request, c.body, all[0].ContextMap(), c.outcome)
		}
		i := strings.LastIndexByte(c.counted, ' ')
		count := h.counts.requests
		if logs.FilterMessage("response").Len() > 0 {
			count = h.counts.responses
		}
		if n := testutil.ToFloat64(count.WithLabelValues(c.counted[:i], c.counted[i+1:])); n != 1 {
			t.Errorf("%s %s %s: %s was counted %v times", c.settings, c.request, c.body, c.counted, n)
		}
	}
}

// A body that is passed on unchecked and turns out to be too long while the proxy reads it is a mistake of the client.
func TestLongUncheckedBody(t *testing.T) {
	h, _ := provisioned(t, `{"openapi": "testdata/shop.yaml", "max_body": 10}`)
	r := httptest.NewRequest("GET", "/orders/1", io.MultiReader(strings.NewReader("more than "), strings.NewReader("10 bytes")))
	err := h.ServeHTTP(httptest.NewRecorder(), r, caddyhttp.HandlerFunc(func(w http.ResponseWriter, r *http.Request) error {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return caddyhttp.Error(http.StatusBadGateway, fmt.Errorf("sending the request: %w", err))
		}
		return nil
	}))
	var failure caddyhttp.HandlerError
	if !errors.As(err, &failure) || failure.StatusCode != http.StatusRequestEntityTooLarge {
		t.Error(err)
	}
}

// If the service cannot be reached, Caddy makes the answer, and nothing is reported about a response.
func TestNoService(t *testing.T) {
	for _, mode := range []string{"off", "report", "enforce"} {
		h, logs := provisioned(t, `{"openapi": "testdata/shop.yaml", "responses": "`+mode+`"}`)
		w, err := send(t, h, "GET /orders/1", "", "")
		var failure caddyhttp.HandlerError
		if !errors.As(err, &failure) || failure.StatusCode != http.StatusBadGateway || w.Body.Len() > 0 || logs.Len() > 0 {
			t.Errorf("%s: %v, body %q, log %v", mode, err, w.Body, logs.All())
		}
	}
}

// The log has nothing of a request except names, unless the body is asked for.
func TestLogKeepsSecrets(t *testing.T) {
	for _, settings := range []string{`{"openapi": "testdata/shop.yaml"}`, `{"openapi": "testdata/shop.yaml", "dry_run": true}`} {
		h, logs := provisioned(t, settings)
		if _, err := send(t, h, "PUT /orders/s3cret?dry=s3cret&other=s3cret", `{"total": "s3cret", "note": 1}`, "204"); err != nil {
			t.Fatal(err)
		}
		for _, e := range logs.All() {
			text, err := json.Marshal(e.ContextMap())
			if err != nil || strings.Contains(string(text), "s3cret") || !strings.Contains(string(text), `"path":"/orders/{id}"`) {
				t.Errorf("%s %v", text, err)
			}
		}
	}
	h, logs := provisioned(t, `{"openapi": "testdata/shop.yaml", "log_body": 10}`)
	for body, want := range map[string]string{
		`{"total": "s3cret"}`: `{"total": `, `{"totaa":é}`: `{"totaa":`, `{"tot":"€€"}`: `{"tot":"`, `{"tot":"🙂"}`: `{"tot":"`, `{"ta": "é"}`: `{"ta": "é`,
	} {
		if _, err := send(t, h, "PUT /orders/1", body, "204"); err != nil {
			t.Fatal(err)
		}
		if got := logs.TakeAll()[0].ContextMap()["body"]; got != want {
			t.Errorf("%s is logged as %v, want %s", body, got, want)
		}
	}
	if _, err := send(t, h, "PUT /orders/1", "{\"tot\":\"\xff\"}", "204"); err != nil {
		t.Fatal(err)
	}
	if got, ok := logs.All()[0].ContextMap()["body_base64"]; !ok {
		t.Errorf("bytes that are not UTF-8 are logged as %v", got)
	}
}

func TestInvalidSettings(t *testing.T) {
	for settings, want := range map[string]string{
		`{"openapi": "testdata/nothing.yaml"}`:                                                                        "nothing.yaml",
		`{"openapi": "handler_test.go"}`:                                                                              "",
		`{"requests": "refuse"}`:                                                                                      `the mode "refuse" is not enforce, report or off`,
		`{"openapi": "testdata/shop.yaml", "operations": {"getOrders": {}}}`:                                          `the document has no operation "getOrders"`,
		`{"openapi": "testdata/shop.yaml", "operations": {"getOrder": {"responses": "refused"}}}`:                     `operation "getOrder": the mode "refused"`,
		`{"openapi": "testdata/shop.yaml", "operations": {"getOrder": {"responses": "off"}, "get /orders/{id}": {}}}`: `operation "getOrder" is named`,
		`{"max_body": -1}`:                   "max_body must not be negative",
		`{"max_body": 134217729}`:            "bodies of more than 134217728 bytes",
		`{"budget": 1048575}`:                "bodies of more than 1048575 bytes",
		`{"max_body": 4096, "budget": 4095}`: "bodies of more than 4095 bytes",
	} {
		if _, err := provision(t, settings); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", settings, err, want)
		}
	}
}

// All addresses of a network that one client usually has count as one for PerClient.
func TestClients(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "2001:db8:1:2::9": "2001:db8:1:2::/64", "": "192.0.2.1", "@": "@",
	} {
		r := httptest.NewRequest("GET", "/", nil) // from 192.0.2.1
		r = r.WithContext(context.WithValue(r.Context(), caddyhttp.VarsCtxKey, map[string]any{caddyhttp.ClientIPVarKey: address}))
		if got := new(Settings).body().Client(r); got != want {
			t.Errorf("%q: %q; want %q", address, got, want)
		}
	}
}

func TestDefaults(t *testing.T) {
	if got := new(Settings).body(); got.ReadTimeout != DefaultReadTimeout || got.Budget == nil || got.Brake == nil {
		t.Errorf("%+v", got)
	}
	s := Settings{ReadTimeout: -1, Budget: -1, PerClient: -1}
	if got := s.body(); got.ReadTimeout >= 0 || got.Budget != nil || got.Brake != nil {
		t.Errorf("%+v", got)
	}
}

// A document that changes is read again, and one with mistakes is not used. Each one has another size than the one before, because the
// clock of the file system may be slow.
func TestFollow(t *testing.T) {
	text, err := os.ReadFile("testdata/shop.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "shop.yaml")
	write := func(text string) {
		if err := errors.Join(os.WriteFile(file+".new", []byte(text), 0o600), os.Rename(file+".new", file)); err != nil {
			t.Fatal(err)
		}
	}
	write(string(text))
	settings, err := json.Marshal(Settings{OpenAPI: file, Follow: caddy.Duration(time.Millisecond)})
	if err != nil {
		t.Fatal(err)
	}
	h, _ := provisioned(t, string(settings))
	loads := func(result string) float64 { return testutil.ToFloat64(h.counts.loads.WithLabelValues(result)) }
	status := func() int {
		w, err := send(t, h, "GET /orders/5", "", `{"total": 1}`)
		if err != nil {
			t.Fatal(err)
		}
		return w.Code
	}
	if status() != http.StatusOK {
		t.Fatal("the first document is not in use")
	}
	write(strings.Replace(string(text), "minimum: 1", "minimum: 10", 1))
	for loads("used") < 2 || status() != http.StatusBadRequest {
		time.Sleep(time.Millisecond)
	}
	write(strings.Replace(string(text), "type: integer", "type: integre", 1))
	for loads("unusable") < 1 {
		time.Sleep(time.Millisecond)
	}
	if status() != http.StatusBadRequest {
		t.Error("a document with mistakes took the place of another one")
	}
	write(string(text))
	for status() != http.StatusOK {
		time.Sleep(time.Millisecond)
	}
}

// A file that takes the place of another one is noticed even if it has its length and time, and so is one behind a symbolic link, such as
// those of a ConfigMap of Kubernetes.
func TestStates(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("openapi"), 0o600), os.Chtimes(file, time.Unix(1, 0), time.Unix(1, 0))); err != nil {
			t.Fatal(err)
		}
	}
	write("api.yaml")
	write("new.yaml")
	write("v1/api.yaml")
	write("v2/api.yaml")
	if err := os.Symlink("v1", filepath.Join(dir, "data")); err != nil {
		t.Skip(err)
	}
	now := func() states {
		s := states{}
		for _, name := range []string{"api.yaml", "data/api.yaml"} {
			s[name] = stateOf(os.DirFS(dir), name)
		}
		return s
	}
	last := now()
	for _, c := range []struct {
		name   string
		change func() error
		isSame bool
	}{
		{"nothing", func() error { return nil }, true},
		{"another file", func() error { return os.Rename(filepath.Join(dir, "new.yaml"), filepath.Join(dir, "api.yaml")) }, false},
		{"another link", func() error {
			return errors.Join(os.Symlink("v2", filepath.Join(dir, "data.new")), os.Rename(filepath.Join(dir, "data.new"), filepath.Join(dir, "data")))
		}, false},
		{"another length", func() error { return os.WriteFile(filepath.Join(dir, "api.yaml"), nil, 0o600) }, false},
		{"no file", func() error { return os.Remove(filepath.Join(dir, "api.yaml")) }, false},
		{"still no file", func() error { return nil }, true},
	} {
		if err := c.change(); err != nil {
			t.Fatal(err)
		}
		next := now()
		if next.equal(last) != c.isSame {
			t.Errorf("%s: the states are equal: %v", c.name, !c.isSame)
		}
		last = next
	}
}
