package openapi

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// A TB is a part of [testing.TB], which *testing.T implements.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Logf(format string, args ...any)
	Cleanup(func())
}

// Test returns a handler for tests, which calls another handler and checks every request and response. Responses that do not fit the
// document are errors of the test. Requests that do not fit are errors, too, unless the handler refuses them with a status from 400 to
// 499, as it should. When the test ends, Test logs the operations that no request was for, and the described responses that no request
// got. The requests may come from several goroutines, but must have been answered when the test ends.
//
//	func TestShop(t *testing.T) {
//		server := httptest.NewServer(openapi.Test(t, newShop(), doc))
//		defer server.Close()
//		// requests to server.URL
//	}
func Test(t TB, handler http.Handler, d *Document) http.Handler {
	t.Helper()
	s := &coverage{t: t, called: map[*Operation]map[string]bool{}}
	h := newHandler(d, handler, CheckOptions{
		Requests: Report, Responses: Report,
		OnReport: func(r *http.Request, e *RequestError) {
			if v, ok := r.Context().Value(visitKey{}).(*visit); ok {
				v.bad = append(v.bad, e)
			}
		},
		OnResponse: func(r *http.Request, e *ResponseError) {
			t.Errorf("%s %s: %v%s", r.Method, r.URL, e, others(e.Findings))
		},
	})
	h.observe = s.observe
	t.Cleanup(func() { s.summarize(d) })
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := new(visit)
		h.ServeHTTP(&statusWriter{w, v}, r.WithContext(context.WithValue(r.Context(), visitKey{}, v)))
		for _, e := range v.bad {
			if v.status < 400 || v.status > 499 {
				t.Errorf("%s %s was answered with status %d: %v%s", r.Method, r.URL, max(v.status, http.StatusOK), e, others(e.Findings))
			}
		}
	})
}

// others lists all findings but the first, one on each line.
func others(findings []Finding) string {
	var b strings.Builder
	for _, f := range findings[min(1, len(findings)):] {
		b.WriteString("\n\t" + f.String())
	}
	return b.String()
}

// visitKey is the key for the *visit of a request.
type visitKey struct{}

// A visit is a request during a test.
type visit struct {
	bad    []*RequestError
	status int // 0 stands for 200
}

// A statusWriter notes the status of a response.
type statusWriter struct {
	http.ResponseWriter
	visit *visit
}

func (w *statusWriter) WriteHeader(status int) {
	if w.visit.status == 0 && status >= 200 {
		w.visit.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Flush implements [http.Flusher].
func (w *statusWriter) Flush() { http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap returns the ResponseWriter, for [http.ResponseController].
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// coverage notes which operations are called in a test, and which responses they have.
type coverage struct {
	t      TB
	mu     sync.Mutex
	called map[*Operation]map[string]bool
}

func (s *coverage) observe(_ *http.Request, o *Operation, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.called[o] == nil {
		s.called[o] = map[string]bool{}
	}
	s.called[o][o.key(status)] = true
}

// summarize logs what no test covers.
func (s *coverage) summarize(d *Document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	for _, o := range d.Operations {
		got := s.called[o]
		if got == nil {
			fmt.Fprintf(&b, "\n\t%s %s: not called", o.Method, o.Path)
			continue
		}
		for _, code := range slices.Sorted(maps.Keys(o.responses)) {
			if !got[code] {
				fmt.Fprintf(&b, "\n\t%s %s: no response %s", o.Method, o.Path, code)
			}
		}
	}
	if b.Len() > 0 {
		s.t.Logf("what the test does not cover:%s", b.String())
	}
}
