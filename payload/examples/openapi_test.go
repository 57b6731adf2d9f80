package examples

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/assayjson/assay/openapi"
)

const api = `
openapi: 3.1.1
info: {title: Orders, version: "1"}
paths:
  /orders:
    get:
      parameters: [{name: limit, in: query, schema: {type: integer}}]
      responses: {"200": {description: The orders}}
    post:
      requestBody: {required: true, content: {application/json: {schema: {required: [id], properties: {id: {type: integer}}}}}}
      responses: {"200": {description: The order, content: {text/plain: {}}}}
`

// Package openapi works with all routers: it wraps a whole program.
func TestOpenAPI(t *testing.T) {
	doc, err := openapi.Load(fstest.MapFS{"api.yaml": {Data: []byte(api)}}, "api.yaml", openapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, program := range programs {
		s := httptest.NewServer(openapi.Handler(doc, program(), openapi.CheckOptions{
			Responses:  openapi.Report,
			OnResponse: func(_ *http.Request, e *openapi.ResponseError) { t.Errorf("%s: %v", name, e) },
		}))
		defer s.Close()
		for _, c := range []struct {
			method, path, body string
			status             int
			want               string
		}{
			{"GET", "/orders?limit=5", "", 200, "no orders"},
			{"GET", "/orders?limit=x", "", 400, `"in":"query","name":"limit"`},
			{"POST", "/orders", `{"id":7,"items":["cup","lamp"]}`, 200, "order 7 of 2 items in 31 bytes"},
			{"POST", "/orders", `{"id":"7"}`, 422, `"pointer":"/id"`},
			{"POST", "/orders", `{"id":7,}`, 400, `"keyword":"trailing-comma"`},
			{"POST", "/decoded", `{"id":7}`, 404, `"kind":"not-found"`},
			{"PUT", "/orders", `{"id":7}`, 405, `"kind":"method-not-allowed"`},
		} {
			r, err := http.NewRequest(c.method, s.URL+c.path, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			response, err := s.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(response.Body)
			response.Body.Close()
			if err != nil || response.StatusCode != c.status || !strings.Contains(string(body), c.want) {
				t.Errorf("%s: %s %s %s: got %d %s, %v; want %d %s", name, c.method, c.path, c.body, response.StatusCode, body, err, c.status, c.want)
			}
		}
	}
}
