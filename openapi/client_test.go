package openapi

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestClient(t *testing.T) {
	var got string // what the server has got
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = r.Method + " " + string(body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id": "x"}`)
	}))
	defer server.Close()
	d := load(t, strings.Replace(shop, `get:
      parameters:`, `get:
      x-y: 1
      parameters:`, 1))
	d2 := load(t, strings.ReplaceAll(shop, `responses: {"204": {description: ok}}`, `responses: {"200": {description: ok, content: {application/json: {schema: {properties: {id: {type: integer}}}}}}}`))
	for _, c := range []struct {
		name     string
		d        *Document
		opts     CheckOptions
		path     string
		body     string
		err      string // of the request, or of reading the response
		want     string // what the server gets
		reported int
	}{
		{"valid", d, CheckOptions{}, "/v1/orders/1", `{"total": 1}`, "", `PUT {"total": 1}`, 0},
		{"no such path", d, CheckOptions{}, "/orders/1", `{"total": 1}`, "404 not-found", "", 0},
		{"a path that passes", d, CheckOptions{PassUnknown: true}, "/orders/1", `{"total": `, "", `PUT {"total": `, 0},
		{"parameter", d, CheckOptions{}, "/v1/orders/0", `{"total": 1}`, `path "id": must be at least 1`, "", 0},
		{"body", d, CheckOptions{}, "/v1/orders/1", `{"total": 0}`, "422 invalid", "", 0},
		{"both", d, CheckOptions{}, "/v1/orders/0", `{"total": 0}`, "and 1 more", "", 0},
		{"both, reported", d, CheckOptions{Requests: Report}, "/v1/orders/0", `{"total": 0}`, "", `PUT {"total": 0}`, 1},
		{"not checked", d, CheckOptions{Requests: Off}, "/v1/orders/0", `{"total": 0}`, "", `PUT {"total": 0}`, 0},
		{"response not checked", d2, CheckOptions{}, "/v1/orders/1", `{"total": 1}`, "", `PUT {"total": 1}`, 0},
		{"response reported", d2, CheckOptions{Responses: Report}, "/v1/orders/1", `{"total": 1}`, "", `PUT {"total": 1}`, 1},
		{"response", d2, CheckOptions{Responses: Enforce}, "/v1/orders/1", `{"total": 1}`, "(/id): must be an integer, but is a string", `PUT {"total": 1}`, 1},
		{"status", d, CheckOptions{Responses: Enforce}, "/v1/orders/1", `{"total": 1}`, "the status is not described", `PUT {"total": 1}`, 1},
	} {
		got = ""
		reported := 0
		c.opts.OnReport = func(*http.Request, *RequestError) { reported++ }
		c.opts.OnResponse = func(*http.Request, *ResponseError) { reported++ }
		client := http.Client{Transport: Client(c.d, nil, c.opts)}
		r, err := http.NewRequest("PUT", server.URL+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		response, err := client.Do(r)
		if err == nil {
			_, err = io.ReadAll(response.Body)
			response.Body.Close()
		}
		var bad *RequestError
		var invalid *ResponseError
		if (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) || err != nil && !errors.As(err, &bad) && !errors.As(err, &invalid) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.err)
		}
		if got != c.want || reported != c.reported {
			t.Errorf("%s: the server got %q, and there were %d reports; want %q and %d", c.name, got, reported, c.want, c.reported)
		}
	}
}

// recorder is a TB.
type recorder struct {
	errors, logs []string
	cleanups     []func()
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}
func (r *recorder) Logf(format string, args ...any) {
	r.logs = append(r.logs, fmt.Sprintf(format, args...))
}
func (r *recorder) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func TestTest(t *testing.T) {
	var tb TB = t // *testing.T implements TB
	_ = tb
	r := new(recorder)
	h := Test(r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/orders/1":
			w.WriteHeader(200)
		case "/v1/orders/2":
			w.WriteHeader(500)
		case "/v1/orders/0":
			w.WriteHeader(422)
		case "/v1/none":
			w.WriteHeader(404)
		}
	}), load(t, shop))
	for _, path := range []string{"/v1/orders/1", "/v1/orders/2", "/v1/orders/0", "/v1/none", "/v1/orders/x", "/v1/other"} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
	for _, f := range r.cleanups {
		f()
	}
	wantErrors := []string{
		"GET /v1/orders/2: openapi: response 500 of GET /orders/{id}: the status is not described",
		"GET /v1/orders/0: openapi: response 422 of GET /orders/{id}: the status is not described",
		`GET /v1/orders/x was answered with status 200: openapi: 400 parameters: Parameters of the request do not fit the API. (path "id": must be an integer, but is a string)`,
		"GET /v1/other was answered with status 200: openapi: 404 not-found: The API has no such path.",
	}
	if fmt.Sprintf("%q", r.errors) != fmt.Sprintf("%q", wantErrors) {
		t.Errorf("got %q, want %q", r.errors, wantErrors)
	}
	wantLogs := []string{"what the test does not cover:\n\tPUT /orders/{id}: not called\n\tGET /orders/open: not called"}
	if fmt.Sprintf("%q", r.logs) != fmt.Sprintf("%q", wantLogs) {
		t.Errorf("got %q, want %q", r.logs, wantLogs)
	}
}
