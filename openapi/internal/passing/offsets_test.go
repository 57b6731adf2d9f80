package passing

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// parts calls f with several ways to cut a body into parts: at one offset, and into parts of equal length. A short body is cut at
// every offset.
func parts(body string, f func(name string, parts []string)) {
	step := 1
	if len(body) > 200 {
		if step = len(body)/40 + 1; longtest.Off() {
			step = len(body)/8 + 1
		}
	}
	f("whole", []string{body})
	for i := 0; i <= len(body); i += step {
		f(fmt.Sprint("cut at ", i), []string{body[:i], body[i:]})
	}
	for _, size := range []int{1, 2, 3, 7, 1000, 4096, mostWhole - 1, mostWhole, mostWhole + 1} {
		if len(body)/size > 10_000 || size > len(body) {
			continue
		}
		var all []string
		for i := 0; i < len(body); i += size {
			all = append(all, body[i:min(i+size, len(body))])
		}
		f(fmt.Sprint("parts of ", size), all)
	}
}

// TestReportEveryOffset checks that the outcome in the Mode Report does not depend on how a handler writes the body, and that all bytes
// are passed on. No goroutine may be left, which synctest would notice.
func TestReportEveryOffset(t *testing.T) {
	for _, s := range samples(t) {
		synctest.Test(t, func(t *testing.T) {
			parts(s.body, func(name string, parts []string) {
				if t.Failed() {
					return
				}
				u := serve(t, Options{Mode: Report, Choose: choose(&s.plan)}, func(w http.ResponseWriter) { writeAll(t, w, parts) })
				name = s.name + ", " + name
				u.checkSample(t, name, &s)
				if o := u.outcomes[0]; o.Replaced || o.Cut || u.panicked != nil || u.recorder.body.String() != s.body {
					t.Errorf("%s: the response was changed: %+v", name, o)
				}
			})
		})
	}
}

// writeAll writes the parts of a body in turn by Write and by WriteString.
func writeAll(t *testing.T, w http.ResponseWriter, parts []string) {
	for i, part := range parts {
		write := func() (int, error) { return w.Write([]byte(part)) }
		if i%2 == 1 {
			write = func() (int, error) { return w.(interface{ WriteString(string) (int, error) }).WriteString(part) }
		}
		var invalid *InvalidError
		if n, err := write(); n != len(part) && !errors.As(err, &invalid) {
			t.Errorf("%d bytes of %d were written: %v", n, len(part), err)
		}
	}
}

// checkSample checks the outcome of the response with a sample.
func (u *run) checkSample(t *testing.T, name string, s *sample) {
	t.Helper()
	o := u.outcomes[0]
	if o.Status != http.StatusOK || o.Bytes != int64(len(s.body)) {
		t.Errorf("%s: status %d, %d bytes", name, o.Status, o.Bytes)
	}
	if o.Checked != (s.err == nil) || !s.isAsWanted(o.Findings) || o.More {
		t.Errorf("%s: checked is %v, %q, want %q", name, o.Checked, describe(o.Findings), s.want)
	}
	if !errors.Is(o.Err, s.err) && !(len(s.want) > 0 && o.Err == ErrUnfinished && (o.Replaced || o.Cut)) {
		t.Errorf("%s: the error is %v, want %v", name, o.Err, s.err)
	}
}

// TestEnforceEveryOffset does the same for the Mode Enforce: whether a response is replaced or cut off depends on how many bytes are
// held back, but the client never gets all of an invalid body.
func TestEnforceEveryOffset(t *testing.T) {
	holds := []int{-1, 1, 20, 0, 1 << 20}
	if longtest.Off() {
		holds = []int{-1, 20, 0}
	}
	for _, s := range samples(t) {
		for _, hold := range holds {
			synctest.Test(t, func(t *testing.T) {
				for _, length := range []int{-1, len(s.body)} { // the Content-Length
					parts(s.body, func(name string, parts []string) {
						if t.Failed() {
							return
						}
						u := serve(t, Options{Mode: Enforce, Choose: choose(&s.plan), Hold: hold}, func(w http.ResponseWriter) {
							if length >= 0 {
								w.Header().Set("Content-Length", fmt.Sprint(length))
							}
							w.Header().Set("Inner", "2")
							writeAll(t, w, parts)
						})
						name = fmt.Sprintf("%s, hold %d, length %d, %s", s.name, hold, length, name)
						u.checkFirst(t, name, &s)
						u.checkEnforced(t, name, &s, len(s.body) <= (&Options{Hold: hold}).hold())
					})
				}
			})
		}
	}
}

// checkFirst is like checkSample, but the outcome may lack findings after the first one.
func (u *run) checkFirst(t *testing.T, name string, s *sample) {
	t.Helper()
	first := *s
	if n := len(u.outcomes[0].Findings); 0 < n && n < len(s.want) {
		first.want = s.want[:n]
	}
	u.checkSample(t, name, &first)
}

// checkEnforced checks what a client gets. If the body fits into what is held back, an invalid response must be replaced.
func (u *run) checkEnforced(t *testing.T, name string, s *sample, fits bool) {
	t.Helper()
	o, got := u.outcomes[0], u.recorder.body.String()
	header := u.recorder.sent
	switch {
	case len(s.want) == 0:
		if got != s.body || o.Replaced || o.Cut || u.panicked != nil {
			t.Errorf("%s: the response was changed: %+v", name, o)
		}
		if header == nil {
			header = u.recorder.header // the handler has written nothing
		}
		if header.Get("Inner") != "2" || header.Get("Outer") != "1" {
			t.Errorf("%s: the header is %v", name, header)
		}
	case o.Replaced:
		if !strings.Contains(got, "was not sent") || u.panicked != nil || header.Get("Inner") != "" || header.Get("Content-Length") != "" || header.Get("Outer") != "1" || u.recorder.statuses[0] != 500 {
			t.Errorf("%s: %d %q was sent with the header %v", name, u.recorder.statuses, got, header)
		}
	default:
		if fits || !o.Cut || u.panicked != http.ErrAbortHandler || !strings.HasPrefix(s.body, got) || len(got) == 0 {
			t.Errorf("%s: %+v, panic %v, %d bytes of %d were sent", name, o, u.panicked, len(got), len(s.body))
		}
		if header.Get("Content-Length") != "" && len(got) == len(s.body) {
			t.Errorf("%s: all of an invalid body was sent", name)
		}
	}
}
