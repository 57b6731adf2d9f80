package tokenizer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/jsontest"
	"github.com/assayjson/assay/internal/longtest"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
)

// Where the document is right, the kernel is in use to the end, and what a checkpoint knows
// is what the scanner would.
func TestStreamCheckpoints(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			t.Skip("no kernel for JSON")
		}
		for _, s := range streamSeeds() {
			if !Valid([]byte(s)) || len(s) < 1500 || strings.Contains(s, "00000000") {
				continue // long numbers are shortened
			}
			for segment := 512; segment < 1600; segment += 61 {
				checkCheckpoints(t, s, segment)
			}
		}
	})
}

// The same where levels are entered and left at random, over many of the kernel's rounds.
func TestStreamCheckpointsInNests(t *testing.T) {
	checkCheckpointsAtRandom(t, 40, func(rng *rand.Rand) (string, int) { return jsontest.Nested(rng, 40_000), 512 + rng.IntN(15_000) })
}

// The same where names must be unique, and many are long, or far from their colons.
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
			n := newNamer(rng)
			n.wild = 1 << 30
			if doc := n.document(); len(doc) > 2000 && Check(doc, UniqueNames()) == nil {
				checkCheckpoints(t, string(doc), 512+rng.IntN(2000), UniqueNames())
				done++
			}
		}
	})
}

// The same where lines end in all ways, and are short or long.
func TestStreamCheckpointsInLines(t *testing.T) {
	checkCheckpointsAtRandom(t, 100, func(rng *rand.Rand) (string, int) { return lined(rng, 20_000), 512 + rng.IntN(7000) })
}

// checkCheckpointsAtRandom makes documents, and segments to cut them into, in so many rounds.
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

// Places in lines that end in all ways, wherever there is an error.
func TestStreamPlaces(t *testing.T) {
	rounds := 400
	if longtest.Off() {
		rounds = 40
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(12, 13))
		for range rounds {
			b := []byte(lined(rng, 1+rng.IntN(20_000)))
			c := small(512+rng.IntN(7000), scan.DetectedAround)
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

// A line end, or a character, over the edge of what the kernel is given, and long lines
// around it; and a byte order mark before.
func TestStreamPlacesOverEdges(t *testing.T) {
	step := 1
	if longtest.Off() {
		step = 5
	}
	asmtest.EachKernel(t, func(t *testing.T) {
		line := `"` + strings.Repeat("xé😀", 300) + `", `
		checkers := []*checker{small(2048, scan.DetectedAround, AllowBOM()), small(700, scan.DetectedAround, AllowBOM()), small(1<<20, scan.DetectedAround, AllowBOM())}
		for _, over := range []string{"\r\n", "\r", "\n", "\r\r\n", `"é",`, `"€",`, `"😀",`, "[", `"`} {
			for _, mark := range []string{"", "\uFEFF"} {
				for i := 0; i < 24; i += step {
					at := []int{jsonsimd.IndexUnit, 2 * jsonsimd.IndexUnit}[i/12] + i%12 - 8
					b := []byte(mark + "[" + strings.Repeat(" ", at-1) + over + strings.Repeat(line, 6) + "x" + strings.Repeat(" ", scan.Lookahead))
					for _, c := range checkers {
						checkStream(t, c, bytes.NewReader(b), b, AllowBOM())
					}
				}
			}
		}
	})
}

// lined returns a document of some n bytes of which some kinds of parts are chosen at random.
func lined(rng *rand.Rand, n int) string {
	parts := []string{
		"\n", "\r", "\r\n", "\n\r", "\r\r\r\n\n", " ", "1,", `"é€😀",`, `["` + strings.Repeat("中", 100) + `"],`,
		`"` + strings.Repeat("😀", 300) + `",`, `{"a":[1,{"b":2}]},`, `{"k":` + "\r\n" + `"\n"},`, `"` + strings.Repeat("x", 1500) + `",`,
		"\n" + strings.Repeat(`{"a": [1, "é"]},`, 100) + "\r", strings.Repeat("\r", 600), strings.Repeat("\n", 600), strings.Repeat("\r\n", 600),
		strings.Repeat("[", 20) + "1" + strings.Repeat("]", 20) + ",",
	}
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	some := parts[:1+rng.IntN(6)]
	b := []byte("[")
	for len(b) < n {
		b = append(b, some[rng.IntN(len(some))]...)
	}
	return string(append(b, "1]"...))
}

func checkCheckpoints(t *testing.T, s string, segment int, opts ...Option) {
	t.Helper()
	c := small(segment, 16, opts...)
	if err := Check([]byte(s), opts...); err != nil {
		t.Fatal(err)
	}
	before, count := int64(0), 0
	for i := range len(s) {
		if i == 3 {
			c.begin()
		}
		if _, err := c.Write([]byte(s[i : i+1])); err != nil || !c.lexes && i > 3 {
			t.Fatalf("segment %d: the kernel was given up at %d: %v", segment, i, err)
		}
		if c.positions.Base == before {
			continue
		}
		before = c.positions.Base
		count++
		byScanner := small(len(s), 16, opts...)
		byScanner.scanner.Src = []byte(s[:before+int64(c.lexed)])
		if !byScanner.scanner.Advance() {
			t.Fatal("a fault")
		}
		byScanner.scanner.Settle()
		if got, want := knownBy(c), knownBy(byScanner); got != want {
			t.Fatalf("segment %d, at %d:\n got %s\nwant %s\n%.100q", segment, i, got, want, s)
		}
	}
	if count < len(s)/segment/2 && len(opts) == 0 { // names are kept whole
		t.Errorf("segment %d: %d checkpoints in %d bytes", segment, count, len(s))
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func knownBy(c *checker) string {
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
	for i := range s.Names.Spans {
		names = append(names, string(s.Names.Raw(c.buf, i)), fmt.Sprint(s.PlaceOfName(i)))
	}
	return fmt.Sprint(t.Base+int64(s.Pos), s.State, names, s.Names.Firsts[min(1, len(s.Names.Firsts)):], string(types), t.Openers, comma, t.InString, quote,
		t.Base+int64(t.Here.At), t.Here.Position)
}
