package parts

import (
	"bytes"
	"cmp"
	"context"
	"runtime"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/flaw"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/parallel"
	"github.com/assayjson/assay/internal/engine/scan"
)

// Size is the usual length of a part in bytes. A document must have a few parts to be worth the
// goroutines.
const (
	Size      = 1 << 20
	LeastText = 4 * Size
)

// Knows reports whether parts can be checked according to the rules, for a text of n bytes.
func Knows(c *scan.Rules, n int64) bool {
	return c.Limits.Permit(n) && c.MaxDepth >= 1 && jsonsimd.HasKernel() && (c.IsPlain(n) || index.Knows(c))
}

// Check is like [index.Check], but several goroutines check parts of a long document at the same time
// if the rules permit that.
func Check(c *scan.Rules, b []byte) *flaw.Report {
	if workers := Workers(c, b); workers > 1 && accepts(*c, b, workers, nil) {
		return nil
	}
	return index.Check(c, b)
}

// Check checks the text of p according to the rules, and sets Valid, Found and Names. Limits other
// than that on the depth must not be exceeded by any text of this length. If places is set, Check
// also sets Counts and Openers; they are meaningful only if the text is valid. If names must be
// unique or I-JSON is required, places must not be set.
func (p *Part) Check(c *scan.Rules, places bool) {
	if c.UniqueNames || c.IJSON {
		p.checkNames(c)
		return
	}
	p.checkGrammar(c, places)
}

// Accepts is like [index.Passes] without a scanner, but may use several goroutines.
func Accepts(c *scan.Rules, b []byte) bool {
	if workers := Workers(c, b); workers > 1 {
		return accepts(*c, b, workers, nil)
	}
	return index.Passes(c, b, nil)
}

// accepts is Passes for parts of the usual size. It is a function of its own, because its rules are on the heap,
// for the goroutines.
func accepts(c scan.Rules, b []byte, workers int, visitor func() Visitor) (valid bool) {
	return Passes(&c, b, workers, SizeOf(&c), visitor)
}

// AcceptsSigns is like [index.VisitSigns], but several goroutines check parts of b. Each of these
// parts has one of the visitors that the function visitor returns. AcceptsSigns returns false without
// checking anything if b is not checked by several goroutines.
func AcceptsSigns(c scan.Rules, b []byte, visitor func() Visitor) (valid bool) {
	workers := Workers(&c, b)
	return workers > 1 && accepts(c, b, workers, visitor)
}

// Divides reports whether b is long enough to be divided into parts, and the rules permit that.
func Divides(c *scan.Rules, b []byte) bool {
	return (len(b) >= LeastText || c.PartSize != 0) && Knows(c, int64(len(b)))
}

// Workers returns how many goroutines should work on b.
func Workers(c *scan.Rules, b []byte) int {
	if c.Workers <= 1 || !Divides(c, b) {
		return 1
	}
	return min(int(c.Workers), runtime.GOMAXPROCS(0))
}

// SizeOf returns the length of the parts.
func SizeOf(c *scan.Rules) int { return cmp.Or(int(c.PartSize), Size) }

// beginOf returns the offset in b of the text after the byte order mark, if there may be one.
func beginOf(c *scan.Rules, b []byte) int {
	if c.AllowBOM && bytes.HasPrefix(b, []byte(scan.BOM)) {
		return len(scan.BOM)
	}
	return 0
}

// Passes reports whether b is valid, as far as the kernels know. It is checked by the given number of goroutines, in parts of the given
// size. The function visitor may be nil; see [AcceptsSigns].
func Passes(c *scan.Rules, b []byte, workers, size int, visitor func() Visitor) (valid bool) {
	begin := beginOf(c, b)
	cutter := cutter{text: b, begin: Cut{At: begin}, size: size, visitor: visitor}
	check := func(p *Part) { p.Check(c, false) }
	open := folds.Get().(*fold)
	defer open.release()
	for p := range parallel.Ordered(context.Background(), workers, cutter.next, check) {
		if !p.Valid || !Follow(&open.nesting, &p.Found, c.MaxDepth) || c.UniqueNames && (!open.names.Follow(&p.Names) || open.names.Repeated != nil) {
			return false
		}
	}
	return open.nesting.Depth == 0
}

// A cutter cuts a document into parts.
type cutter struct {
	text  []byte
	size  int
	begin Cut  // of the next part
	begun bool // there has been a part

	visitor func() Visitor // makes the visitors of parts; may be nil
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
	if p.Visitor == nil && c.visitor != nil {
		p.Visitor = c.visitor()
	}
	p.Text, p.First, p.Begin, p.End = c.text[c.begin.At:end.At], !c.begun, c.begin, end
	c.begin, c.begun = end, true
	return true
}
