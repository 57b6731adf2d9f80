package contest

import (
	"errors"
	"strings"
	"testing"
)

func TestPass(t *testing.T) {
	chunks := NewChunks([][]byte{[]byte("one"), []byte("two"), nil})
	seen := ""
	note := func(s string) bool { seen += s + ","; return s != "stop" }
	works := map[string]Work{
		"Verdict": Verdict(func(b []byte) bool { return note(string(b)) }),
		"Walk":    Walk(func(b []byte) (Tally, bool) { return Tally{}, note(string(b)) }),
		"Transform": Transform(func(dst []byte, s string) ([]byte, error) {
			if !note(s) {
				return nil, errors.New("stop")
			}
			return append(dst, s...), nil
		}),
	}
	for name, w := range works {
		seen = ""
		if !w.Pass(chunks) || seen != "one,two,," {
			t.Errorf("%s: a pass saw %q", name, seen)
		}
		if w.Pass(NewChunks([][]byte{[]byte("stop"), []byte("never")})) || strings.Contains(seen, "never") {
			t.Errorf("%s: a pass went on after a chunk was refused", name)
		}
	}
}

func TestLocal(t *testing.T) {
	calls := 0
	var sink []byte
	work := Verdict(func(b []byte) bool { calls++; sink = make([]byte, 100); return true })
	s, err := Local{work, NewChunks(make([][]byte, 5))}.Run(20)
	if err != nil || calls != 5*(20+1) { // Run makes one more pass to warm up
		t.Errorf("20 passes over 5 chunks: %d calls, %v", calls, err)
	}
	if s.Allocs < 100 || s.Allocs > 110 || s.CPU < 0 {
		t.Errorf("20 passes over 5 chunks: %+v, want 100 allocations", s)
	}
	_ = sink
	refuse := Local{Verdict(func([]byte) bool { return false }), NewChunks(make([][]byte, 1))}
	if _, err := refuse.Run(1); !errors.Is(err, ErrRejected) {
		t.Errorf("refused: %v", err)
	}
	fall := Local{Verdict(func([]byte) bool { panic("oh") }), NewChunks(make([][]byte, 1))}
	if _, err := fall.Run(1); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("panicked: %v", err)
	}
}

func TestTallyText(t *testing.T) {
	want := Tally{Tokens: 12, Text: 345}
	if got, err := ParseTally(want.String()); got != want || err != nil {
		t.Errorf("%v became %v, %v", want, got, err)
	}
	if _, err := ParseTally("nonsense"); err == nil {
		t.Error("nonsense was read as a tally")
	}
}
