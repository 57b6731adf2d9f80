package tokenizer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
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

// equalNamesIn is the oracle for the errors about equal names: it returns the tokens of a valid text
// with an error before each name that is equal to an earlier name in its object.
func equalNamesIn(t *testing.T, b []byte) string {
	var all strings.Builder
	var open []map[string]int64 // the offsets of the names of each open object; nil for an array
	tokens := New(b)
	for token, err := range tokens.All() {
		if err != nil {
			t.Fatalf("%q: %v", b, err)
		}
		switch token.Kind() {
		case BeginObject:
			open = append(open, map[string]int64{})
		case BeginArray:
			open = append(open, nil)
		case EndObject, EndArray:
			open = open[:len(open)-1]
		case Name:
			seen, name := open[len(open)-1], token.String()
			if first, ok := seen[name]; ok {
				fmt.Fprintf(&all, "%v %v at %d %v, first at %d %v\n", DuplicateName, tokens.Pointer(), token.Offset(), Locate(b, token.Offset()), first, Locate(b, first))
			} else {
				seen[name] = token.Offset()
			}
		}
		fmt.Fprintf(&all, "%v %s %d %d %v\n", token.Kind(), token.Raw(), token.Offset(), token.Depth(), tokens.Pointer())
	}
	return all.String()
}

// The kernels continue after the error about a name.
func TestManyEqualNames(t *testing.T) {
	rounds := 1000
	if longtest.Off() {
		rounds = 150
	}
	walk := func(tokens *Tokenizer) string {
		var all strings.Builder
		for {
			token, err := tokens.Next()
			e, ok := err.(*SyntaxError)
			switch {
			case ok:
				first, _ := e.Related()
				fmt.Fprintf(&all, "%v %v at %d %v, first at %d %v\n", e.Kind, pointerOf(e), e.Offset, e.Position(), first.Offset, first.Start)
			case err == nil:
				fmt.Fprintf(&all, "%v %s %d %d %v\n", token.Kind(), token.Raw(), token.Offset(), token.Depth(), tokens.Pointer())
			default:
				return all.String()
			}
		}
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(17, 18))
		for round := range rounds {
			names := jsontest.NewNamer(rng)
			names.Wild = 2 + rng.IntN(8)
			b := names.Document()
			want := equalNamesIn(t, b)
			if got := walk(New(b, UniqueNames(), KeepGoing())); got != want {
				t.Fatalf("round %d, in memory:\n got %s\nwant %s\n%q", round, got, want, b)
			}
			if got := walk(NewReader(jsontest.PiecesOf(b, 3000, rng), UniqueNames(), KeepGoing())); got != want {
				t.Fatalf("round %d, from a reader:\n got %s\nwant %s\n%q", round, got, want, b)
			}
		}
	})
}
