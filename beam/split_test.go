package assaybeam

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"

	"github.com/assayjson/assay/internal/data/unpack"
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
func (r *runner) run(t *testing.T, l listed) {
	t.Helper()
	f, err := describe(context.Background(), l)
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

// writeAll writes the outputs for pieces of files.
func writeAll(ctx context.Context, o Outputs, names []string, all []piece, pieceSize int64) error {
	p, err := (&layoutFn{Files: len(names), Shards: o.shards(), Piece: pieceSize}).plan(all)
	if err != nil {
		return err
	}
	inShards := make([][]piece, o.shards())
	for _, p2 := range all {
		k := p.shardOf(&p2)
		inShards[k] = append(inShards[k], p2)
	}
	var files []written
	for k, pieces := range inShards {
		w, err := o.write(ctx, k, pieces, p)
		if err != nil {
			return err
		}
		files = append(files, w)
	}
	return commitAll(ctx, files)
}

// texts returns what is written for pieces: the report, the bad and the good records, each of them in shards.
func texts(t *testing.T, names []string, all []piece, pieceSize int64, shards int) (texts [3][]string) {
	t.Helper()
	o := Outputs{Report: "test://out/report", Bad: "test://out/bad.ndjson", Good: "test://out/good.a.gz", Shards: shards}
	if err := writeAll(context.Background(), o, names, all, pieceSize); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{o.Report, o.Bad, o.Good} {
		for _, name := range o.Names(name) {
			texts[i] = append(texts[i], unpacked(t, name))
		}
	}
	return texts
}

func unpacked(t *testing.T, name string) string {
	t.Helper()
	in, err := (&input{listed: listed{File: File{Name: name}}, Form: unpack.FormOf(name)}).open(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The outputs do not depend on how files are split, initially and while they are checked, and neither do shards on splits while
// files are checked. All shards together are the output in one file.
func TestAnySplits(t *testing.T) {
	setBlockSize(t, 1)
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 2000
	if longtest.Off() {
		rounds = 120
	}
	splits, divided := 0, 0
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
		fixed := &runner{fn: &checkFn{Options: o}, rng: rng}
		split := &runner{fn: &checkFn{Options: o}, rng: rng, often: 1 + rng.IntN(4)}
		for _, r := range []*runner{whole, fixed, split} {
			if err := r.fn.Setup(); err != nil {
				t.Fatal(err)
			}
			for i, name := range names {
				r.run(t, listed{File{Name: name}, int64(i)})
			}
		}
		splits += split.splits
		shards := 1 + rng.IntN(5)
		one := texts(t, names, whole.pieces, defaultPiece, 1)
		a, b := texts(t, names, fixed.pieces, o.Piece, shards), texts(t, names, split.pieces, o.Piece, shards)
		for i := range one {
			if got := strings.Join(b[i], ""); got != one[i][0] || !slices.Equal(a[i], b[i]) {
				t.Fatalf("round %d, %q: %d pieces: %q and %q, want %q", round, files.data[names[0]], len(split.pieces), b[i], a[i], one[i])
			}
			for k, text := range a[i] {
				if text != "" && k > 0 && a[i][k-1] != "" {
					divided++
				}
			}
		}
	}
	if splits < rounds || divided < rounds {
		t.Errorf("only %d splits, and %d shards after another one", splits, divided)
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
	r.run(t, listed{File: File{Name: name}})
	for i := range r.pieces {
		for what, pieces := range map[string][]piece{
			"missing":  append(append([]piece{}, r.pieces[:i]...), r.pieces[i+1:]...),
			"repeated": append(append([]piece{}, r.pieces...), r.pieces[i]),
		} {
			o := Outputs{Report: "test://out/never"}
			err := writeAll(context.Background(), o, []string{name}, pieces, 100)
			var failed *FileError
			if !errors.As(err, &failed) || failed.File != name {
				t.Errorf("piece %d is %s: %v", i, what, err)
			}
			if _, ok := files.data["test://out/never"]; ok {
				t.Fatalf("piece %d is %s, but a report has been written", i, what)
			}
		}
	}

	// A shard that lacks a piece, or has one twice.
	p, err := (&layoutFn{Files: 1, Shards: 2, Piece: 100}).plan(r.pieces)
	if err != nil {
		t.Fatal(err)
	}
	o := Outputs{Report: "test://out/never", Shards: 2}
	for i := range r.pieces {
		if p.shardOf(&r.pieces[i]) == 0 {
			continue
		}
		for _, pieces := range [][]piece{r.pieces[i+1:], append(slices.Clone(r.pieces[i:]), r.pieces[i])} {
			if _, err := o.write(context.Background(), 1, pieces, p); err == nil {
				t.Errorf("a shard of %d pieces is written", len(pieces))
			}
		}
		break
	}
}
