package assaybeam

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"

	"github.com/assayjson/assay/internal/testing/longtest"
	"github.com/assayjson/assay/lint"
)

// setBlockSize changes blockSize during a test.
func setBlockSize(t testing.TB, n int64) {
	old := blockSize
	blockSize = n
	t.Cleanup(func() { blockSize = old })
}

// A runner processes an element as a runner does that splits it again and again. Splits happen during reads.
type runner struct {
	fn     *checkFn
	rng    *rand.Rand
	often  int // a split is tried at one in so many reads; 0 for none
	splits int
	pieces []piece
}

// run checks a file.
func (r *runner) run(t *testing.T, name string) {
	t.Helper()
	f, err := describe(context.Background(), listed{File: File{Name: name}})
	if err != nil {
		t.Fatal(err)
	}
	work := r.fn.SplitRestriction(f, r.fn.CreateInitialRestriction(f))
	var mu sync.Mutex // a piece is read by another goroutine
	var current *sdf.LockRTracker
	defer files.watch(nil)
	files.watch(func(string) {
		mu.Lock()
		defer mu.Unlock()
		if r.often == 0 || current == nil || r.rng.IntN(r.often) > 0 {
			return
		}
		before := current.GetRestriction().(offsetrange.Restriction)
		primary, residual, err := current.TrySplit(r.rng.Float64())
		if err != nil {
			t.Error(err)
		}
		if residual == nil {
			return
		}
		a, b := primary.(offsetrange.Restriction), residual.(offsetrange.Restriction)
		if a.Start != before.Start || a.End != b.Start || b.End != before.End || b.Start >= b.End {
			t.Errorf("%v split into %v and %v", before, a, b)
		}
		r.splits++
		work = append(work, b)
	})
	for len(work) > 0 {
		rt := r.fn.CreateTracker(work[0])
		mu.Lock()
		work = work[1:]
		current = rt
		mu.Unlock()
		if r.rng.IntN(4) == 0 {
			if _, residual, err := rt.TrySplit(r.rng.Float64()); err != nil {
				t.Fatal(err)
			} else if residual != nil {
				work = append(work, residual.(offsetrange.Restriction))
			}
		}
		err := r.fn.ProcessElement(context.Background(), rt, f, func(p piece) { r.pieces = append(r.pieces, p) }, func([]byte) {})
		if err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		current = nil
		mu.Unlock()
		if !rt.IsDone() || rt.GetError() != nil {
			t.Fatalf("%v: not done: %v", rt, rt.GetError())
		}
	}
}

// written returns what is written for pieces.
func written(t *testing.T, names []string, pieces []piece) [3]string {
	t.Helper()
	byName := map[string][]piece{}
	for _, p := range pieces {
		byName[p.File] = append(byName[p.File], p)
	}
	o := Outputs{Report: "test://out/report", Bad: "test://out/bad", Good: "test://out/good"}
	if _, err := o.write(context.Background(), names, byName); err != nil {
		t.Fatal(err)
	}
	return [3]string{files.data[o.Report], files.data[o.Bad], files.data[o.Good]}
}

// The outputs do not depend on how files are split, initially and while they are checked.
func TestAnySplits(t *testing.T) {
	setBlockSize(t, 1)
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 2000
	if longtest.Off() {
		rounds = 120
	}
	splits := 0
	for round := range rounds {
		var names []string
		for i := range 1 + rng.IntN(3) {
			text := randomFile(rng)
			if rng.IntN(4) > 0 {
				text = strings.ReplaceAll(text, "\x00", "") // with it, a file cannot be divided
			}
			names = append(names, files.put(fmt.Sprintf("test://%d", i), text))
		}
		blockSize = 1 << rng.IntN(9)
		o := Options{FailOn: []lint.Severity{lint.Error, lint.Warning}[rng.IntN(2)], Temp: "test://temp", SaveGood: true}
		whole := &runner{fn: &checkFn{Options: o}, rng: rng}
		o.Piece = 1 + rng.Int64N(400)
		split := &runner{fn: &checkFn{Options: o}, rng: rng, often: 1 + rng.IntN(4)}
		for _, r := range []*runner{whole, split} {
			if err := r.fn.Setup(); err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				r.run(t, name)
			}
		}
		splits += split.splits
		if a, b := written(t, names, whole.pieces), written(t, names, split.pieces); a != b {
			t.Fatalf("round %d, %q: %d pieces: %q, want %q", round, files.data[names[0]], len(split.pieces), b, a)
		}
	}
	if splits < rounds {
		t.Errorf("only %d splits", splits)
	}
}

// Results of which some are missing or repeated are never written.
func TestInconsistentResults(t *testing.T) {
	setBlockSize(t, 16)
	text := ""
	for i := range 100 {
		text += fmt.Sprintf("{\"id\":%d,}\n", i)
	}
	name := files.put("test://a", text)
	r := &runner{fn: &checkFn{Options: Options{Piece: 100}}, rng: rand.New(rand.NewPCG(3, 4)), often: 3}
	if err := r.fn.Setup(); err != nil {
		t.Fatal(err)
	}
	r.run(t, name)
	for i := range r.pieces {
		for what, pieces := range map[string][]piece{
			"missing":  append(append([]piece{}, r.pieces[:i]...), r.pieces[i+1:]...),
			"repeated": append(append([]piece{}, r.pieces...), r.pieces[i]),
		} {
			o := Outputs{Report: "test://out/never"}
			_, err := o.write(context.Background(), []string{name}, map[string][]piece{name: pieces})
			var failed *FileError
			if !errors.As(err, &failed) || failed.File != name {
				t.Errorf("piece %d is %s: %v", i, what, err)
			}
			if _, ok := files.data["test://out/never"]; ok {
				t.Fatalf("piece %d is %s, but a report has been written", i, what)
			}
		}
	}
}
