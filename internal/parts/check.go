package parts

import (
	"bytes"
	"context"
	"runtime"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/index"
	"github.com/assayjson/assay/internal/parallel"
	"github.com/assayjson/assay/internal/scan"
)

// Size is the usual length of a part in bytes. A document must have a few parts to be worth the
// goroutines.
const (
	Size      = 512 << 10
	LeastText = 4 * Size
)

// Knows reports whether parts can be checked according to the rules, for a text of n bytes.
func Knows(c *scan.Rules, n int64) bool {
	return c.IsPlain(n) && c.MaxDepth >= 1 && jsonsimd.HasKernel()
}

// Check is like [index.Check], but several goroutines check parts of a long document at the same time
// if the rules permit that.
func Check(c scan.Rules, b []byte) *scan.Report {
	if c.Workers > 1 && len(b) >= LeastText && Knows(&c, int64(len(b))) {
		if workers := min(c.Workers, runtime.GOMAXPROCS(0)); workers > 1 {
			return check(c, b, workers, Size)
		}
	}
	return index.Check(c, b)
}

// check checks b by the given number of goroutines, in parts of the given size.
func check(c scan.Rules, b []byte, workers, size int) *scan.Report {
	begin := 0
	if c.AllowBOM && bytes.HasPrefix(b, []byte(scan.BOM)) {
		begin = len(scan.BOM)
	}
	from, valid := Passes(&c, b, begin, workers, size)
	s := scan.Scanner{Src: b, Rules: c}
	if valid || index.PassesRest(&s, from) || s.Rest() {
		return nil
	}
	return s.Report()
}

// Passes reports whether b[begin:] is valid. If it returns false, the result from is a place before
// which b is valid. There, either the document begins or a value ends.
func Passes(c *scan.Rules, b []byte, begin, workers, size int) (from index.Place, valid bool) {
	cutter := cutter{text: b, begin: Cut{At: begin}, size: size}
	check := func(p *Part) { p.Check(c.MaxDepth) }
	var fold Fold
	from.At = begin
	for p := range parallel.Ordered(context.Background(), workers, cutter.next, check) {
		if !p.Begin.InString {
			from.At = p.Begin.At
			from.Open.Copy(&fold.Open)
		}
		if !p.Valid || !fold.Add(&p.Found, c.MaxDepth) {
			return from, false
		}
	}
	from.At = len(b)
	return from, fold.Open.Depth == 0
}

// A cutter cuts a document into parts.
type cutter struct {
	text  []byte
	size  int
	begin Cut  // of the next part
	begun bool // there has been a part
}

// next makes the next part.
func (c *cutter) next(_ context.Context, p *Part) (made bool) {
	if c.begun && c.begin.At == len(c.text) {
		return false
	}
	end, found := Cut{At: len(c.text)}, false
	for from := c.begin.At + c.size; from < len(c.text) && !found; from += c.size {
		end, found = Next(c.text, from)
	}
	if !found {
		end = Cut{At: len(c.text)}
	}
	p.Text, p.First, p.Begin, p.End = c.text[c.begin.At:end.At], !c.begun, c.begin, end
	c.begin, c.begun = end, true
	return true
}
