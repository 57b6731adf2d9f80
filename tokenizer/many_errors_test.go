package tokenizer

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"
)

// The pointer of a duplicate name ends with that name, whatever comes before it.
func TestPointersOfEqualNames(t *testing.T) {
	const text = `{"a": 1, "": {"b": 2, "c": 3, "b": 4}, "a": 5, "x": 6, "\u0061": 7}`
	const want = "duplicate-name 30 //b; duplicate-name 39 /a; duplicate-name 55 /a"
	for _, tokens := range []*Tokenizer{
		New([]byte(text), UniqueNames(), KeepGoing()),
		NewReader(iotest.OneByteReader(strings.NewReader(text)), UniqueNames(), KeepGoing()),
	} {
		if faults, _ := errorsOf(t, tokens); listOf(faults) != want {
			t.Errorf("%s, want %s", listOf(faults), want)
		}
	}
}

// One string may have very many errors. Each error has a position, and computing all positions
// takes linear time. In quadratic time, the test would take minutes.
func TestManyErrorsInAString(t *testing.T) {
	for _, c := range []struct {
		part  string
		count int
		every int // the test compares the positions of the errors 0, every, 2*every and so on
	}{
		{"é\xFF\x80", 1000, 1}, {"\r\n\xC3", 500, 1}, {"\U0001F600\\x\t", 500, 1}, {"\xFFa", 50_000, 5000},
	} {
		b := append([]byte("[\n\""), bytes.Repeat([]byte(c.part), c.count)...)
		b = append(b, "\", \"a\": nope]"...)
		whole, _ := errorsOf(t, New(b, KeepGoing()))
		streamed, _ := errorsOf(t, NewReader(iotest.HalfReader(bytes.NewReader(b)), KeepGoing(), Chunk(2000)))
		if len(whole) < c.count || len(whole) != len(streamed) {
			t.Errorf("%q: %d errors, and %d of a stream", c.part, len(whole), len(streamed))
			continue
		}
		for i := 0; i < len(whole); i += c.every {
			want := Locate(b, whole[i].Offset)
			if got := whole[i].Position(); got != want {
				t.Fatalf("%q: %d is at %+v, want %+v", c.part, whole[i].Offset, got, want)
			}
			if got := streamed[i].Position(); got != want || streamed[i].Offset != whole[i].Offset {
				t.Fatalf("%q: %d of a stream is at %+v, want %+v", c.part, streamed[i].Offset, got, want)
			}
		}
	}
}
