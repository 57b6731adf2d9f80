package shapes

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/assayjson/assay/bench/internal/ruler"
	"github.com/assayjson/assay/bench/internal/shapes"
)

// In the result of an oracle, these counts stand for any number, and for any number except 0.
const (
	anyItems  = -1
	someItems = -2
)

// A cell is the cost of an operation on a text.
type cell struct {
	nanos   float64 // nanoseconds per pass: the median of the rounds
	bytes   int     // bytes per pass: the input, or the output if that is larger
	calls   int     // calls per pass
	numbers int     // numbers per pass
	tokens  int     // tokens per pass
	allowed float64 // nanoseconds per pass that are allowed for items
	tiny    bool    // the cost is measured per call, not per byte
	neutral bool    // the operation stops at an error, so the cell does not affect the median
}

// speed returns the speed in GB/s.
func (c cell) speed() float64 { return float64(c.bytes) / c.nanos }

// rate returns what is compared within an operation: the calls per nanosecond of a tiny text, and
// the speed in GB/s of any other.
func (c cell) rate() float64 {
	if c.tiny {
		return float64(c.calls) / c.nanos
	}
	return c.speed()
}

// isDense reports whether there is a token in every four bytes. A token takes time however short it is, so the cost of such a text is
// measured per token, not per byte.
func (c cell) isDense() bool { return !c.tiny && c.tokens > c.bytes/4 }

// A key names a cell.
type key struct{ operation, text string }

// A table has the figures of one kernel and size.
type table struct {
	kernel     string
	size       int
	operations []operation
	texts      []shapes.Text
	cells      map[key]cell
}

// measure measures all operations on all texts. Only one text is in memory at a time. Progress is written to
// log. If quick is set, garbage is left for other operations to collect, and operations that take a long
// time are measured only once; see [table.confirm].
func (t *table) measure(plan ruler.Plan, quick bool, log io.Writer) error {
	for i, text := range t.texts {
		fmt.Fprintf(log, "\r%s, %s: text %d of %d ", t.kernel, sizeName(t.size), i+1, len(t.texts))
		if err := t.race(text, t.operations, plan, quick); err != nil {
			return err
		}
	}
	fmt.Fprint(log, "\r\x1b[K")
	return nil
}

// race measures operations on a text side by side, after it has checked their results.
func (t *table) race(text shapes.Text, operations []operation, plan ruler.Plan, quick bool) error {
	s, err := load(text, t.size)
	if err != nil {
		return err
	}
	var lanes []ruler.Lane
	var keys []key
	for _, op := range operations {
		if !op.on(s) {
			continue
		}
		l := &lane{work: op.work(), chunks: s.Chunks, untidy: quick}
		c, err := op.verify(l.work, s)
		if err != nil {
			return fmt.Errorf("%s on %s (kernel %s, %s): %w", op.name, text.Name, t.kernel, sizeName(t.size), err)
		}
		if quick && c.nanos < 5*quickPass {
			c.nanos = min(c.nanos, float64(l.time(1))) // the first pass may have been slow because memory was new
		}
		k := key{op.name, text.Name}
		t.cells[k] = c
		if !quick || c.tiny || c.nanos < quickPass {
			lanes, keys = append(lanes, l), append(keys, k)
		}
	}
	for i, times := range ruler.Race(lanes, plan) {
		if times.Err != nil {
			return fmt.Errorf("%s on %s: %w", keys[i].operation, text.Name, times.Err)
		}
		c := t.cells[keys[i]]
		c.nanos = ruler.Median(times.Nanos)
		t.cells[keys[i]] = c
	}
	return nil
}

// verify does the work on each chunk and compares the results with the correct ones. The time of
// the cell that it returns is that of this first pass.
func (op operation) verify(do work, s *subject) (cell, error) {
	c := cell{calls: len(s.Chunks), numbers: s.facts.numbers, tokens: s.facts.allTokens, tiny: s.Kind == shapes.Tiny}
	for i, chunk := range s.Chunks {
		want := op.want(s.Text, chunk)
		begin := ruler.CPUTime()
		got := do(chunk)
		c.nanos += float64(ruler.CPUTime() - begin)
		if err := compare(got, want); err != nil {
			return c, fmt.Errorf("chunk %d: %w", i, err)
		}
		if !want.valid && op.items == nil {
			c.neutral = true
		}
		c.bytes += max(len(chunk), len(got.output))
		if op.items != nil {
			c.allowed += op.items(got)
		}
	}
	return c, nil
}

// compare returns an error if got does not agree with want, the correct result.
func compare(got, want result) error {
	switch {
	case got.valid != want.valid:
		return fmt.Errorf("wrong verdict: valid is %t", got.valid)
	case want.count == someItems && got.count == 0:
		return fmt.Errorf("wrong result: no findings")
	case want.count >= 0 && got.count != want.count:
		return fmt.Errorf("wrong result: %d items instead of %d", got.count, want.count)
	case got.sum != want.sum:
		return fmt.Errorf("wrong result: checksum %#x instead of %#x", got.sum, want.sum)
	case want.output != nil && !bytes.Equal(got.output, want.output):
		return fmt.Errorf("wrong output: %s", difference(got.output, want.output))
	}
	return nil
}

// difference describes the first difference between two outputs.
func difference(got, want []byte) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	excerpt := func(b []byte) []byte { return b[min(at, len(b)):min(at+20, len(b))] }
	return fmt.Sprintf("at byte %d, %q instead of %q", at, excerpt(got), excerpt(want))
}

// A lane does an operation on the chunks of a text.
type lane struct {
	work   work
	chunks [][]byte
	untidy bool          // do not collect the garbage of other lanes before a turn
	pass   time.Duration // CPU time per pass in the latest turn
}

// Empty caches and pools make no difference for a pass that takes at least longPass.
const longPass = 3 * time.Millisecond

// A quick measurement takes a single pass if that pass takes at least quickPass, which is in
// nanoseconds.
const quickPass = 1e6

// Run implements [ruler.Lane].
func (l *lane) Run(passes int) (ruler.Sample, error) {
	if !l.untidy {
		runtime.GC() // so that no operation pays for the garbage of another one
	}
	if l.pass < longPass {
		l.once() // fills caches and pools, which the collection has emptied
	}
	cpu := l.time(passes)
	l.pass = cpu / time.Duration(passes)
	return ruler.Sample{CPU: cpu}, nil
}

// time returns the CPU time of some passes.
func (l *lane) time(passes int) time.Duration {
	begin := ruler.CPUTime()
	for range passes {
		l.once()
	}
	return ruler.CPUTime() - begin
}

func (l *lane) once() {
	for _, chunk := range l.chunks {
		l.work(chunk)
	}
}

// sizeName returns a size in the form of the -size flag.
func sizeName(n int) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%dMiB", n>>20)
	}
	return fmt.Sprintf("%dKiB", n>>10)
}
