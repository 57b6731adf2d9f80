package tokenizer

import (
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

// errorRuns are texts in which one error directly follows another.
var errorRuns = []struct{ name, begin, part string }{
	{"closing brackets", "", "]"},
	{"open strings", "", "\"x\n"},
	{"closing brackets in an array", "[1,", "}"},
	{"words", "[", "nope "},
	{"bad bytes", `["`, "\xFF"},
	{"commas", "[", ","},
}

// Errors in a row take memory, and therefore time, linear in the length of the stream. Each error
// used to copy 12 KiB of the text around it, even if it was not reported.
func TestRunsOfErrorsAreCheap(t *testing.T) {
	const length, most = 256 << 10, 400 // most is in bytes of memory for each byte of the text
	for _, c := range errorRuns {
		text := c.begin + strings.Repeat(c.part, length/len(c.part))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tokens := NewReader(strings.NewReader(text), KeepGoing())
		for n := 0; ; n++ {
			if _, err := tokens.Next(); err == io.EOF {
				break
			}
			if n > 2*length {
				t.Fatalf("%s: no end", c.name)
			}
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > most*length {
			t.Errorf("%s: %d bytes of memory for %d bytes of text", c.name, used, length)
		}
	}
}

// Errors of a stream that are close together share a copy of the text. They report the same as
// errors of a document in memory.
func TestErrorsShareExcerpts(t *testing.T) {
	text := "[1,\n" + strings.Repeat("\"x\n \"\\q\", nope, tru, 'a', 01, ", 3000)
	whole, _ := errorsOf(t, New([]byte(text), KeepGoing()))
	for _, r := range []io.Reader{strings.NewReader(text), jsontest.PiecesOf([]byte(text), 700, rand.New(rand.NewPCG(1, 2)))} {
		streamed, _ := errorsOf(t, NewReader(r, KeepGoing()))
		if len(streamed) != len(whole) || len(whole) < 3000 {
			t.Fatalf("%d errors of a stream, %d in memory", len(streamed), len(whole))
		}
		for i := range whole {
			if got, want := streamed[i].Error(), whole[i].Error(); got != want {
				t.Fatalf("error %d: %s, want %s", i, got, want)
			}
		}
	}
}

// The text that is examined after errors is linear in the length of the text, with a small factor, even if the guesses at
// what was meant fail only after kilobytes. The errors of a stream are the same.
func TestVainSearchesAreBounded(t *testing.T) {
	const length, mostPerByte = 8 << 10, 100
	for _, c := range []struct {
		begin, part, end string
		hostile          bool // much is examined in vain
	}{
		{"", `"a"b`, "", false},
		{"[", `"a"b`, "]", true},
		{`{"a":`, `"a"b`, "}", true},
		{"[", "(", "]", true},
		{"[", "a(", "]", true},
		{"", "«", "", false},
		{"", `«\`, "", true},
		{"[", `„,\`, "]", true},
		{"{", `«:1,\`, "}", true},
		{"[", `"a"b` + "\n", "]", false},
		{"[", "'a', ", "'" + strings.Repeat("long ", 500) + "']", false},
		{"[", `"a"+1,`, "]", true},
		{"[[", "},", "", false},
		{"[[", "1},", "", false},
		{"[[", "[1},1],", "", true},
	} {
		text := c.begin + strings.Repeat(c.part, length/len(c.part)) + c.end
		tokens := New([]byte(text), KeepGoing())
		whole, _ := errorsOf(t, tokens)
		if vain := tokens.recovery.search.Vain; vain > mostPerByte*len(text) || (vain > 4*len(text)) != c.hostile {
			t.Errorf("%s%s: %d bytes examined in vain", c.begin, c.part, vain)
		}
		for _, r := range []io.Reader{strings.NewReader(text), jsontest.PiecesOf([]byte(text), 700, rand.New(rand.NewPCG(1, 3)))} {
			if streamed, _ := errorsOf(t, NewReader(r, KeepGoing())); listOf(streamed) != listOf(whole) {
				t.Errorf("%s%s: %d errors in a stream, %d in memory", c.begin, c.part, len(streamed), len(whole))
			}
		}
	}
}

func BenchmarkRunsOfErrors(b *testing.B) {
	for _, c := range errorRuns {
		text := c.begin + strings.Repeat(c.part, 1<<20/len(c.part))
		for name, begin := range map[string]func() *Tokenizer{
			"memory": func() *Tokenizer { return New([]byte(text), KeepGoing()) },
			"stream": func() *Tokenizer { return NewReader(strings.NewReader(text), KeepGoing()) },
		} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					tokens := begin()
					for {
						if _, err := tokens.Next(); err == io.EOF {
							break
						}
					}
				}
			})
		}
	}
}

// If there is an error in the middle of a document, the scanner reads only a few tokens before and
// after the error.
func TestWalksUpToErrors(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			t.Skip("no kernel for JSON")
		}
		for _, c := range []struct{ begin, unit, bad string }{
			{"[", "1,", ":"}, {"[", `{"a":[1,"b"]},`, "nope"}, {"[", `"\u0041x",`, "nope,"}, {"[[[[", "[],", ","}, {"[", "\n1.5e3,", "\x01"},
		} {
			half := strings.Repeat(c.unit, 20_000/len(c.unit))
			doc := c.begin + half + c.bad + half
			for name, tokens := range map[string]*Tokenizer{
				"in memory": New([]byte(doc), KeepGoing()), "from a reader": NewReader(strings.NewReader(doc), KeepGoing()),
			} {
				all, walked := 0, 0
				for {
					_, err := tokens.Next()
					if err == io.EOF {
						break
					}
					if all++; tokens.walk.marks != nil {
						walked++
					}
				}
				if all-walked > all/10 {
					t.Errorf("%s%s, %s: %d of %d tokens have been walked over", c.begin, c.unit, name, walked, all)
				}
			}
		}
	})
}

// A list of values that has lost its brackets is read with an index, but not a list of members: an index would end after each name.
func TestIsInList(t *testing.T) {
	for _, c := range []struct{ tokens, listed string }{
		{`,","`, ` ^^^`},
		{`:",":",":",",","`, `             ^^^`}, // the members are followed by values
		{`,{,":",{,{`, ` ^^^     ^`},
		{`""",""`, `    ^ `},
	} {
		tokens, got := New(nil), ""
		for i := range c.tokens {
			if tokens.recovery.isInList(c.tokens[i], flaw.TrailingData, int64(2*flaw.DetectedAround+i)) {
				got += "^"
			} else {
				got += " "
			}
		}
		if got != c.listed {
			t.Errorf("\n%s\n%s, want\n%s", c.tokens, got, c.listed)
		}
	}
}
