package openapi

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/assayjson/assay/payload"
)

const shop = `
openapi: 3.1.1
info: {title: Shop, version: "1"}
servers: [{url: https://example.com/v1}]
paths:
  /orders/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
    get:
      parameters:
        - {name: fields, in: query, explode: false, schema: {type: array, items: {enum: [id, total]}}}
        - {name: X-Trace, in: header, schema: {type: string, maxLength: 4}}
      responses: {"200": {description: ok}}
    put:
      parameters:
        - {name: dry, in: query, schema: {type: boolean}}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Order"}
          text/plain: {}
      responses: {"204": {description: ok}}
  /orders/open:
    get: {responses: {"200": {description: ok}}}
components:
  schemas:
    Order:
      type: object
      required: [total]
      additionalProperties: false
      properties:
        total: {type: number, exclusiveMinimum: 0}
        note: {type: [string, "null"]}
`

func load(t *testing.T, text string) *Document { return loadFor(t, text) }

func loadFor(t testing.TB, text string) *Document {
	t.Helper()
	d, err := Load(fstest.MapFS{"api.yaml": {Data: []byte(text)}}, "api.yaml", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestHandler(t *testing.T) {
	h := Handler(load(t, shop), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.Write(append([]byte("passed "), body...))
	}), CheckOptions{})
	for _, c := range []struct{ request, body, want string }{
		{"GET /v1/orders/7", "", "200 passed "},
		{"GET /v1/orders/open", "", "200 passed "},
		{"GET /v1/orders/7?fields=id,total&other=1", "", "200 passed "},
		{"GET /v1/orders/0", "", "400 "},
		{"GET /v1/orders/x?fields=id,price", "", "400 "},
		{"GET /orders/7", "", "404 "},
		{"GET /v1/orders", "", "404 "},
		{"POST /v1/orders/7", "", "405 "},
		{"PUT /v1/orders/7", `{"total": 5, "note": null}`, `200 passed {"total": 5, "note": null}`},
		{"PUT /v1/orders/7", ``, "400 "},
		{"PUT /v1/orders/7?dry=yes", `{"total": -1, "nota": null}`, "400 "},
		{"PUT /v1/orders/7", `{"total": 5,}`, "400 "},
		{"PUT /v1/orders/7", `{"total": 5, "total": 6}`, "400 "},
		{"PUT /v1/orders/7", `{"note": 5}`, "422 "},
	} {
		method, path, _ := strings.Cut(c.request, " ")
		r := httptest.NewRequest(method, path, strings.NewReader(c.body))
		if c.body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		got := strings.TrimPrefix(w.Result().Status[:4], "") + w.Body.String()
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %s: got %s, want %s", c.request, c.body, got, c.want)
		} else {
			t.Log(got)
		}
	}
}

func TestResponses(t *testing.T) {
	const api = `{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {"responses": {
		"200": {"description": "", "headers": {"X-Count": {"required": true, "schema": {"type": "integer"}}},
			"content": {"application/json": {"schema": {"type": "object", "required": ["id"], "properties": {
				"id": {"type": "integer", "format": "int32"}, "secret": {"type": "string", "writeOnly": true}, "made": {"type": "string", "readOnly": true}}}}}},
		"4XX": {"description": ""}
	}}}}}`
	for _, c := range []struct {
		status      int
		contentType string
		count, body string
		want        []string
	}{
		{200, "application/json", "5", `{"id": 5, "made": "x"}`, nil},
		{200, "application/json", "", `{"id": 5}`, []string{`header "X-Count": is `}},
		{200, "application/json", "x", `{"id": 3000000000, "secret": "x"}`, []string{
			`header "X-Count": must be an integer, but is a string`, `body line 1, column 8 (/id): must be at most 2147483647`,
			`body line 1, column 30 (/secret): must not be in a response, because it is write-only`}},
		{200, "application/json", "1", `{"id": 1,}`, []string{"body line 1, column 9"}},
		{200, "text/html", "1", `x`, []string{`header "Content-Type": is not one of the media types that are described`}},
		{200, "", "1", `{"id": 5}`, []string{`header "Content-Type": is missing`}},
		{404, "text/plain", "", `x`, nil},
		{500, "text/plain", "", `x`, []string{"the status is not described"}},
	} {
		for _, mode := range []Mode{Report, Enforce} {
			var got *ResponseError
			h := Handler(load(t, api), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if c.contentType != "" {
					w.Header().Set("Content-Type", c.contentType)
				}
				if c.count != "" {
					w.Header().Set("X-Count", c.count)
				}
				w.WriteHeader(c.status)
				io.WriteString(w, c.body)
			}), CheckOptions{Responses: mode, OnResponse: func(r *http.Request, e *ResponseError) { got = e }})
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("GET", "/a", nil))
			status := c.status
			if mode == Enforce && len(c.want) > 0 {
				status = 500
			}
			if w.Code != status || mode == Report && w.Body.String() != c.body {
				t.Errorf("%d %s: got %d %s", c.status, c.body, w.Code, w.Body)
			}
			var findings []Finding
			if got != nil {
				findings = got.Findings
			}
			ok := len(findings) == len(c.want) || mode == Enforce && len(findings) > 0 // a response is replaced as soon as something is wrong
			for i := 0; ok && i < min(len(findings), len(c.want)); i++ {
				ok = strings.HasPrefix(findings[i].String(), c.want[i])
			}
			if !ok {
				t.Errorf("%d %s: got %v, want %q", c.status, c.body, findings, c.want)
			}
		}
	}
}

// Modes, security, unknown parameters and bodies that are not JSON.
func TestHandlerOptions(t *testing.T) {
	const api = `
openapi: 3.1.1
info: {title: t, version: "1"}
security: [{key: []}, {token: [read]}]
paths:
  /a:
    post:
      parameters: [{name: n, in: query, schema: {type: integer}}]
      requestBody: {content: {application/json: {schema: {type: array}}, text/*: {}}}
      responses: {default: {description: d}}
  /open:
    get: {security: [], responses: {default: {description: d}}}
  /{any}:
    get: {parameters: [{name: any, in: path, required: true, schema: {}}], security: [], responses: {default: {description: d}}}
  /open/x:
    get: {responses: {default: {description: d}}}
  /secret:
    get: {responses: {default: {description: d}}}
  /none:
    post: {responses: {default: {description: d}}}
components:
  securitySchemes:
    key: {type: apiKey, in: query, name: key}
    token: {type: http, scheme: bearer}
`
	errNo := errors.New("no")
	authenticate := func(r *http.Request, o *Operation, required Requirement) error {
		s := required[0]
		if s.Key == "key" && r.URL.Query().Get("key") == "k" || s.Scheme == "bearer" && s.Scopes[0] == "read" && r.Header.Get("Authorization") == "Bearer t" {
			return nil
		}
		return errNo
	}
	for _, c := range []struct {
		name                              string
		opts                              CheckOptions
		method, target, contentType, body string
		status                            int
		want                              string // in the answer
		reports                           int
	}{
		{"no body", CheckOptions{}, "POST", "/a", "", "", 200, "passed", 0},
		{"JSON", CheckOptions{}, "POST", "/a", "application/json; charset=utf-8", "[]", 200, "passed []", 0},
		{"another schema", CheckOptions{}, "POST", "/a", "application/json", "{}", 422, "must be an array", 0},
		{"text", CheckOptions{}, "POST", "/a", "text/plain", "x", 200, "passed x", 0},
		{"another type", CheckOptions{}, "POST", "/a", "image/png", "x", 415, "unsupported-type", 0},
		{"no type", CheckOptions{}, "POST", "/a", "", "x", 415, "unsupported-type", 0},
		{"a long text", CheckOptions{Body: payload.Options{MaxBytes: 3}}, "POST", "/a", "text/plain", "long", 413, "too-large", 0},
		{"report both", CheckOptions{Requests: Report}, "POST", "/a?n=x", "application/json", "{}", 200, "passed {}", 2},
		{"a subtype", CheckOptions{}, "POST", "/a", "application/vnd.x+json", "[]", 415, "unsupported-type", 0},
		{"HEAD", CheckOptions{Authenticate: authenticate, PassUnknown: true}, "HEAD", "/secret", "", "", 401, "", 0},
		{"off, unauthorized", CheckOptions{Requests: Off, Authenticate: authenticate}, "POST", "/a", "", "", 401, "unauthorized", 0},
		{"report, unauthorized", CheckOptions{Requests: Report, Authenticate: authenticate}, "POST", "/a", "", "", 401, "unauthorized", 0},
		{"an escaped slash", CheckOptions{}, "GET", "/open%2Fx", "", "", 400, "ambiguous-path", 0},
		{"a long body that is not described", CheckOptions{Body: payload.Options{MaxBytes: 3}}, "POST", "/none", "", "long", 413, "too-large", 0},
		{"report a path", CheckOptions{Requests: Report}, "GET", "/none/of/them", "", "", 200, "passed", 1},
		{"off", CheckOptions{Requests: Off}, "POST", "/a?n=x", "application/json", "{}", 200, "passed {}", 0},
		{"off for one", CheckOptions{ModeOf: func(o *Operation) (Mode, Mode) {
			if o.Path == "/a" {
				return Off, 0
			}
			return 0, 0
		}}, "POST", "/a?n=x", "application/json", "{}", 200, "passed {}", 0},
		{"pass unknown", CheckOptions{PassUnknown: true}, "GET", "/a", "", "", 200, "passed", 0},
		{"unknown parameters", CheckOptions{}, "POST", "/a?m=1", "", "", 200, "passed", 0},
		{"refused parameters", CheckOptions{RefuseUnknownParameters: true}, "POST", "/a?m=1&key=k", "", "", 400, `"offset":0`, 0},
		{"the key is known", CheckOptions{RefuseUnknownParameters: true}, "POST", "/a?key=k", "", "", 200, "passed", 0},
		{"unauthorized", CheckOptions{Authenticate: authenticate}, "POST", "/a", "application/json", "{}", 401, "unauthorized", 0},
		{"key", CheckOptions{Authenticate: authenticate}, "POST", "/a?key=k", "application/json", "[]", 200, "passed", 0},
		{"no security", CheckOptions{Authenticate: authenticate}, "GET", "/open", "", "", 200, "passed", 0},
		{"limit", CheckOptions{Limits: Limits{Pairs: 1}}, "POST", "/a?n=1&m=1", "", "", 400, "too-many-pairs", 0},
	} {
		reports := 0
		c.opts.OnReport = func(*http.Request, *RequestError) { reports++ }
		h := Handler(load(t, api), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				w.WriteHeader(http.StatusRequestEntityTooLarge)
				io.WriteString(w, "too-large")
				return
			}
			w.Write(append([]byte("passed "), body...))
		}), c.opts)
		r := httptest.NewRequest(c.method, c.target, strings.NewReader(c.body))
		if c.contentType != "" {
			r.Header.Set("Content-Type", c.contentType)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.want) || reports != c.reports {
			t.Errorf("%s: got %d %s and %d reports, want %d %s and %d", c.name, w.Code, w.Body, reports, c.status, c.want, c.reports)
		}
	}
}

// A semicolon in the query is accepted only where the document says that it is a part of the value.
func TestSemicolons(t *testing.T) {
	d := load(t, head("3.2.0")+`paths:
  /a:
    get:
      parameters:
      - {name: plain, in: query, schema: {type: string}}
      - {name: reserved, in: query, allowReserved: true, schema: {type: string}}
      - {name: object, in: query, allowReserved: true, schema: {type: object, properties: {x: {type: string}}}}
      - {name: deep, in: query, allowReserved: true, style: deepObject, schema: {type: [object, string]}}
      `+okay+`
  /json: {get: {parameters: [{name: q, in: querystring, content: {application/json: {schema: {type: string}}}}], `+okay+`}}
  /form: {get: {parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object}}}}], `+okay+`}}
`)
	for target, offset := range map[string]int64{
		"/a?plain=a%3Bb": -1, "/a?plain=a;b": 7, "/a?other=1;reserved=2": 7, "/a?plain=1&reserved=a;b&;": 21, "/a?reserved=a;b": -1, "/a?%72eserved=a;b": -1,
		"/a?x=a;b": -1, "/a?y=a;b": 3, "/a?deep[x]=a;b": -1, "/a?deep=a;b": -1, "/a?reserved[x]=a;b": 13, "/a?;": 0, "/json?%22a;b%22": -1, "/form?a=b;c": 3,
	} {
		_, bad := newHandler(d, nil, CheckOptions{}).examine(httptest.NewRequest("GET", target, nil))
		got := int64(-1)
		if bad != nil {
			if got = bad.Findings[0].Offset; bad.Findings[0].Keyword != "semicolon" || len(bad.Findings) != 1 {
				t.Errorf("%s: %v", target, bad)
			}
		}
		if got != offset {
			t.Errorf("%s: got %d, want %d: %v", target, got, offset, bad)
		}
	}
}

// Findings below a name as long as the body do not repeat it, so that a short request does not make a long answer.
func TestLongNames(t *testing.T) {
	const api = `{"openapi": "3.2.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"post": {
		"parameters": [{"name": "q", "in": "query", "style": "deepObject", "explode": true, "schema": {"type": "object", "additionalProperties": {"type": "integer"}}}],
		"requestBody": {"content": {
			"application/json": {"schema": {"additionalProperties": {"additionalProperties": {"type": "string"}}}},
			"application/x-ndjson": {"itemSchema": {"additionalProperties": {"additionalProperties": {"type": "string"}}}},
			"application/x-www-form-urlencoded": {"schema": {"type": "object", "additionalProperties": {"type": "integer"}}}}},
		"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"additionalProperties": {"type": "string"}}}}}}}}}}`
	long := strings.Repeat("<", 50_000)
	var found []Finding
	h := Handler(load(t, api), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"`+long+`": 1}`)
	}), CheckOptions{
		Responses:  Enforce,
		OnError:    func(w http.ResponseWriter, r *http.Request, e *RequestError) { found = e.Findings; e.ServeHTTP(w, r) },
		OnResponse: func(r *http.Request, e *ResponseError) { found = e.Findings },
	})
	for _, c := range []struct{ query, mediaType, body, pointer string }{
		{"?q[" + long + "]=x", "", "", ""},
		{"", "application/json", `{"` + long + `": {"a": 1, "b": 2}}`, ""},
		{"", "application/json", `{"a": {"` + long + `": 1}}`, "/a"},
		{"", "application/json", `{"a": {"` + long + `": 1, "` + long + `": 1}}`, "/a"},
		{"", "application/x-ndjson", "{}\n" + `{"a": {"` + long + `": 1}}`, "/a"},
		{"", "application/x-www-form-urlencoded", long + "=x", ""},
		{"", "application/json", `{}`, ""}, // the response does not fit
	} {
		r := httptest.NewRequest("POST", "/a"+c.query, strings.NewReader(c.body))
		if c.body != "" {
			r.Header.Set("Content-Type", c.mediaType)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if len(found) == 0 || w.Code < 400 || w.Body.Len() > 10_000 {
			t.Errorf("%s %.40s: %d with %d bytes, %d findings", c.mediaType, c.body, w.Code, w.Body.Len(), len(found))
		}
		for _, f := range found {
			if f.Pointer != c.pointer || !f.PointerCut {
				t.Errorf("%s %.40s: %.200v", c.mediaType, c.body, f)
			}
		}
		found = nil
	}
}

// A client cannot keep an enforced response from being checked.
func TestEvasiveRequests(t *testing.T) {
	const api = `{"openapi": "3.1.1", "info": {"title": "t", "version": "1"}, "paths": {
		"/json": {"get": {"responses": {"2XX": {"description": "", "content": {"application/json": {}}}}}},
		"/parts": {"get": {"responses": {"206": {"description": "", "content": {"application/json": {}}}, "2XX": {"description": "", "content": {"application/json": {}}}}}},
		"/film": {"get": {"responses": {"2XX": {"description": "", "content": {"video/mp4": {}}}}}}}}`
	for _, c := range []struct {
		mode                  Mode
		path, codings, wanted string
		part                  string
		hasPart               bool
	}{
		{Enforce, "/json", "gzip, deflate, br, zstd", "gzip, deflate, zstd", "bytes=1-", false},
		{Enforce, "/json", "br;q=1, gzip;q=0.5, *;q=0.1", "gzip;q=0.5", "", false},
		{Enforce, "/json", "br", "identity", "", false},
		{Enforce, "/json", "", "", "bytes=1-", false},
		{Enforce, "/parts", "gzip", "gzip", "bytes=1-", true},
		{Enforce, "/film", "br, X-GZIP", "X-GZIP", "bytes=1-", true},
		{Report, "/json", "br", "br", "bytes=1-", true},
	} {
		r := httptest.NewRequest("GET", c.path, nil)
		if c.codings != "" {
			r.Header.Set("Accept-Encoding", c.codings)
		}
		if c.part != "" {
			r.Header.Set("Range", c.part)
		}
		sent := r.Header.Clone()
		Handler(load(t, api), http.HandlerFunc(func(w http.ResponseWriter, got *http.Request) {
			if codings := got.Header.Get("Accept-Encoding"); codings != c.wanted || (got.Header.Get("Range") != "") != c.hasPart {
				t.Errorf("%s %s %s: the service got %v", c.path, c.codings, c.part, got.Header)
			}
			w.WriteHeader(204)
		}), CheckOptions{Responses: c.mode}).ServeHTTP(httptest.NewRecorder(), r)
		if !reflect.DeepEqual(r.Header, sent) {
			t.Errorf("the header of the request was changed to %v", r.Header)
		}
	}
}

// No more findings are made than are returned, and one that shows that there are more.
func TestManyFindings(t *testing.T) {
	const api = `{"openapi": "3.1.1", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"post": {
		"requestBody": {"content": {"application/json": {"schema": {"items": {"type": "string"}}}}}, "responses": {"204": {"description": ""}}}}}}`
	d := load(t, api)
	var bad *RequestError
	h := Handler(d, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), CheckOptions{
		OnError: func(w http.ResponseWriter, r *http.Request, e *RequestError) { bad = e },
	})
	for _, n := range []int{MaxFindings - 1, MaxFindings, MaxFindings + 1, 10 * MaxFindings} {
		body := "[1" + strings.Repeat(",1", n-1) + "]"
		found, err := d.Operations[0].body.types[0].schema.Check([]byte(body))
		if err != nil || len(found) != min(n, MaxFindings+1) {
			t.Errorf("%d findings: %d were made, %v", n, len(found), err)
		}
		r := httptest.NewRequest("POST", "/a", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		h.ServeHTTP(httptest.NewRecorder(), r)
		if len(bad.Findings) != min(n, MaxFindings) || bad.FindingsCut != (n > MaxFindings) {
			t.Errorf("%d findings: %d were returned, cut is %v", n, len(bad.Findings), bad.FindingsCut)
		}
	}
}

func TestRequestErrorText(t *testing.T) {
	for _, c := range []struct{ found, want string }{
		{"is required", "openapi: 400 empty: A body is required. (body: is required)"},
		{"A body is required.", "openapi: 400 empty (body: A body is required.)"},
	} {
		e := RequestError{Status: 400, Code: "empty", Detail: "A body is required.", Findings: []Finding{{In: "body", Message: c.found}}}
		if got := e.Error(); got != c.want {
			t.Errorf("got %s; want %s", got, c.want)
		}
	}
}
