package examples

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

var programs = map[string]func() http.Handler{"net/http": NetHTTP, "chi": Chi, "echo": Echo, "gin": Gin}

// gzipped returns text compressed with gzip.
func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

// All programs give the same answers over a real connection, except to names that differ only in case.
func TestPrograms(t *testing.T) {
	const valid = `{"id":7,"items":["cup","lamp"]}`
	tests := []struct {
		name, method, path, body, encoding string
		status                             int
		want                               string
	}{
		{"right", "POST", "/orders", valid, "", 200, "order 7 of 2 items in 31 bytes"},
		{"decoded", "POST", "/decoded", valid, "", 200, "order 7 of 2 items"},
		{"other names", "POST", "/orders", `{"id":7,"ID":8,"items":["cup"],"Items":[]}`, "", 400, `"kind":"case-collision","offset":8,"line":1,"column":9,"pointer":"/ID"`},
		{"other names, decoded", "POST", "/decoded", `{"id":7,"ID":8,"items":["cup"],"Items":[]}`, "", 400, `"kind":"case-collision"`},
		{"gzip", "POST", "/orders", gzipped(valid), "gzip", 200, "order 7 of 2 items in 31 bytes"},
		{"gzip, decoded", "POST", "/decoded", gzipped(valid), "gzip", 200, "order 7 of 2 items"},
		{"no body", "GET", "/orders", "", "", 200, "no orders"},
		{"wrong", "POST", "/orders", `{"id":7,"items":["cup",]}`, "", 400, `"kind":"trailing-comma","offset":22,"line":1,"column":23,"pointer":"/items"`},
		{"wrong, decoded", "POST", "/decoded", `{"id":7,}`, "", 400, `"kind":"trailing-comma"`},
		{"mismatch", "POST", "/orders", `{"id":"7"}`, "", 422, `"pointer":"/id","expected":"an integer"`},
		{"mismatch, decoded", "POST", "/decoded", `{"id":"7"}`, "", 422, `"pointer":"/id","expected":"an integer"`},
		{"empty", "POST", "/orders", "", "", 400, `"kind":"empty"`},
		{"bomb", "POST", "/orders", gzipped(strings.Repeat(" ", 1<<20)), "gzip", 413, `"kind":"too-large"`},
		{"brotli", "POST", "/decoded", valid, "br", 415, `"kind":"unsupported-encoding"`},
	}
	for name, program := range programs {
		s := httptest.NewServer(program())
		defer s.Close()
		for _, test := range tests {
			if name == "net/http" && test.name == "other names, decoded" { // it has Decode alone, which matches names exactly
				test.status, test.want = 200, "order 7 of 1 items"
			}
			t.Run(name+"/"+test.name, func(t *testing.T) {
				r, err := http.NewRequest(test.method, s.URL+test.path, strings.NewReader(test.body))
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Content-Type", "application/json")
				if test.encoding != "" {
					r.Header.Set("Content-Encoding", test.encoding)
				}
				response, err := s.Client().Do(r)
				if err != nil {
					t.Fatal(err)
				}
				defer response.Body.Close()
				body, err := io.ReadAll(response.Body)
				if err != nil {
					t.Fatal(err)
				}
				if response.StatusCode != test.status || !strings.Contains(string(body), test.want) {
					t.Errorf("status %d, %.300s", response.StatusCode, body)
				}
			})
		}
	}
}
