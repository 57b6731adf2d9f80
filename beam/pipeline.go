package assaybeam

import (
	"context"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	for _, t := range []any{input{}, piece{}, listed{}, Bad{}, Summary{}} {
		beam.RegisterType(reflect.TypeOf(t))
	}
	register.DoFn2x2[context.Context, string, input, error](&describeFn{})
	register.DoFn5x1[context.Context, *sdf.LockRTracker, input, func(piece), func([]byte), error](&checkFn{})
	register.DoFn5x1[context.Context, string, func(*piece) bool, func(Bad), func(Summary), error](&resolveFn{})
	register.DoFn5x1[context.Context, int, func(*listed) bool, func(*piece) bool, func(Summary), error](&reportFn{})
	register.Function1x2(byFile)
	register.Function1x1(nameOf)
	register.Emitter1[piece]()
	register.Emitter1[[]byte]()
	register.Emitter1[Bad]()
	register.Emitter1[Summary]()
	register.Iter1[piece]()
	register.Iter1[listed]()
}

// A Result has the collections that [Check] returns.
type Result struct {
	Bad       beam.PCollection // of [Bad]: the bad records
	Summaries beam.PCollection // of [Summary]: one for each file
	Good      beam.PCollection // of []byte: the texts of the good records, without line ends; empty without [Options.Good]

	pieces beam.PCollection // of piece
}

// Check checks files. The collection files has their names, as strings, each of which must be in it only once. If
// the options are invalid, the pipeline fails.
func Check(s beam.Scope, files beam.PCollection, o Options) Result {
	s = s.Scope("assay.Check")
	inputs := beam.ParDo(s, &describeFn{}, files)
	pieces, good := beam.ParDo2(s, &checkFn{Options: o}, inputs)
	bad, sums := beam.ParDo2(s, &resolveFn{}, beam.GroupByKey(s, beam.ParDo(s, byFile, pieces)))
	return Result{Bad: bad, Summaries: sums, Good: good, pieces: pieces}
}

func byFile(p piece) (string, piece) { return p.File, p }

// CheckAndReport checks files, and writes outputs that are equal to those of jsonlint for the same files in the same
// order. They are written by one worker, and appear when all files have been checked, as a whole or not at all. The
// collection total has one [Summary], with the sums of all files.
func CheckAndReport(s beam.Scope, names []string, o Options, out Outputs) (r Result, total beam.PCollection) {
	s = s.Scope("assay.CheckAndReport")
	list := make([]listed, len(names))
	for i, name := range names {
		list[i] = listed{int64(i), name}
	}
	all := beam.CreateList(s, list)
	o.SaveGood = out.Good != ""
	r = Check(s, beam.ParDo(s, nameOf, all), o)
	together := beam.CoGroupByKey(s, beam.AddFixedKey(s, all), beam.AddFixedKey(s, r.pieces))
	return r, beam.ParDo(s, &reportFn{out, o.failOn()}, together)
}

func nameOf(l listed) string { return l.File }
