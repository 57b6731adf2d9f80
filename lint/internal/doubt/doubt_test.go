package doubt

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestDoubtReadsUpToTheEndOfTheLine checks that AllBehind reads only a little beyond the end of the
// line at the given offset.
func TestDoubtReadsUpToTheEndOfTheLine(t *testing.T) {
	src := []byte("[\n[1,],\n" + strings.Repeat("{\"a\": \"b\"},\n", 10_000) + "\"]")
	d := New(Plain, 0)
	if !d.AllBehind(4, src) || d.at > 1024 {
		t.Errorf("%d bytes have been read", d.at)
	}
	if d.AllBehind(int64(len(src)-1), src) {
		t.Error("the last line is not doubtful")
	}
}

// first returns the offset of the first doubtful line of a whole text, or [None].
func first(src []byte, n Notation) int64 {
	d := New(n, 0)
	d.SkipMark(src)
	d.Write(src[d.at:])
	return d.End()
}

// TestDoubtIsBehindOffsets checks that AllBehind, called with ascending offsets, returns the same
// as if the whole text had been read before each call.
func TestDoubtIsBehindOffsets(t *testing.T) {
	parts := []string{`{"a": 1}`, "\n", "\r", "\r\n", `"`, `'`, "x y", ",", "[", "]", ": ", "\\", "12", "/* ", " */", "// ", "é", strings.Repeat(`"some text", `, 60)}
	rng := rand.New(rand.NewPCG(41, 42))
	behind := [2]int{}
	for range 20_000 {
		var text strings.Builder
		for range 1 + rng.IntN(30) {
			text.WriteString(parts[rng.IntN(len(parts))])
		}
		src := []byte(text.String())
		for _, n := range []Notation{Plain, Commented, SingleQuoted} {
			limit, d := first(src, n), New(n, 0)
			for at := int64(rng.IntN(50)); at < int64(len(src)); at += int64(1 + rng.IntN(100)) {
				want := at < limit
				if got := d.AllBehind(at, src); got != want {
					t.Fatalf("%q, offset %d, notation %d: %v, want %v", src, at, n, got, want)
				}
				if want {
					behind[1]++
				} else {
					behind[0]++
				}
			}
		}
	}
	if min(behind[0], behind[1]) < 1000 {
		t.Errorf("%v answers", behind)
	}
}
