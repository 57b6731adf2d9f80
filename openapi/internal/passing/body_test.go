package passing

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
)

// A source is the body of a response.
type source struct {
	io.Reader
	closed int
}

func (s *source) Close() error {
	s.closed++
	return nil
}

// receive returns the Body of a response with the given body. The outcomes are added to a list.
func receive(o Options, in io.Reader, length int64, outcomes *[]Outcome) io.ReadCloser {
	o.Done = func(o *Outcome) { *outcomes = append(*outcomes, *o) }
	return Body(&http.Response{StatusCode: 200, Body: &source{Reader: in}, ContentLength: length}, &o)
}

// TestBodies reads bodies by readers that return few bytes at a time, and with and without a Content-Length.
func TestBodies(t *testing.T) {
	readers := map[string]func(string) io.Reader{
		"at once":        func(s string) io.Reader { return strings.NewReader(s) },
		"end with data":  func(s string) io.Reader { return iotest.DataErrReader(strings.NewReader(s)) },
		"half":           func(s string) io.Reader { return iotest.HalfReader(strings.NewReader(s)) },
		"byte by byte":   func(s string) io.Reader { return iotest.OneByteReader(strings.NewReader(s)) },
		"with no bytes":  func(s string) io.Reader { return &hesitant{Reader: strings.NewReader(s)} },
		"in small parts": func(s string) io.Reader { return &parted{strings.NewReader(s), 1000} },
	}
	for _, s := range samples(t) {
		for _, mode := range []Mode{Report, Enforce} {
			for name, wrap := range readers {
				if name == "byte by byte" && len(s.body) > 1000 {
					continue
				}
				for _, length := range []int{-1, len(s.body)} {
					for _, hold := range []int{-1, 10, 0} {
						if mode == Report && hold != 0 {
							continue
						}
						synctest.Test(t, func(t *testing.T) {
							var outcomes []Outcome
							b := receive(Options{Mode: mode, Choose: choose(&s.plan), Hold: hold}, wrap(s.body), int64(length), &outcomes)
							got, err := io.ReadAll(b)
							b.Close()
							b.Close()
							name := fmt.Sprintf("%s, mode %d, %s, length %d, hold %d", s.name, mode, name, length, hold)
							if len(outcomes) != 1 {
								t.Fatalf("%s: %d outcomes", name, len(outcomes))
							}
							checkReceived(t, name, &s, mode, outcomes[0], string(got), err)
						})
					}
				}
			}
		}
	}
}

// checkReceived checks what a client has read of a sample.
func checkReceived(t *testing.T, name string, s *sample, mode Mode, o Outcome, got string, err error) {
	t.Helper()
	u := run{outcomes: []Outcome{o}}
	if mode == Report || s.want == nil {
		if u.checkSample(t, name, s); got != s.body || err != nil || o.Cut {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(s.body), err)
		}
		return
	}
	if n := len(o.Findings); n == 0 || !reflect.DeepEqual(describe(o.Findings), s.want[:n]) && !strings.Contains(s.want[0], "?") || !o.Checked || !o.Cut {
		t.Errorf("%s: %+v", name, o)
	}
	var invalid *InvalidError
	if !errors.As(err, &invalid) || len(invalid.Findings) == 0 || !strings.HasPrefix(s.body, got) {
		t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(s.body), err)
	}
}

// A hesitant reader returns no bytes every other time.
type hesitant struct {
	io.Reader
	waits bool
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.waits = !h.waits; h.waits {
		return 0, nil
	}
	return h.Reader.Read(p)
}

// A parted reader returns at most n bytes at a time.
type parted struct {
	io.Reader
	n int
}

func (r *parted) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(len(p), r.n)]) }

// TestUnfinishedBodies checks bodies that a client does not read to the end, and those that break off.
func TestUnfinishedBodies(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	long := rows(longRows, -1, "")
	both, report := []Mode{Report, Enforce}, []Mode{Report} // in the Mode Enforce, more is read than the client asks for
	for _, c := range []struct {
		name   string
		text   string
		err    error // the error after the text, or nil
		length int64
		read   int64 // how much the client reads
		modes  []Mode
		want   Outcome
	}{
		{"nothing", "[]", nil, 2, 0, both, Outcome{Err: ErrUnfinished}},
		{"a part", "[]", nil, -1, 1, report, Outcome{Bytes: 1, Err: ErrUnfinished}},
		{"all without asking for the end", "[]", nil, 2, 2, both, Outcome{Bytes: 2, Checked: true}},
		{"all of an unknown length", "[]", nil, -1, 2, both, Outcome{Bytes: 2, Err: ErrUnfinished}},
		{"a part of a long one", long, nil, -1, 200_000, report, Outcome{Bytes: 200_000, Err: ErrUnfinished}},
		{"broken", "[", errBroken, -1, 100, both, Outcome{Bytes: 1, Err: errBroken}},
		{"broken and long", long[:200_000], errBroken, -1, 300_000, both, Outcome{Bytes: 200_000, Err: errBroken}},
		{"empty", "", nil, 0, 0, report, Outcome{Checked: true, Findings: []Finding{{}}}},
	} {
		for _, mode := range c.modes {
			synctest.Test(t, func(t *testing.T) {
				var in io.Reader = strings.NewReader(c.text)
				if c.err != nil {
					in = io.MultiReader(in, iotest.ErrReader(c.err))
				}
				var outcomes []Outcome
				b := receive(Options{Mode: mode, Choose: choose(plan), Hold: -1}, in, c.length, &outcomes)
				got, err := io.ReadAll(io.LimitReader(b, c.read))
				if b.Close(); len(outcomes) != 1 || err != c.err || string(got) != c.text[:min(int(c.read), len(c.text))] {
					t.Fatalf("%s, mode %d: %d outcomes, %d bytes, %v", c.name, mode, len(outcomes), len(got), err)
				}
				o := outcomes[0]
				if len(o.Findings) == len(c.want.Findings) {
					o.Findings = c.want.Findings
				}
				if c.want.Status = 200; !reflect.DeepEqual(o, c.want) {
					t.Errorf("%s, mode %d: %+v, want %+v", c.name, mode, o, c.want)
				}
			})
		}
	}
}

// TestBodiesThatAreNotChecked checks responses without a body, and those with another protocol.
func TestBodiesThatAreNotChecked(t *testing.T) {
	plan := &Plan{Schema: compile(t, rowsSchema)}
	for _, mode := range []Mode{Report, Enforce} {
		var outcomes []Outcome
		o := Options{Mode: mode, Choose: choose(plan), Done: func(o *Outcome) { outcomes = append(outcomes, *o) }}
		for _, resp := range []*http.Response{
			{StatusCode: 200, Body: http.NoBody, ContentLength: 17, Request: &http.Request{Method: "HEAD"}},
			{StatusCode: 204, Body: http.NoBody},
			{StatusCode: 304, Body: http.NoBody, ContentLength: -1},
		} {
			b := Body(resp, &o)
			if got, err := io.ReadAll(b); len(got) > 0 || err != nil {
				t.Error(got, err)
			}
			b.Close()
			if want := []Outcome{{Status: resp.StatusCode}}; !reflect.DeepEqual(outcomes, want) {
				t.Errorf("%+v, want %+v", outcomes, want)
			}
			outcomes = nil
		}
		in := &source{}
		if Body(&http.Response{StatusCode: 101, Body: in}, &o) != io.ReadCloser(in) {
			t.Error("the body of another protocol was changed")
		}
		o.Choose = func(int, http.Header) (*Plan, *Finding) { return nil, &Finding{} }
		b := Body(&http.Response{StatusCode: 418, Body: &source{Reader: strings.NewReader("tea")}, ContentLength: 3}, &o)
		got, err := io.ReadAll(b)
		b.Close()
		if isRefused := err != nil; isRefused != (mode == Enforce) || len(outcomes) != 1 || len(outcomes[0].Findings) != 1 || string(got) != map[bool]string{false: "tea", true: ""}[isRefused] {
			t.Errorf("%q, %v, %+v", got, err, outcomes)
		}
	}
	if in := (&source{}); Body(&http.Response{Body: in}, &Options{}) != io.ReadCloser(in) {
		t.Error("the body was changed in the Mode Off")
	}
}
