package tokenizer

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// blankRuns are inputs with many blank lines.
var blankRuns = []struct{ name, part string }{
	{"LF", "\n"},
	{"CR LF", "\r\n"},
	{"spaces", " \t\n"},
	{"between records", strings.Repeat("\n", 50) + " {\"a\":1}\n"},
	{"between wrong records", strings.Repeat(" \n", 50) + "[1,]\r\n"},
}

// Blank lines are skipped many at a time: the framer, which looks at lines one by one, sees none of
// them.
func TestBlankLinesAreSkippedTogether(t *testing.T) {
	for _, opts := range [][]Option{nil, {IJSON()}, {UniqueNames()}} {
		for _, c := range blankRuns[:3] {
			w := newWalker(newRecordConfig(opts, DefaultMaxRecord))
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

// Blank lines that are skipped count, and leave the same records as those that are yielded.
func TestBlankLinesCount(t *testing.T) {
	list := func(text string, opts ...Option) (all []string) {
		for r, err := range ReadRecords(iotest.HalfReader(strings.NewReader(text)), opts...) {
			if err != nil {
				t.Fatal(err)
			}
			if !isBlank(r.Data) {
				all = append(all, fmt.Sprint(r.Offset, r.Line, r.Position(), r.Err, string(r.Data)))
			}
		}
		return all
	}
	for _, c := range blankRuns {
		for _, opts := range [][]Option{nil, {IJSON()}, {setChunkOption(64)}} {
			text := strings.Repeat(c.part, 300) + "  \n\n  2  \n \n3"
			got, want := list(text, opts...), list(text, append(opts, BlankLines(YieldBlank))...)
			if !slices.Equal(got, want) || len(got) < 2 {
				t.Errorf("%s: %.300v, want %.300v", c.name, got, want)
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
				for _, err := range ReadRecords(struct{ io.Reader }{strings.NewReader(text)}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
