package stream

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/streamscan"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// If a document is valid, the kernel is used up to the end, and each checkpoint knows exactly what
// the scanner alone would know.
func TestStreamCheckpoints(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			t.Skip("no kernel for JSON")
		}
		for _, s := range jsontest.StreamSeeds() {
			if check([]byte(s)) != nil || len(s) < 1500 || strings.Contains(s, "00000000") {
				continue // long numbers are shortened
			}
			for segment := 512; segment < 1600; segment += 61 {
				checkCheckpoints(t, s, segment)
			}
		}
	})
}

// The test is like TestStreamCheckpoints. Containers are opened and closed at random, across many
// blocks of the kernel.
func TestStreamCheckpointsInNests(t *testing.T) {
	checkCheckpointsAtRandom(t, 40, func(rng *rand.Rand) (string, int) { return jsontest.Nested(rng, 40_000), 512 + rng.IntN(15_000) })
}

// The test is like TestStreamCheckpoints, for names that must be unique. Many names are long or far
// from their colons.
func TestStreamCheckpointsInNames(t *testing.T) {
	rounds := 150
	if longtest.Off() {
		rounds = 15
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			t.Skip("no kernel for JSON")
		}
		rng := rand.New(rand.NewPCG(10, 11))
		for done := 0; done < rounds; {
			n := jsontest.NewNamer(rng)
			n.Wild = 1 << 30
			if doc := n.Document(); len(doc) > 2000 && check(doc, uniqueNames) == nil {
				checkCheckpoints(t, string(doc), 512+rng.IntN(2000), uniqueNames)
				done++
			}
		}
	})
}

// The test is like TestStreamCheckpoints, for short and long lines with every kind of line end.
func TestStreamCheckpointsInLines(t *testing.T) {
	checkCheckpointsAtRandom(t, 100, func(rng *rand.Rand) (string, int) { return jsontest.Lined(rng, 20_000), 512 + rng.IntN(7000) })
}

// checkCheckpointsAtRandom calls checkCheckpoints for the given number of documents, which it gets
// from the function next.
func checkCheckpointsAtRandom(t *testing.T, rounds int, next func(*rand.Rand) (doc string, segment int)) {
	t.Helper()
	if longtest.Off() {
		rounds /= 10
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			t.Skip("no kernel for JSON")
		}
		rng := rand.New(rand.NewPCG(8, 9))
		for range rounds {
			doc, segment := next(rng)
			checkCheckpoints(t, doc, segment)
		}
	})
}

// The positions of errors must be correct anywhere in lines with every kind of line end.
func TestStreamPlaces(t *testing.T) {
	rounds := 400
	if longtest.Off() {
		rounds = 40
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(12, 13))
		for range rounds {
			b := []byte(jsontest.Lined(rng, 1+rng.IntN(20_000)))
			c := small(512+rng.IntN(7000), flaw.DetectedAround)
			for range 10 {
				i := rng.IntN(len(b))
				checkStream(t, c, jsontest.PiecesOf(b[:i], 3000, rng), b[:i])
				was := b[i]
				b[i] = "]}[{,:\"x\\0-\x00\x80\xFF\n\r"[rng.IntN(16)]
				checkStream(t, c, jsontest.PiecesOf(b, 3000, rng), b)
				b[i] = was
			}
		}
	})
}

// A line end or a character extends across the end of the text that has been written to the kernel.
// Long lines follow. The document begins with or without a byte order mark.
func TestStreamPlacesOverEdges(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 5
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		line := `"` + strings.Repeat("xé😀", 300) + `", `
		checkers := []*Checker{small(2048, flaw.DetectedAround, allowBOM), small(700, flaw.DetectedAround, allowBOM), small(1<<20, flaw.DetectedAround, allowBOM)}
		for _, over := range []string{"\r\n", "\r", "\n", "\r\r\n", `"é",`, `"€",`, `"😀",`, "[", `"`} {
			for _, mark := range []string{"", "\uFEFF"} {
				for i := 0; i < 24; i += step {
					at := []int{jsonsimd.IndexUnit, 2 * jsonsimd.IndexUnit}[i/12] + i%12 - 8
					b := []byte(mark + "[" + strings.Repeat(" ", at-1) + over + strings.Repeat(line, 6) + "x" + strings.Repeat(" ", flaw.Lookahead))
					for _, c := range checkers {
						checkStream(t, c, bytes.NewReader(b), b, allowBOM)
					}
				}
			}
		}
	})
}

func checkCheckpoints(t *testing.T, s string, segment int, opts ...option) {
	t.Helper()
	c := small(segment, 16, opts...)
	if err := check([]byte(s), opts...); err != nil {
		t.Fatal(err)
	}
	before, count := int64(0), 0
	for i := range len(s) {
		if i == 3 {
			c.begin()
		}
		if _, err := c.Write([]byte(s[i : i+1])); err != nil || !c.kernels.lexing && i > 3 {
			t.Fatalf("segment %d: the kernel was given up at %d: %v", segment, i, err)
		}
		if c.positions.Base == before {
			continue
		}
		before = c.positions.Base
		count++
		byScanner := small(len(s), 16, opts...)
		byScanner.scanner.Src = []byte(s[:before+int64(c.kernels.lexed)])
		if !streamscan.Advance(&byScanner.scanner) {
			t.Fatal("a fault")
		}
		streamscan.Settle(&byScanner.scanner)
		if got, want := knownBy(c), knownBy(byScanner); got != want {
			t.Fatalf("segment %d, at %d:\n got %s\nwant %s\n%.100q", segment, i, got, want, s)
		}
	}
	if count < len(s)/segment/2 && len(opts) == 0 { // with options, there may be fewer checkpoints, because names are kept as a whole
		t.Errorf("segment %d: %d checkpoints in %d bytes", segment, count, len(s))
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func knownBy(c *Checker) string {
	s, t := c.scanner, c.positions
	if t.Kept != t.Openers.Count || len(t.Open) > 0 {
		return "not settled"
	}
	comma := place.Place{}
	if s.State == scan.WantNextElement || s.State == scan.WantNextName {
		comma = t.Comma
	}
	quote := place.Place{}
	if t.InString {
		quote = t.Quote
	}
	var types []byte
	levels := s.Nesting
	levels.Outer = slices.Clone(levels.Outer)
	for levels.Depth > 0 {
		types = append(types, "[{"[bit(levels.InObject())])
		levels.Pop()
	}
	var names []string
	exact := s.Names.(*unique.Exact)
	for i := range exact.Spans {
		names = append(names, string(exact.Raw(c.buf, i)), fmt.Sprint(exact.Place(i, c.buf, &t)))
	}
	return fmt.Sprint(t.Base+int64(s.Pos), s.State, names, exact.Firsts[min(1, len(exact.Firsts)):], string(types), t.Openers, comma, t.InString, quote,
		t.Base+int64(t.Here.At), t.Here.Position)
}
