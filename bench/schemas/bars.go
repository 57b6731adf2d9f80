package main

import (
	"math"

	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// A bar is a figure that must be reached.
type bar struct {
	report.Target
	value func(r *result) float64 // NaN if it was not measured
}

// firstEngine is the speed of schema.Check relative to santhosh-tekuri/jsonschema, in the geometric
// mean over all schemas, when schema.Check only decoded the document and used that engine. It stands
// for the speed of that version, which cannot be measured in the same run.
const firstEngine = 1.15

// bars lists what package schema must reach.
func bars() []bar {
	return []bar{
		bar{report.Target{Name: "a record of 99 bytes", Want: 450, Unit: "ns", Most: true}, perRecord}.now(7000),
		bar{report.Target{Name: "all schemas, against schema.Check with its first engine", Want: 10, Unit: "times the speed"}, against(nameSanthosh, firstEngine)}.now(0.67),
		bar{report.Target{Name: "all schemas, against " + nameAJV, Want: 2, Unit: "times the speed"}, against(nameAJV, 1)}.now(0.1),
		bar{report.Target{Name: "all schemas, against " + nameBlaze, Want: 1, Unit: "times the speed"}, against(nameBlaze, 1)}.now(0.17),
	}
}

// now returns b with a floor, because it is missed today.
func (b bar) now(floor float64) bar { b.Floor = floor; return b }

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
func against(peer string, part float64) func(*result) float64 {
	return func(r *result) float64 {
		if len(r.Inputs) < len(sources()) {
			return math.NaN() // a part of the schemas was measured
		}
		for _, row := range r.table().Rows {
			if row.Name == peer && row.Ratio > 0 {
				return 1 / row.Ratio / part
			}
		}
		return math.NaN()
	}
}

// judge returns a table with the bars that were measured, and the names of those that fail.
func (r *result) judge() (*report.Grid, []string) {
	var targets []report.Target
	for _, b := range bars() {
		b.Figure = b.value(r)
		targets = append(targets, b.Target)
	}
	return report.Judge(targets, r.Head.Short)
}
