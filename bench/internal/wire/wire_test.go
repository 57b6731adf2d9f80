package wire

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/bench/internal/contest"
)

// start calls [Serve] with the contestants in another goroutine, and returns a
// client.
func start(t *testing.T, contestants []contest.Contestant) *Peer {
	t.Helper()
	requests, in := io.Pipe()
	out, answers := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := Serve(requests, answers, "1.2 of the test", contestants)
		answers.CloseWithError(err)
		done <- err
	}()
	p, err := connect(out, in, func() error { in.Close(); return <-done })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWire(t *testing.T) {
	var seen [][]byte
	p := start(t, []contest.Contestant{
		{Category: contest.Documents, Name: "short", Note: "at most 3 bytes", Work: contest.Verdict(func(b []byte) bool {
			seen = append(seen, slices.Clone(b))
			return len(b) <= 3
		})},
		{Category: contest.Quoting, Name: "twice", Work: contest.Transform(func(dst []byte, s string) ([]byte, error) {
			if s == "" {
				return nil, errors.New("empty")
			}
			return append(dst, s+s...), nil
		})},
		{Category: contest.Tokens, Name: "panics", Work: contest.Walk(func([]byte) (contest.Tally, bool) { panic("oh\nno") })},
	})
	if p.Version != "1.2 of the test" || len(p.Contestants) != 3 {
		t.Fatalf("hello: %q, %d contestants", p.Version, len(p.Contestants))
	}
	if c := p.Contestants[0]; c.Category != contest.Documents || c.Name != "short" || c.Note != "at most 3 bytes" {
		t.Errorf("hello: %+v", c)
	}

	chunks := [][]byte{[]byte("\n\n"), {}, []byte("ok\n"), {0, 0xFF}}
	if err := p.Load(chunks); err != nil {
		t.Fatal(err)
	}
	if s, err := p.Contestants[0].Run(1); err != nil || s.CPU < 0 {
		t.Errorf("run: %+v, %v", s, err)
	}
	if !slices.EqualFunc(seen, append(chunks, chunks...), bytes.Equal) { // one pass to warm up, and one that counts
		t.Errorf("the contestant saw %q", seen)
	}

	if o, err := p.Contestants[1].Apply([]byte("a\nb")); err != nil || !o.OK || string(o.Out) != "a\nba\nb" {
		t.Errorf("apply: %+v, %v", o, err)
	}
	if o, err := p.Contestants[1].Apply(nil); err != nil || o.OK {
		t.Errorf("apply to what it refuses: %+v, %v", o, err)
	}
	if o, err := p.Contestants[2].Apply(nil); err != nil || !o.Panicked {
		t.Errorf("apply of what panics: %+v, %v", o, err)
	}
	if _, err := p.Contestants[2].Run(1); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("run of what panics: %v", err)
	}
	if err := p.Load([][]byte{[]byte("long")}); err != nil {
		t.Error(err)
	}
	if _, err := p.Contestants[0].Run(3); !errors.Is(err, contest.ErrRejected) {
		t.Errorf("run on what it refuses: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestServeRefuses(t *testing.T) {
	for _, in := range []string{"dance\n", "run 0 1\n", "apply 0\n", "load x\n", "load 1\nx\n", "load 1\n9\nab", "run 7 1\n", "hello"} {
		if err := Serve(strings.NewReader(in), io.Discard, "", nil); err == nil {
			t.Errorf("%q was accepted", in)
		}
	}
}

func TestConnectRefuses(t *testing.T) {
	for _, answer := range []string{"", "version 1\n", "good day\nok\n", "contestant x\nok\n"} {
		if _, err := connect(strings.NewReader(answer), io.Discard, nil); err == nil {
			t.Errorf("%q was accepted as an answer to hello", answer)
		}
	}
}

func TestStartRefusesWhatIsNoPeer(t *testing.T) {
	for _, program := range []string{"no-such-program-anywhere", "true"} {
		if _, err := Start(program); err == nil {
			t.Errorf("%s was started as a peer", program)
		}
	}
}
