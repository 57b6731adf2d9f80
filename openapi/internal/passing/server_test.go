package passing

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"reflect"
	"strings"
	"testing"
	"time"
)

// A service is a server that checks its responses.
type service struct {
	*httptest.Server
	outcomes chan Outcome
}

// newService starts a server for HTTP/1.1 or HTTP/2. It serves without a check if mode is Off.
func newService(t *testing.T, http2 bool, handle http.HandlerFunc, o Options) *service {
	s := &service{outcomes: make(chan Outcome, 1)}
	o.Done = func(o *Outcome) { s.outcomes <- *o }
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { Serve(handle, w, r, &o) }))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	if s.EnableHTTP2 = http2; http2 {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s
}

// A reply is what a client gets.
type reply struct {
	status        int
	interim       []int
	header        http.Header
	trailer       http.Header
	length        int64
	body          string
	hasFailed     bool // the body ended with an error
	isUnavailable bool // there was no response
}

// get sends a request.
func (s *service) get(t *testing.T, method string) (r reply) {
	t.Helper()
	request, err := http.NewRequest(method, s.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	trace := &httptrace.ClientTrace{Got1xxResponse: func(status int, _ textproto.MIMEHeader) error {
		r.interim = append(r.interim, status)
		return nil
	}}
	resp, err := s.Client().Do(request.WithContext(httptrace.WithClientTrace(request.Context(), trace)))
	if err != nil {
		r.isUnavailable = true
		return r
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	resp.Header.Del("Date")
	r.status, r.header, r.trailer, r.length, r.body, r.hasFailed = resp.StatusCode, resp.Header, resp.Trailer, resp.ContentLength, string(body), err != nil
	return r
}

var versions = map[string]bool{"HTTP/1.1": false, "HTTP/2": true}

// handlers write valid responses in all the ways that net/http knows.
var handlers = map[string]http.HandlerFunc{
	"nothing":      func(w http.ResponseWriter, r *http.Request) {},
	"write":        func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "[]") },
	"long":         func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, rows(longRows, -1, "")) },
	"created":      func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(201); io.WriteString(w, "[]") },
	"no content":   func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) },
	"not modified": func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Etag", `"1"`); w.WriteHeader(304) },
	"content length": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "3")
		io.WriteString(w, "[ ]")
	},
	"too long": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "2")
		io.WriteString(w, "[]")
		io.WriteString(w, "x")
	},
	"type": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode([]int{})
	},
	"status changes": func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(200)
		w.Header().Set("Late", "1")
		io.WriteString(w, "[]")
	},
	"informational": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", "</style.css>")
		w.WriteHeader(103)
		w.Header().Del("Link")
		io.WriteString(w, "[]")
	},
	"trailers": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Trailer", "Sum, Other")
		io.WriteString(w, "[ ")
		w.Header().Set("Sum", "1")
		io.WriteString(w, "]")
		w.Header().Set("Other", "2")
		w.Header().Set(http.TrailerPrefix+"More", "3")
	},
	"flush": func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		io.WriteString(w, "[")
		http.NewResponseController(w).Flush()
		io.WriteString(w, "]")
	},
	"copy": func(w http.ResponseWriter, r *http.Request) {
		io.Copy(w, struct{ io.Reader }{strings.NewReader("[ ]")})
	},
	"content": func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "x.json", time.Time{}, strings.NewReader("[]"))
	},
}

// TestServersSendTheSame checks that clients get the same response with a check as without it.
func TestServersSendTheSame(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	for version, isSecond := range versions {
		for name, handle := range handlers {
			for _, method := range []string{"GET", "HEAD"} {
				want := newService(t, isSecond, handle, Options{}).get(t, method)
				for _, mode := range []Mode{Report, Enforce} {
					s := newService(t, isSecond, handle, Options{Mode: mode, Choose: choose(plan)})
					got := s.get(t, method)
					if mode == Enforce && name == "nothing" && method == "GET" {
						if got.status != 500 {
							t.Errorf("%s, nothing: %+v", version, got)
						}
						continue
					}
					if name == "too long" && isSecond && mode == Enforce {
						want.hasFailed = false // the rest is not given to the server, which would reset the stream
					}
					if !reflect.DeepEqual(got, want) {
						t.Errorf("%s, %s %s, mode %d: %+v, want %+v", version, method, name, mode, got, want)
					}
					if o := <-s.outcomes; len(o.Findings) > 0 && name != "nothing" && name != "too long" || o.Replaced || o.Cut {
						t.Errorf("%s, %s %s, mode %d: %+v", version, method, name, mode, o)
					}
				}
			}
		}
	}
}

// TestServersReplaceOrCut checks what clients get of invalid responses.
func TestServersReplaceOrCut(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	replace := func(w http.ResponseWriter, o *Outcome) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusBadGateway)
		fmt.Fprintf(w, `{"findings":%d}`, len(o.Findings))
	}
	long := rows(longRows, longRows-1, "{}")
	for version, isSecond := range versions {
		for _, c := range []struct {
			name   string
			handle http.HandlerFunc
			cut    bool
		}{
			{"short", func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "[1]") }, false},
			{"with a length", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Length", "3")
				w.Header().Set("Etag", `"1"`)
				w.WriteHeader(201)
				io.WriteString(w, "[1]")
			}, false},
			{"encoded", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Encoding", "gzip")
				io.WriteString(w, encode(t, "[1]", "gzip"))
			}, false},
			{"long at once", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Length", fmt.Sprint(len(long)))
				io.WriteString(w, long)
			}, false},
			{"long", func(w http.ResponseWriter, r *http.Request) {
				for line := range strings.Lines(long) {
					io.WriteString(w, line)
				}
			}, true},
			{"long with a length", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Length", fmt.Sprint(len(long)))
				io.Copy(w, struct{ io.Reader }{strings.NewReader(long)})
			}, true},
			{"flushed", func(w http.ResponseWriter, r *http.Request) {
				io.WriteString(w, "[")
				w.(http.Flusher).Flush()
				io.WriteString(w, "1]")
			}, true},
		} {
			s := newService(t, isSecond, c.handle, Options{Mode: Enforce, Choose: choose(plan), Replace: replace})
			got, o := s.get(t, "GET"), <-s.outcomes
			if c.cut {
				if !got.isUnavailable && !got.hasFailed || !o.Cut || o.Replaced {
					t.Errorf("%s, %s: status %d, %d bytes, failed is %v, %+v", version, c.name, got.status, len(got.body), got.hasFailed, o)
				}
				continue
			}
			want := reply{status: 502, header: http.Header{"Content-Type": {"application/problem+json"}, "Content-Length": {"14"}}, length: 14, body: `{"findings":1}`}
			if !reflect.DeepEqual(got, want) || !o.Replaced || o.Cut {
				t.Errorf("%s, %s: %+v, %+v", version, c.name, got, o)
			}
		}
	}
}

// TestServersHijack checks a handler that takes over the connection, which HTTP/2 does not allow.
func TestServersHijack(t *testing.T) {
	for _, mode := range []Mode{Report, Enforce} {
		s := newService(t, false, func(w http.ResponseWriter, r *http.Request) {
			conn, rw, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			rw.WriteString("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n[")
			rw.Flush()
		}, Options{Mode: mode, Choose: choose(&Plan{})})
		if got, o := s.get(t, "GET"), <-s.outcomes; got.body != "[" || o.Err != ErrHijacked || o.Status != 0 {
			t.Errorf("mode %d: %+v, %+v", mode, got, o)
		}
	}
}

// TestServersOfEvents checks that a client gets each event before the next one is written.
func TestServersOfEvents(t *testing.T) {
	for version, isSecond := range versions {
		for _, mode := range []Mode{Report, Enforce} {
			for name, plan := range map[string]*Plan{"events": nil, "lines": {Framing: Lines}} {
				got := make(chan bool)
				s := newService(t, isSecond, func(w http.ResponseWriter, r *http.Request) {
					for range 3 {
						io.WriteString(w, "1\n")
						w.(http.Flusher).Flush()
						<-got
					}
				}, Options{Mode: mode, Choose: choose(plan)})
				resp, err := s.Client().Get(s.URL)
				if err != nil {
					t.Fatal(err)
				}
				lines := bufio.NewScanner(resp.Body)
				n := 0
				for lines.Scan() {
					n++
					got <- true
				}
				resp.Body.Close()
				if o := <-s.outcomes; n != 3 || o.Checked != (plan != nil) || o.Bytes != 6 {
					t.Errorf("%s, mode %d, %s: %d lines, %+v", version, mode, name, n, o)
				}
			}
		}
	}
}

// A transport checks the responses that a client gets.
type transport struct {
	http.RoundTripper
	options *Options
}

func (tr transport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := tr.RoundTripper.RoundTrip(r)
	if err == nil {
		resp.Body = Body(resp, tr.options)
	}
	return resp, err
}

// TestClients checks responses of a server on the side of the client.
func TestClients(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	for version, isSecond := range versions {
		for name, body := range map[string]string{"valid": "[]", "invalid": "[1]", "long": rows(longRows, -1, ""), "long and invalid": rows(longRows, 7000, "{}")} {
			for _, mode := range []Mode{Report, Enforce} {
				s := newService(t, isSecond, func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Trailer", "Sum")
					io.WriteString(w, body)
					w.Header().Set("Sum", "1")
				}, Options{})
				var outcomes []Outcome
				c := http.Client{Transport: transport{s.Client().Transport, &Options{Mode: mode, Choose: choose(plan), Done: func(o *Outcome) { outcomes = append(outcomes, *o) }}}}
				resp, err := c.Get(s.URL)
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if len(outcomes) != 1 || (len(outcomes[0].Findings) > 0) != strings.Contains(name, "invalid") || (err != nil) != (outcomes[0].isInvalid() && mode == Enforce) {
					t.Errorf("%s, %s, mode %d: %+v, %v", version, name, mode, outcomes, err)
				}
				if err == nil && (!bytes.Equal(got, []byte(body)) || resp.Trailer.Get("Sum") != "1") {
					t.Errorf("%s, %s, mode %d: %d bytes, %v", version, name, mode, len(got), resp.Trailer)
				}
			}
		}
	}
}
