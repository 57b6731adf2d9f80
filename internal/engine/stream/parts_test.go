package stream

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/asm/asmtest"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/testing/jsontest"
)

var (
	documents = flag.Int("documents", 900, "number of random documents for each kernel")
	seed      = flag.Uint64("seed", 30, "seed of the random documents")
)

// inParts returns a document whose segments can be checked apart, or nearly so.
func inParts(rng *rand.Rand) []byte {
	n := 1 + rng.IntN(1<<rng.IntN(12))
	if rng.IntN(32) == 0 {
		n = 1 + rng.IntN(1<<17)
	}
	text := ""
	switch rng.IntN(5) {
	case 0:
		text = jsontest.HardToCut(rng, n)
	case 1, 2:
		text = jsontest.Nested(rng, n)
		text = strings.ReplaceAll(text, "1.5e7", []string{"1.5e7", "1", strings.Repeat("9", 1+rng.IntN(2000)) + "\r"}[rng.IntN(3)])
	default:
		text = jsontest.Mixed(rng, n)
	}
	switch rng.IntN(8) {
	case 0:
		text = strings.ReplaceAll(text, "],", "]\r\n ,\r")
	case 1:
		text = strings.ReplaceAll(text, "1", "1\n")
	case 2:
		text = strings.ReplaceAll(text, "],", "]\r,\n")
	}
	return []byte(text)
}

// damage makes b invalid, in most cases.
func damage(rng *rand.Rand, b []byte) []byte {
	if rng.IntN(2) == 0 {
		return jsontest.Wreck(rng, b)
	}
	from := rng.IntN(len(b))
	switch at := from + bytes.IndexByte(b[from:], ','); {
	case at < from:
	case rng.IntN(2) == 0:
		begin := at
		for begin > 0 && bytes.IndexByte([]byte("0123456789.e]}\r"), b[begin-1]) >= 0 {
			begin--
		}
		return append(b[:begin], b[at:]...)
	default:
		for range 1 + rng.IntN(3) {
			if b[at-1] == ']' {
				b[at-1] = '}'
			}
		}
	}
	return b
}

// Segments that workers check do not change the verdict, even if the document is invalid, the
// reader fails, or the document exceeds a limit.
func TestParts(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(*seed, 4))
		for range *documents {
			b := inParts(rng)
			if rng.IntN(2) == 0 {
				b = damage(rng, b)
			}
			opts := [][]option{nil, nil, {maxDepth(rng.IntN(40))}, {maxBytes(int64(rng.IntN(2 + 2*len(b))))}, {allowBOM}, {uniqueNames}, {iJSON}}[rng.IntN(7)]
			workers := rng.IntN(9)
			opts = append(opts, readAhead, func(c *Config) { c.Workers = uint16(workers) })
			segment := 512 + rng.IntN(1<<rng.IntN(15))
			sequential, c := small(segment, flaw.DetectedAround, opts...), small(segment, flaw.DetectedAround, opts...)
			sequential.mayReadAhead = false
			c.near, c.room = rng.Int64N(600), c.history+rng.IntN(1000)
			some := b[:rng.IntN(len(b)+1)]
			reader := []func() io.Reader{
				func() io.Reader { return bytes.NewReader(b) },
				func() io.Reader { return jsontest.PiecesOf(b, 1+rng.IntN(3000), rng) },
				func() io.Reader { return io.MultiReader(bytes.NewReader(some), iotest.ErrReader(io.ErrClosedPipe)) },
			}[rng.IntN(3)]
			want := sequential.read(context.Background(), reader())
			if got := c.read(context.Background(), reader()); describe(got) != describe(want) {
				t.Fatalf("segment %d, %d workers:\n got %s\nwant %s\n%.3000q", segment, workers, describe(got), describe(want), b)
			}
			c.placeless, c.comparison = true, ByKeysLate
			c.Reset()
			got := c.read(context.Background(), reader())
			same := kindOf(got) == kindOf(want) || kindOf(want) == flaw.DuplicateName && kindOf(got) != 0 // the first error may be another one
			if !same || kindOf(got) == 0 && got != want {
				t.Fatalf("segment %d, %d workers, without places: %v, want %v\n%.3000q", segment, workers, got, want, b)
			}
		}
	})
}

// uniqueMembers returns an object with n members, which are objects.
func uniqueMembers(n int) string {
	var doc strings.Builder
	for i := range n {
		fmt.Fprintf(&doc, `,"name %d": {"x": [1, 2.5e7], "y": "text"}`, i)
	}
	return "{" + doc.String()[1:] + "}"
}

// A name that is equal to one in an earlier part is found, and the names of large objects are compared
// although they are in many parts.
func TestNamesInParts(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		text := strings.TrimSuffix(uniqueMembers(2000), "}")
		for _, last := range []string{`}`, `,"name 7": 1}`, `,"name 1999":{}}`, `,"name 2000":{"a":[{"b":1,"b":2}]}}`, `,"name 2000":1}`} {
			want := check([]byte(text+last), uniqueNames)
			c := small(1000, 16, readAhead, uniqueNames)
			c.placeless, c.comparison = true, ByKeysLate
			c.Reset()
			if err := c.read(context.Background(), strings.NewReader(text+last)); kindOf(err) != kindOf(want) {
				t.Errorf("%s: %v, want %v", last, err, want)
			}
		}
	})
}

// Usual documents are checked in parts up to the end, also after a part where that is not possible.
func TestUsualDocumentsAreCheckedInParts(t *testing.T) {
	asmtest.EachKernel(t, func(t *testing.T) {
		if !jsonsimd.HasKernel() {
			return
		}
		rng := rand.New(rand.NewPCG(*seed, 5))
		long := `"` + strings.Repeat(`long text, not cut`, 10_000) + `",`
		for i := range 60 {
			text := jsontest.Mixed(rng, 60_000)
			switch i % 3 {
			case 1:
				text = "[" + strings.Repeat(`",",`, 10_000) + text + "]"
			case 2:
				text = "[" + strings.Repeat("[1,", 9000) + "2" + strings.Repeat("]", 9000) + "," + long + text + "]"
			}
			opts := []option{readAhead}
			if i%4 == 0 {
				text = uniqueMembers(2000)
				opts = append(opts, iJSON)
			}
			c := small(3000, 16, opts...)
			if c.placeless = i%2 == 0; c.placeless {
				c.comparison = ByKeysLate
			}
			c.Reset()
			if err := c.read(context.Background(), strings.NewReader(text)); err != nil || !c.betweenParts {
				t.Fatalf("%d: %v, in parts: %t", i, err, c.betweenParts)
			}
		}
	})
}
