package assaybeam

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Package register would call these functions without reflection, but they are called once for a piece or a file, and its
// generic functions take many times longer to compile than the rest of this package.
func init() {
	for _, t := range []any{input{}, piece{}, listed{}, layout{}, written{}, Bad{}, Summary{}} {
		beam.RegisterType(reflect.TypeOf(t))
	}
	for _, fn := range []any{&describeFn{}, &checkFn{}, &resolveFn{}, &layoutFn{}, &shardFn{}, &writeFn{}, &commitFn{}, byFile, fileOf, bare} {
		beam.RegisterDoFn(fn)
	}
}

// A Result has the collections that [Check] returns.
type Result struct {
	Bad       beam.PCollection // of [Bad]: the bad records
	Summaries beam.PCollection // of [Summary]: one for each file
	Good      beam.PCollection // of []byte: the texts of the good records, without line ends; empty without [Options.Good]
}

// Check checks files. The collection names has their names, as strings, each of which must be in it only once. The first
// settings apply to all of them. If the options are invalid, the pipeline fails.
func Check(s beam.Scope, names beam.PCollection, o Options) Result {
	s = s.Scope("assay.Check")
	pieces, good := check(s, beam.ParDo(s, fileOf, names), &checkFn{Options: o})
	bad, sums := beam.ParDo2(s, &resolveFn{}, beam.GroupByKey(s, beam.ParDo(s, byFile, pieces)))
	return Result{Bad: bad, Summaries: sums, Good: good}
}

// check returns the pieces of files and the good records.
func check(s beam.Scope, files beam.PCollection, fn *checkFn) (pieces, good beam.PCollection) {
	return beam.ParDo2(s, fn, beam.ParDo(s, &describeFn{}, files))
}

func fileOf(name string) listed { return listed{File: File{Name: name}} }

func byFile(p piece) (string, piece) { return p.File, p }

// CheckAndReport checks files, and writes outputs that are equal to those of jsonlint for the same files in the same
// order, or shards of these. Each shard is written by one worker, and all outputs appear when all of them are complete, as a whole or
// not at all. The collection total has one [Summary], with the sums of all files. The collection good is that of [Result].
func CheckAndReport(s beam.Scope, files []File, o Options, out Outputs) (good, total beam.PCollection) {
	s = s.Scope("assay.CheckAndReport")
	list := make([]listed, len(files))
	for i, f := range files {
		list[i] = listed{f, int64(i)}
	}
	all := beam.CreateList(s, list)
	o.SaveGood = out.Good != ""
	pieces, good := check(s, all, &checkFn{Options: o, OnlySums: out.Report == "" && out.Bad == ""})
	inPieces := layoutFn{Files: len(files), Piece: o.pieceSize(), Shards: out.shards()}
	where, ids := beam.ParDo2(s, &inPieces, beam.GroupByKey(s, beam.AddFixedKey(s, beam.ParDo(s, bare, pieces))))
	side := beam.SideInput{Input: where}
	inShards := beam.CoGroupByKey(s, ids, beam.ParDo(s, &shardFn{}, pieces, side))
	all = beam.ParDo(s, &writeFn{Outputs: out}, inShards, side)
	return good, beam.ParDo(s, &commitFn{FailOn: o.failOn()}, beam.GroupByKey(s, beam.AddFixedKey(s, all)), side)
}

// bare returns a piece without what was found in it.
func bare(p piece) piece {
	p.Found, p.FoundName, p.GoodName = nil, "", ""
	return p
}
