package passing

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/assayjson/assay/schema"
)

var errBroken = errors.New("broken")

// A limited is a ResponseWriter that fails after a number of bytes, or silently writes no more.
type limited struct {
	*recorder
	left int
	err  error
}

func (w *limited) Write(p []byte) (int, error) {
	n := min(w.left, len(p))
	w.left -= n
	w.recorder.Write(p[:n])
	if n < len(p) {
		return n, w.err
	}
	return n, nil
}

// TestWritersThatFail checks responses whose client goes away, at every offset.
func TestWritersThatFail(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	for name, body := range map[string]string{"valid": rows(3, -1, ""), "invalid": rows(3, 0, `{"id": "x"}`), "long": rows(longRows, 0, `{"id": "x"}`)} {
		for _, mode := range []Mode{Report, Enforce} {
			for _, failure := range []error{nil, errBroken} {
				synctest.Test(t, func(t *testing.T) {
					step := max(len(body)/50, 1)
					for left := 0; left < len(body); left += step {
						w := &limited{newRecorder(), left, failure}
						var failed error
						u := serveTo(t, w, "GET", Options{Mode: mode, Choose: choose(plan), Hold: 10}, func(w http.ResponseWriter) {
							for part := range strings.SplitAfterSeq(body, "\n") {
								if _, err := io.WriteString(w, part); err != nil {
									failed = err
									break
								}
							}
						})
						o := u.outcomes[0]
						isInvalid := len(o.Findings) > 0
						switch {
						case mode == Enforce && isInvalid:
							if !o.Cut && !o.Replaced {
								t.Errorf("%s, %d bytes: %+v", name, left, o)
							}
						case !errors.Is(o.Err, cmpOr(failure, io.ErrShortWrite)) || o.Cut || o.Replaced || o.Checked != isInvalid:
							t.Errorf("%s, mode %d, %d bytes: %+v", name, mode, left, o)
						}
						if failed == nil && !isInvalid && left < len(body)-40 && failure != nil {
							t.Errorf("%s, mode %d, %d bytes: the handler got no error", name, mode, left)
						}
						if got := w.body.String(); mode == Report && got != body[:min(left, len(got))] {
							t.Errorf("%s, %d bytes: %q was sent", name, left, got)
						}
					}
				})
			}
		}
	}
}

func cmpOr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// TestPanics checks handlers that panic before and after they have written something.
func TestPanics(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	long := rows(longRows, -1, "")
	for _, mode := range []Mode{Report, Enforce} {
		for _, c := range []struct {
			name, body string
			wantStatus int
			want       []string
		}{
			{"nothing", "", 0, nil},
			{"incomplete", "[", 200, nil},
			{"complete", "[]", 200, nil},
			{"long and incomplete", long[:200_000], 200, nil},
			{"invalid", `[{"id": "x"}, `, 200, []string{"1:9 /0/id " + tooLate}},
			{"not JSON", `[oops, `, 200, []string{"1:2 /0 misspelt literal"}},
		} {
			synctest.Test(t, func(t *testing.T) {
				u := serve(t, Options{Mode: mode, Choose: choose(plan)}, func(w http.ResponseWriter) {
					if c.body != "" {
						io.WriteString(w, c.body)
					}
					panic(errBroken)
				})
				o := u.outcomes[0]
				if u.panicked != errBroken || o.Status != c.wantStatus || o.Err != ErrUnfinished || o.Checked != (c.want != nil) || o.Replaced || o.Cut {
					t.Errorf("%s, mode %d: panic %v, %+v", c.name, mode, u.panicked, o)
				}
				if got := describe(o.Findings); !reflect.DeepEqual(got, c.want) {
					t.Errorf("%s, mode %d: %q, want %q", c.name, mode, got, c.want)
				}
				if mode == Enforce && len(c.body) < DefaultHold && u.recorder.statuses != nil {
					t.Errorf("%s: something was sent", c.name)
				}
			})
		}
	}
}

// TestStatuses checks responses that have no body, or whose body cannot be checked.
func TestStatuses(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	undocumented := func(status int, _ http.Header) (*Plan, *Finding) {
		return plan, &Finding{Finding: schema.Finding{Message: "status not documented"}}
	}
	for _, c := range []struct {
		name     string
		method   string
		choose   func(int, http.Header) (*Plan, *Finding)
		handle   func(w http.ResponseWriter)
		statuses []int // with which the response begins
		sent     string
		want     Outcome
	}{
		{"no content", "GET", choose(plan), func(w http.ResponseWriter) { w.WriteHeader(204) }, []int{204}, "", Outcome{Status: 204}},
		{"not modified", "GET", choose(plan), func(w http.ResponseWriter) { w.WriteHeader(304) }, []int{304}, "", Outcome{Status: 304}},
		{"HEAD", "HEAD", choose(plan), func(w http.ResponseWriter) { w.WriteHeader(200) }, []int{200}, "", Outcome{Status: 200}},
		{"HEAD without a status", "HEAD", choose(plan), func(w http.ResponseWriter) {}, nil, "", Outcome{Status: 200}},
		{"part", "GET", choose(plan), func(w http.ResponseWriter) { w.WriteHeader(206); io.WriteString(w, "{") }, []int{206}, "{", Outcome{Status: 206, Bytes: 1, Err: ErrPartial}},
		{"no plan", "GET", choose(nil), func(w http.ResponseWriter) { io.WriteString(w, "data: {}\n\n") }, []int{200}, "data: {}\n\n", Outcome{Status: 200, Bytes: 10}},
		{"informational", "GET", choose(plan), func(w http.ResponseWriter) {
			w.WriteHeader(103)
			w.WriteHeader(100)
			w.WriteHeader(201)
			io.WriteString(w, "[]")
		}, []int{103, 100, 201}, "[]", Outcome{Status: 201, Bytes: 2, Checked: true}},
		{"another protocol", "GET", undocumented, func(w http.ResponseWriter) { w.WriteHeader(101) }, []int{101}, "", Outcome{Status: 101, Err: ErrHijacked}},
		{"unknown coding", "GET", choose(plan), func(w http.ResponseWriter) { w.Header().Set("Content-Encoding", "br"); io.WriteString(w, "[") }, []int{200}, "[", Outcome{Status: 200, Bytes: 1, Err: ErrCoding}},
		{"identity", "GET", choose(plan), func(w http.ResponseWriter) { w.Header().Set("Content-Encoding", "identity"); io.WriteString(w, "[]") }, []int{200}, "[]", Outcome{Status: 200, Bytes: 2, Checked: true}},
		{"second status", "GET", choose(plan), func(w http.ResponseWriter) { w.WriteHeader(201); w.WriteHeader(500); io.WriteString(w, "[]") }, []int{201}, "[]", Outcome{Status: 201, Bytes: 2, Checked: true}},
	} {
		for _, mode := range []Mode{Report, Enforce} {
			u := serveTo(t, newRecorder(), c.method, Options{Mode: mode, Choose: c.choose}, func(w http.ResponseWriter) {
				w.Header().Set("Inner", "2")
				c.handle(w)
			})
			if got := u.outcomes[0]; !reflect.DeepEqual(got, c.want) || u.panicked != nil {
				t.Errorf("%s, mode %d: %+v, want %+v", c.name, mode, got, c.want)
			}
			r := u.recorder
			if n := len(c.statuses); len(r.statuses) < n || !reflect.DeepEqual(r.statuses[:n:n], c.statuses) || r.body.String() != c.sent || r.header.Get("Inner") != "2" {
				t.Errorf("%s, mode %d: %d %q %v was sent", c.name, mode, r.statuses, r.body.String(), r.header)
			}
		}
	}
	for _, mode := range []Mode{Report, Enforce} {
		u := serve(t, Options{Mode: mode, Choose: undocumented}, func(w http.ResponseWriter) {
			w.WriteHeader(418)
			io.WriteString(w, "[]")
		})
		o := u.outcomes[0]
		if o.Status != 418 || o.Bytes != 2 || o.Checked != (mode == Report) || len(o.Findings) != 1 || o.Replaced != (mode == Enforce) || o.Err != nil {
			t.Errorf("an undocumented status: %+v", o)
		}
	}
}

// TestHandlersThatWriteNothing checks that a response that net/http sends is checked, too.
func TestHandlersThatWriteNothing(t *testing.T) {
	plan := &Plan{}
	for _, mode := range []Mode{Report, Enforce} {
		u := serve(t, Options{Mode: mode, Choose: choose(plan)}, func(w http.ResponseWriter) { w.Header().Set("Inner", "2") })
		if got := describe(u.outcomes[0].Findings); len(got) != 1 || !u.outcomes[0].Checked {
			t.Errorf("mode %d: %+v", mode, u.outcomes[0])
		}
		if mode == Report && u.recorder.statuses != nil {
			t.Errorf("the status %v was sent", u.recorder.statuses)
		}
		u = serve(t, Options{Mode: mode, Choose: choose(nil)}, func(w http.ResponseWriter) { w.Header().Set("Inner", "2") })
		if u.recorder.statuses != nil || u.recorder.header.Get("Inner") != "2" {
			t.Errorf("mode %d: the status %v was sent, with the header %v", mode, u.recorder.statuses, u.recorder.header)
		}
	}
	for _, mode := range []Mode{Report, Enforce} {
		u := serve(t, Options{Mode: mode, Choose: choose(plan)}, func(w http.ResponseWriter) { w.WriteHeader(0) })
		if u.panicked != "invalid status" {
			t.Errorf("mode %d: an invalid status is accepted: %v", mode, u.panicked)
		}
	}
	if u := serve(t, Options{}, func(w http.ResponseWriter) { io.WriteString(w, "[") }); u.recorder.body.String() != "[" {
		t.Error("the Mode Off changes a response")
	}
}

// TestFlush checks that a Flush sends everything, and that a check goes on afterwards.
func TestFlush(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	for _, c := range []struct {
		name  string
		mode  Mode
		parts []string
		want  []int // at which lengths the body was flushed
		cut   bool
	}{
		{"report", Report, []string{"[", "1", "]"}, []int{1, 2, 3}, false},
		{"valid", Enforce, []string{`[{"id": 1}`, `]`}, []int{10, 11}, false},
		{"nothing yet", Enforce, []string{"", "[]"}, []int{0, 2}, false},
		{"invalid", Enforce, []string{"[", `{"id":`, `"x"}]`}, []int{1, 7, 12}, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			u := serve(t, Options{Mode: c.mode, Choose: choose(plan)}, func(w http.ResponseWriter) {
				for _, part := range c.parts {
					io.WriteString(w, part)
					w.(http.Flusher).Flush()
				}
			})
			if o := u.outcomes[0]; !reflect.DeepEqual(u.recorder.flushed, c.want) || o.Cut != c.cut || !o.Checked || (u.panicked != nil) != c.cut {
				t.Errorf("%s: flushed at %d, %+v", c.name, u.recorder.flushed, o)
			}
		})
	}
	lines := &Plan{Schema: compile(t, `{"type": "integer"}`), Framing: Lines}
	u := serve(t, Options{Mode: Enforce, Choose: choose(lines)}, func(w http.ResponseWriter) {
		for _, line := range []string{"1\n", "2\n", "\"x\"\n", "4\n"} {
			io.WriteString(w, line)
			if err := http.NewResponseController(w).Flush(); err != nil {
				t.Error(err)
			}
		}
	})
	if o := u.outcomes[0]; u.recorder.body.String() != "1\n2\n" || !o.Cut || len(o.Findings) != 1 || o.Findings[0].Record != 3 {
		t.Errorf("%q was sent: %+v", u.recorder.body.String(), o)
	}
	u = serve(t, Options{Mode: Enforce, Choose: choose(lines)}, func(w http.ResponseWriter) {
		io.WriteString(w, "oops\n")
		w.(http.Flusher).Flush()
		io.WriteString(w, "1\n")
	})
	if o := u.outcomes[0]; !o.Replaced || o.Cut || u.recorder.flushed != nil {
		t.Errorf("flushed at %d: %+v", u.recorder.flushed, o)
	}
}

// TestLateWrites checks handlers whose goroutines write after the handler has returned.
func TestLateWrites(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	for _, mode := range []Mode{Report, Enforce} {
		for body, want := range map[string]string{"[]": "[]late", `[1]`: ""} {
			var kept http.ResponseWriter
			u := serve(t, Options{Mode: mode, Choose: choose(plan), Replace: func(http.ResponseWriter, *Outcome) {}}, func(w http.ResponseWriter) {
				io.WriteString(w, body)
				kept = w
			})
			before := u.outcomes[0]
			kept.WriteHeader(404)
			n, err := io.WriteString(kept, "late")
			if mode == Report {
				want = body + "late"
			}
			if n != 4 || err != nil || u.recorder.body.String() != want || len(u.outcomes) != 1 || !reflect.DeepEqual(u.outcomes[0], before) {
				t.Errorf("mode %d: %d, %v, %q was sent", mode, n, err, u.recorder.body.String())
			}
		}
	}
}

// A hijackable is a ResponseWriter that gives its connection away, and copies from readers by itself.
type hijackable struct {
	*recorder
	copied int64 // by ReadFrom
}

func (h *hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) { return nil, nil, nil }

func (h *hijackable) ReadFrom(r io.Reader) (int64, error) {
	n, err := io.Copy(h.recorder, r)
	h.copied += n
	return n, err
}

func (h *hijackable) Push(target string, _ *http.PushOptions) error { return errBroken }

// TestHijack checks that nothing is checked after the connection has been taken over.
func TestHijack(t *testing.T) {
	plan := &Plan{}
	for _, mode := range []Mode{Report, Enforce} {
		u := serveTo(t, &hijackable{recorder: newRecorder()}, "GET", Options{Mode: mode, Choose: choose(plan)}, func(w http.ResponseWriter) {
			if _, _, err := w.(http.Hijacker).Hijack(); err != nil {
				t.Error(err)
			}
			if err := w.(http.Pusher).Push("/", nil); err != errBroken {
				t.Error(err)
			}
		})
		if o := u.outcomes[0]; !reflect.DeepEqual(o, Outcome{Err: ErrHijacked}) || u.panicked != nil {
			t.Errorf("mode %d: %+v", mode, o)
		}
		u = serve(t, Options{Mode: mode, Choose: choose(plan)}, func(w http.ResponseWriter) {
			if _, _, err := http.NewResponseController(w).Hijack(); !errors.Is(err, http.ErrNotSupported) {
				t.Error(err)
			}
			if err := w.(http.Pusher).Push("/", nil); err != http.ErrNotSupported {
				t.Error(err)
			}
			io.WriteString(w, "1")
		})
		if o := u.outcomes[0]; !o.Checked || o.Err != nil {
			t.Errorf("mode %d: %+v", mode, o)
		}
	}
}

// TestReadFrom checks that bodies that are not checked are copied by the ResponseWriter itself.
func TestReadFrom(t *testing.T) {
	body := rows(longRows, 7000, "{}")
	for _, mode := range []Mode{Report, Enforce} {
		for _, c := range []struct {
			name   string
			plan   *Plan
			begins bool // the handler writes a status first
			src    io.Reader
			copied int
			err    error
		}{
			{"unchecked", nil, true, strings.NewReader(body), len(body), nil},
			{"unchecked without a status", nil, false, strings.NewReader(body), len(body) - 32<<10, nil},
			{"checked", &Plan{}, true, strings.NewReader(body), 0, nil},
			{"checked without a status", &Plan{}, false, strings.NewReader(body), 0, nil},
			{"broken and checked", &Plan{}, false, io.MultiReader(strings.NewReader("["), errReader{}), 0, errBroken},
			{"broken and unchecked", nil, true, io.MultiReader(strings.NewReader("["), errReader{}), 1, errBroken},
		} {
			w := &hijackable{recorder: newRecorder()}
			var n int64
			var err error
			u := serveTo(t, w, "GET", Options{Mode: mode, Choose: choose(c.plan)}, func(w http.ResponseWriter) {
				if c.begins {
					w.WriteHeader(200)
				}
				n, err = io.Copy(w, struct{ io.Reader }{c.src})
			})
			o := u.outcomes[0]
			if !errors.Is(err, c.err) || n != o.Bytes || w.copied != int64(c.copied) || o.Checked != (c.plan != nil) {
				t.Errorf("%s, mode %d: %d, %v, %d copied, %+v", c.name, mode, n, err, w.copied, o)
			}
			if c.err == nil && w.body.String() != body {
				t.Errorf("%s, mode %d: %d bytes were sent", c.name, mode, w.body.Len())
			}
		}
	}
	u := serve(t, Options{Mode: Report, Choose: choose(nil)}, func(w http.ResponseWriter) {
		if n, err := io.Copy(w, strings.NewReader("")); n != 0 || err != nil {
			t.Error(n, err)
		}
		w.WriteHeader(404)
	})
	if u.outcomes[0].Status != 404 {
		t.Errorf("nothing was copied, and the status is %d", u.outcomes[0].Status)
	}
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errBroken }

// TestManyFindings checks that the number of findings is limited.
func TestManyFindings(t *testing.T) {
	lines := &Plan{Schema: compile(t, `{"type": "integer"}`), Framing: Lines}
	for n, more := range map[int]bool{MaxFindings: false, MaxFindings + 1: true, 50_000: true} {
		u := serve(t, Options{Mode: Report, Choose: choose(lines)}, func(w http.ResponseWriter) {
			for range n {
				io.WriteString(w, "\"x\"\n")
			}
		})
		if o := u.outcomes[0]; len(o.Findings) != MaxFindings || o.More != more || o.Bytes != 4*int64(n) || o.Err != nil {
			t.Errorf("%d lines: %d findings, more is %v, %v", n, len(o.Findings), o.More, o.Err)
		}
	}
}
