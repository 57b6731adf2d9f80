package search_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/search"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// passClosedNaive is the oracle: it does the work of search.PassClosed byte by byte.
func passClosedNaive(b []byte, s *search.Closed) (left int) {
	for len(b) > 64 {
		before, inString := s.Containers, s.InString
		for i := len(b) - 1; i >= len(b)-64; i-- {
			slashes := 0
			for i-1-slashes >= 0 && b[i-1-slashes] == '\\' {
				slashes++
			}
			isFirst := i == len(b)-64
			switch c := b[i]; {
			case c == '"' && slashes > 0 && isFirst, c == '\\' && slashes > 0:
				s.Containers, s.InString = before, inString
				return len(b)
			case c == '"' && slashes == 0:
				s.InString = !s.InString
			case s.InString:
			case c == ']' || c == '}':
				s.Containers++
			case c == '[' || c == '{':
				if s.Containers--; s.Containers < 0 {
					s.Containers, s.InString = before, inString
					return len(b)
				}
			}
		}
		b = b[:len(b)-64]
	}
	return len(b)
}

func checkPassClosed(t *testing.T, b []byte, s search.Closed) (left int) {
	got, want := s, s
	gotLeft, wantLeft := search.PassClosed(b, &got), passClosedNaive(b, &want)
	if got != want || gotLeft != wantLeft {
		t.Fatalf("before %+v: %d left before %+v, want %d, %+v\n%q", s, gotLeft, got, wantLeft, want, b)
	}
	return gotLeft
}

// The texts have all lengths up to a few blocks, and are at both ends of guarded memory. Everything
// that stops PassClosed is put at every position.
func TestPassClosed(t *testing.T) {
	memory := asmtest.Guarded(t, 5*64)
	rounds := 8
	if longtest.Off() {
		rounds = 2
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(20, 11))
		stopped, passed := 0, 0
		for n := range len(memory) + 1 {
			for range rounds {
				alphabet := []string{`[]{}`, `[]`, `  []`, ` []]]}`, `[]"`, `[]"" ]]]}`, `a\"`, ` []]"xx\`, `[[[]]]]`, " \x1B\x1D;:z^\xDB\xDD\xFB\xFD[]]"}[rng.IntN(10)]
				for i := range memory {
					memory[i] = alphabet[rng.IntN(len(alphabet))]
				}
				s := search.Closed{InString: rng.IntN(4) == 0}
				if rng.IntN(2) == 0 {
					s.Containers = rng.IntN(1 + rng.IntN(300))
				}
				for _, b := range [][]byte{memory[:n], memory[len(memory)-n:]} {
					if checkPassClosed(t, b, s) > 64 {
						stopped++
					} else {
						passed++
					}
				}
			}
		}
		if stopped < 100 || passed < 100 {
			t.Errorf("stopped %d times, not %d times", stopped, passed)
		}
	})
}

// The texts have every sequence of four brackets. Other brackets around these four move them to any
// position of a block.
func TestPassClosedNested(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		for before := 0; before <= 60; before += 1 + before/9 {
			for nibble := range 16 {
				four := ""
				for bit := range 4 {
					four += "[]"[nibble>>bit&1:][:1]
				}
				for after := 0; before+after <= 60; after += 1 + after/5 {
					for _, fill := range []string{"[", "]", "[]", "][", " ", `"]`, `["`} {
						text := strings.Repeat(fill, 60)[:before] + four + strings.Repeat(fill, 60)[:after]
						for _, closed := range []int{0, 1, 4, 63, 127, 128, 1 << 30} {
							checkPassClosed(t, []byte(fmt.Sprintf(" %64s", text)), search.Closed{Containers: closed})
						}
					}
				}
			}
		}
	})
}

// The texts have more blocks than a kernel is given at once.
func TestPassClosedLong(t *testing.T) {
	unit := `{"a":[1,{"b]":[[],{}]}],"c":"[["},`
	asmtest.EachKernel(t, func(t *testing.T) {
		for n := range 64 {
			valid := strings.Repeat(" ", n) + strings.Repeat(unit, 6000)
			if left := checkPassClosed(t, []byte(valid), search.Closed{}); left > 64 {
				t.Fatalf("%d left of %d", left, len(valid))
			}
			open := "[" + strings.Repeat(" ", 64) + valid
			if left := checkPassClosed(t, []byte(open), search.Closed{}); left > 64 {
				t.Fatalf("%d left of %d", left, len(open))
			}
			open = strings.Repeat(unit, 10) + "[" + valid
			if left := checkPassClosed(t, []byte(open), search.Closed{}); left <= 10*len(unit) || left > 10*len(unit)+64 {
				t.Fatalf("%d left of %d", left, len(open))
			}
		}
	})
}

func BenchmarkPassClosed(b *testing.B) {
	for name, unit := range map[string]string{
		"numbers": `[65.613616999999977,43.420273000000009],`,
		"nested":  `{"b":[1,2,3]},`,
		"text":    `{"id":12345,"text":"the quick brown fox jumps over the lazy dog"},`,
	} {
		text := []byte(strings.Repeat(unit, 1<<20/len(unit)))
		b.Run(name, func(b *testing.B) {
			asmtest.Benchmark(b, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if left := search.PassClosed(text, new(search.Closed)); left > 64 {
						b.Fatal(left)
					}
				}
			})
		})
	}
}
