package records

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assayjson/assay/internal/testing/jsontest"
	"github.com/assayjson/assay/tokenizer"
)

// blankRuns are inputs with many blank lines.
var blankRuns = []struct{ name, part string }{
	{"LF", "\n"},
	{"CR LF", "\r\n"},
	{"spaces", " \t\n"},
	{"between records", strings.Repeat("\n", 50) + " {\"a\":1}\n"},
	{"between invalid records", strings.Repeat(" \n", 50) + "[1,]\r\n"},
}

// Many blank lines are skipped at a time, so the framer, which processes single lines, sees none of
// them.
func TestBlankLinesAreSkippedTogether(t *testing.T) {
	for _, opts := range [][]Option{nil, {Each(tokenizer.IJSON())}, {Each(tokenizer.UniqueNames())}} {
		for _, c := range blankRuns[:3] {
			w := newRecordReader(newRecordConfig(opts, DefaultMaxRecord))
			b := []byte(strings.Repeat(c.part, 10_000))
			if n := w.blankLines(b); n != len(b) {
				t.Errorf("%s: %d of %d bytes are passed at once", c.name, n, len(b))
			}
			n, _ := w.walk(b, false, func(r Record) bool { t.Errorf("%s: a record at %d", c.name, r.Offset); return false })
			if w.settle(b, n); n != len(b) || w.at.Line != 10_001 {
				t.Errorf("%s: %d of %d bytes passed, line %d", c.name, n, len(b), w.at.Line)
			}
		}
	}
}

// Blank lines that are skipped still count as lines. The other records are the same as if blank
// lines were yielded.
func TestBlankLinesCount(t *testing.T) {
	list := func(text string, opts ...Option) (all []string) {
		for r, err := range Read(context.Background(), iotest.HalfReader(strings.NewReader(text)), opts...) {
			if err != nil {
				t.Fatal(err)
			}
			if !isBlank(r.Data) {
				all = append(all, fmt.Sprint(r.Offset, r.Line, r.Position(), r.Err(), string(r.Data)))
			}
		}
		return all
	}
	for _, c := range blankRuns {
		for _, opts := range [][]Option{nil, {Each(tokenizer.IJSON())}, {Chunk(64)}} {
			text := strings.Repeat(c.part, 300) + "  \n\n  2  \n \n3"
			got, want := list(text, opts...), list(text, append(opts, BlankLines(YieldBlank))...)
			if !slices.Equal(got, want) || len(got) < 2 {
				t.Errorf("%s: %.300v, want %.300v", c.name, got, want)
			}
		}
	}
}

// A blank line that exceeds the limit for records is too long, in memory and from a reader,
// whatever pieces the reader returns. Such a line was once skipped if a single Read returned all of
// it.
func TestBlankLinesTooLong(t *testing.T) {
	const text = "  \n \t\n\n \r\n   \r\n1\n\t\t\t\n22\n   "
	want := "10:too long 15:1 17:too long 21:22 24:too long"
	list := func(all iter.Seq2[Record, error]) string {
		var b strings.Builder
		for r, err := range all {
			if err != nil {
				t.Fatal(err)
			}
			if r.Valid() {
				fmt.Fprintf(&b, " %d:%s", r.Offset, r.Data)
			} else if r.Err().Kind == RecordTooLong {
				fmt.Fprintf(&b, " %d:too long", r.Offset)
			}
		}
		return strings.TrimSpace(b.String())
	}
	inMemory := func(yield func(Record, error) bool) {
		All([]byte(text), MaxRecord(2))(func(r Record) bool { return yield(r, nil) })
	}
	if got := list(inMemory); got != want {
		t.Errorf("in memory: %s, want %s", got, want)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for size := 1; size <= len(text); size++ {
		r := jsontest.PiecesOf([]byte(text), size, rng)
		if got := list(Read(context.Background(), r, MaxRecord(2))); got != want {
			t.Errorf("%d bytes at a time: %s, want %s", size, got, want)
		}
	}
}

// A framer that has seen part of a value continues with that value, even if the next values could
// be checked together. It used to lose its place and continue in another value.
func TestConcatenatedInPieces(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	list := func(all iter.Seq2[Record, error]) string {
		var b strings.Builder
		for r, err := range all {
			fmt.Fprintf(&b, "%d %q %v %v\n", r.Offset, r.Data, r.Err(), err)
		}
		return b.String()
	}
	for _, text := range []string{
		"{\"handle\": \"leonid-bugaev\",\n      \"id\": 61541,\n      \"bio\": \"Senior engineer at Granify.com\",\n      \"blog\": \"http://buger.githb.com\"}\n \t\n[[]]\n9\t",
		"    1.0,                     0        ],         [            1.0,             0        },         [            1.0,             0        ],         [            1.0]]\n{\"v\": 1}\n]",
		strings.Repeat("[1, 2]\n", 30) + "[1\n2]\n" + strings.Repeat("{\"a\": 1} 2\n", 30) + "3 ",
	} {
		for _, most := range []int{6, 20, 159} {
			opts := []Option{Concatenated(), Each(tokenizer.UniqueNames()), MaxRecord(most)}
			want := list(func(yield func(Record, error) bool) {
				All([]byte(text), opts...)(func(r Record) bool { return yield(r, nil) })
			})
			for size := 1; size <= 2*len(text); size += 1 + size/2 {
				for range 3 {
					if got := list(Read(context.Background(), jsontest.PiecesOf([]byte(text), size, rng), opts...)); got != want {
						t.Fatalf("%q, at most %d, in pieces of %d:\n%swant\n%s", text, most, size, got, want)
					}
				}
			}
		}
	}
}

func BenchmarkBlankLines(b *testing.B) {
	for _, c := range blankRuns {
		text := strings.Repeat(c.part, 4<<20/len(c.part))
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for _, err := range Read(context.Background(), struct{ io.Reader }{strings.NewReader(text)}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
