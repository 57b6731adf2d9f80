package schemas

import (
	"math"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// The speed of schema.Check relative to santhosh-tekuri/jsonschema, in the geometric mean over all
// schemas, when schema.Check only decoded the document and used that engine. These stand for the speed
// of that version, which cannot be measured in the same run.
const (
	firstEngine        = 1.15
	firstEngineInvalid = 1.03
)

// bars lists what package schema must reach.
func bars() []report.Rule[*result] {
	least := func(name string, want float64, c contest.Category, peer string, part float64) report.Rule[*result] {
		return report.Rule[*result]{Target: report.Target{Name: name, Want: want, Unit: "times the speed"}, Value: against(c, peer, part)}
	}
	return []report.Rule[*result]{
		{Target: report.Target{Name: "a record of 99 bytes", Want: 450, Unit: "ns", Most: true, Absolute: true}, Value: perRecord},
		least("all schemas, against schema.Check with its first engine", 10, category, nameSanthosh, firstEngine),
		least("all schemas, against "+nameAJV, 2, category, nameAJV, 1).Now(1.8),
		least("invalid documents, against schema.Check with its first engine", 1, categoryInvalid, nameSanthosh, firstEngineInvalid).Now(0.95),
	}
}

// perRecord returns the time of schema.Check for a small record, in nanoseconds.
func perRecord(r *result) float64 {
	t := r.Table(category, func(in report.Input) bool { return in.Name == caseRecord })
	for _, row := range t.Rows {
		if row.Name == nameAssay && len(row.Cells) > 0 && len(row.Cells[0].Nanos) > 0 {
			return perDocument(t.Inputs[0], row.Cells[0])
		}
	}
	return math.NaN()
}

// perDocument returns the median time for a document, in nanoseconds.
func perDocument(in report.Input, c report.Cell) float64 {
	return ruler.Median(c.Nanos) / float64(in.Ops)
}

// against returns the speed of schema.Check relative to a part of the speed of a peer: the geometric
// mean over all schemas for which the peer has a figure.
func against(c contest.Category, peer string, part float64) func(*result) float64 {
	return func(r *result) float64 {
		t := r.Table(c, report.Everything)
		if len(t.Inputs) < len(names) {
			return math.NaN() // a part of the schemas was measured
		}
		for _, row := range t.Rows {
			if row.Name == peer && row.Ratio > 0 {
				return 1 / row.Ratio / part
			}
		}
		return math.NaN()
	}
}

// judge returns a table with the bars that were measured, and the names of those that fail.
func (r *result) judge() (*report.Grid, []string) { return report.Judge(bars(), r, r.Head.Slack) }
