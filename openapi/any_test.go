package openapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Of an API about which nothing is known, only bodies that should be JSON are checked.
func TestAnyAPI(t *testing.T) {
	var called []string
	h := Handler(AnyAPI(), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answer := r.Header.Get("Answer"); answer != "" {
			w.Header().Set("Content-Type", "application/json")
			w.Write([]byte(answer))
		}
	}), CheckOptions{
		Responses:   Enforce,
		OnOperation: func(r *http.Request, o *Operation) { called = append(called, r.Method+" "+o.Path) },
	})
	for _, c := range []struct {
		request, mediaType, body, answer string
		want                             int
	}{
		{"GET /any?a=1&a=2", "", "", "", 200},
		{"GET /any?a;b&%zz", "", "", "", 200},
		{"GET /any", "", "", `{"a": 1}`, 200},
		{"GET /any", "", "", `{"a": 1`, 500},
		{"GET /any", "", "", `{"a": 1, "a": 2}`, 500},
		{"POST /any%2Fother", "application/json", `[1]`, "", 200},
		{"POST /any", "application/json", `[1`, "", 400},
		{"POST /any", "application/problem+json", `[1`, "", 400},
		{"POST /any", "", `[1`, "", 400},
		{"POST /any", "", `[1]`, "", 200},
		{"POST /any", "text/plain", `[1`, "", 200},
		{"POST /any", "application/json; charset", `[1]`, "", 415},
	} {
		method, path, _ := strings.Cut(c.request, " ")
		r := httptest.NewRequest(method, path, strings.NewReader(c.body))
		r.Header.Set("Answer", c.answer)
		if c.mediaType != "" {
			r.Header.Set("Content-Type", c.mediaType)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s %q %s %s: %d %s; want %d", c.request, c.mediaType, c.body, c.answer, w.Code, w.Body, c.want)
		}
	}
	if len(called) != 12 || called[5] != "POST *" {
		t.Errorf("OnOperation was called with %q", called)
	}
}
