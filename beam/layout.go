package assaybeam

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"fmt"
	"slices"
	"sort"

	"github.com/assayjson/assay/internal/data/shards"
	"github.com/assayjson/assay/lint"
)

// A plan says where the shards of the outputs begin.
type plan struct {
	Starts []start // one more than there are shards
	Sum    Summary // of all files
}

// A start is where a shard begins: with the piece at an offset of a file, and after what State has.
type start struct {
	Index, From int64
	State       shards.LedgerState
}

// shardOf returns the shard that has a piece. Empty shards begin where the next one does.
func (p *plan) shardOf(of *piece) int {
	return sort.Search(len(p.Starts)-1, func(k int) bool {
		s := &p.Starts[k]
		return cmp.Or(cmp.Compare(s.Index, of.Index), cmp.Compare(s.From, of.From)) > 0
	}) - 1
}

// A layout is a plan in a form in which it is an element of a collection.
type layout struct{ Gob []byte }

func (l *layout) plan() (*plan, error) {
	p := new(plan)
	return p, gob.NewDecoder(bytes.NewReader(l.Gob)).Decode(p)
}

// byPlace compares pieces by their places in the inputs.
func byPlace(a, b piece) int {
	return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.From, b.From), cmp.Compare(a.Bytes, b.Bytes))
}

// isLast reports whether the piece ends its file.
func (p *piece) isLast() bool { return p.FileSize < 0 || p.From+p.Bytes >= p.FileSize }

// layoutFn lays out the shards: each has about the same part of the inputs, whose pieces are taken as a whole.
type layoutFn struct {
	Files, Shards int
	Piece         int64
}

// ProcessElement emits the layout for all pieces, which have only sums, and all shards.
func (fn *layoutFn) ProcessElement(_ int, pieces func(*piece) bool, emit func(layout), shard func(int, int)) error {
	var all []piece
	for p := (piece{}); pieces(&p); p = (piece{}) {
		all = append(all, p)
	}
	p, err := fn.plan(all)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(p); err != nil {
		return err
	}
	emit(layout{b.Bytes()})
	for k := range fn.Shards {
		shard(k, k)
	}
	return nil
}

// plan checks that all pieces are there, and adds them up.
func (fn *layoutFn) plan(all []piece) (*plan, error) {
	files := make([][]piece, fn.Files)
	for _, p := range all {
		files[p.Index] = append(files[p.Index], p)
	}
	total := int64(0)
	for i, pieces := range files {
		if len(pieces) == 0 {
			return nil, fmt.Errorf("the results are incomplete: file %d of %d has not been checked", i+1, fn.Files)
		}
		if err := inOrder(pieces); err != nil {
			return nil, &FileError{pieces[0].File, err}
		}
		total += pieces[0].Stored
	}
	part := max(1, (total+int64(fn.Shards)-1)/int64(fn.Shards)) // how many bytes of the inputs belong to a shard
	p := &plan{Starts: []start{{}}}
	l := shards.NewLedger(nil)
	before := int64(0)
	for _, pieces := range files {
		for i := range pieces {
			at := &pieces[i]
			shard := min((before+pieceAt(at.From, at.Stored, fn.Piece))/part, int64(fn.Shards)-1)
			for int64(len(p.Starts)) <= shard {
				p.Starts = append(p.Starts, start{at.Index, at.From, l.LedgerState})
			}
			if err := at.count(l); err != nil {
				return nil, &FileError{at.File, err}
			}
			p.Sum.add(at)
		}
		p.Sum.Files++
		before += pieces[0].Stored
	}
	for len(p.Starts) <= fn.Shards {
		p.Starts = append(p.Starts, start{int64(fn.Files), 0, l.LedgerState})
	}
	return p, nil
}

// count adds a piece to a ledger.
func (p *piece) count(l *shards.Ledger) error {
	if p.From == 0 {
		if err := l.BeginFile(p.File, lint.NDJSON, p.Mark); err != nil {
			return err
		}
	}
	if err := l.EndPiece(p.sums()); err != nil || !p.isLast() {
		return err
	}
	_, err := l.EndFile()
	return err
}

// A lastPlan is the plan of the last layout.
type lastPlan struct {
	text []byte // that of plan
	plan *plan
}

func (p *lastPlan) of(l layout) (_ *plan, err error) {
	if p.plan == nil || !bytes.Equal(p.text, l.Gob) {
		if p.plan, err = l.plan(); err != nil {
			return nil, err
		}
		p.text = l.Gob
	}
	return p.plan, nil
}

// shardFn finds the shard of a piece.
type shardFn struct{ last lastPlan }

// ProcessElement returns the shard of a piece as its key.
func (fn *shardFn) ProcessElement(p piece, l layout) (shard int, _ piece, err error) {
	plan, err := fn.last.of(l)
	if err != nil {
		return 0, p, err
	}
	return plan.shardOf(&p), p, nil
}

// writeFn writes the shards.
type writeFn struct {
	Outputs Outputs
	last    lastPlan
}

// A written has the names of the files of a shard, which is complete: the temporary names, and the final ones.
type written struct {
	Shard       int
	Temp, Final []string
}

// ProcessElement writes a shard.
func (fn *writeFn) ProcessElement(ctx context.Context, shard int, _ func(*int) bool, pieces func(*piece) bool, l layout) (written, error) {
	plan, err := fn.last.of(l)
	if err != nil {
		return written{}, err
	}
	var all []piece
	for p := (piece{}); pieces(&p); p = (piece{}) {
		all = append(all, p)
	}
	return fn.Outputs.write(ctx, shard, all, plan)
}

// commitFn gives all files their names.
type commitFn struct{ FailOn lint.Severity }

// ProcessElement emits the sums of all files when all shards are in place.
func (fn *commitFn) ProcessElement(ctx context.Context, _ int, files func(*written) bool, l layout, emit func(Summary)) error {
	p, err := l.plan()
	if err != nil {
		return err
	}
	var all []written
	for w := (written{}); files(&w); w = (written{}) {
		all = append(all, w)
	}
	slices.SortFunc(all, func(a, b written) int { return cmp.Compare(a.Shard, b.Shard) })
	if len(all) != len(p.Starts)-1 {
		return fmt.Errorf("the results are incomplete or inconsistent: %d of %d shards have been written", len(all), len(p.Starts)-1)
	}
	if err := commitAll(ctx, all); err != nil {
		return err
	}
	countReport(ctx, &p.Sum, fn.FailOn)
	emit(p.Sum)
	return nil
}
