package report

import (
	"cmp"
	"slices"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// A Table holds the figures of some inputs of one category.
type Table struct {
	Category  contest.Category
	Inputs    []Input
	Rows      []Row // fastest first
	HasAssay  bool
	Reference string // name of the row that ratios refer to; it is a row of assay
	Compares  bool   // whether assay checks anything in this category; if so, the report says which contestants check as much or less
}

// A Row is a contestant in a table.
type Row struct {
	Contestant
	Cells   []Cell  // one for each input of the table; if there is no figure, Nanos is empty
	GBs     float64 // geometric mean over the inputs that have a figure, in GB/s
	Ratio   float64 // speed of the row divided by the speed of assay, over the inputs for which both have figures; 0 if there are no such inputs
	Spread  float64 // the median of the spreads of all inputs
	Allocs  float64 // mean per op
	Careful bool    // the contestant checks everything that assay checks
	Failed  int     // number of inputs without a figure
}

// GBs returns the median speed of the rounds of c, in 1e9 bytes per second. The cell c must belong
// to the receiver.
func (in Input) GBs(c Cell) float64 { return float64(in.Bytes) / ruler.Median(c.Nanos) }

// Groups returns the names of the groups of inputs in category c, in the order of the inputs.
func (r *Report) Groups(c contest.Category) []string {
	var groups []string
	for _, in := range r.Inputs {
		if in.Category == c && !slices.Contains(groups, in.Group) {
			groups = append(groups, in.Group)
		}
	}
	return groups
}

// Has reports whether the run has figures of a category.
func (r *Report) Has(c contest.Category) bool { return len(r.Groups(c)) > 0 }

// Table returns the figures of category c for the inputs for which keep returns true.
func (r *Report) Table(c contest.Category, keep func(Input) bool) Table {
	t := Table{Category: c}
	var indexes []int
	for i, in := range r.Inputs {
		if in.Category == c && keep(in) {
			t.Inputs = append(t.Inputs, in)
			indexes = append(indexes, i)
		}
	}
	for i, contestant := range r.Contestants {
		if contestant.Category != c {
			continue
		}
		row := Row{Contestant: contestant}
		for _, in := range indexes {
			row.Cells = append(row.Cells, r.cell(in, i))
		}
		t.Rows = append(t.Rows, row)
	}
	t.derive()
	return t
}

// Everything returns true, so that [Report.Table] keeps all inputs.
func Everything(Input) bool { return true }

func inGroup(group string) func(Input) bool { return func(in Input) bool { return in.Group == group } }

func (r *Report) cell(input, contestant int) Cell {
	for _, c := range r.Cells {
		if c.Input == input && c.Contestant == contestant {
			return c
		}
	}
	return Cell{}
}

// derive computes the figures of the rows and sorts them.
func (t *Table) derive() {
	assay := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Role == contest.Assay })
	t.HasAssay = assay >= 0
	t.Compares = t.HasAssay && contest.ChecksAny(t.Rows[assay].Findings)
	if t.HasAssay {
		t.Reference = t.Rows[assay].Name
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		t.summarize(row)
		if t.HasAssay {
			row.Ratio = t.ratio(*row, t.Rows[assay])
			row.Careful = t.Compares && contest.Stronger(row.Findings, t.Rows[assay].Findings)
		}
	}
	t.Rows = slices.DeleteFunc(t.Rows, func(r Row) bool { return r.Failed == len(t.Inputs) && !r.refused() })
	slices.SortStableFunc(t.Rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.GBs, a.GBs), cmp.Compare(a.Name, b.Name))
	})
}

// refused reports whether the contestant failed on an input. A contestant that did not take part
// has not failed.
func (r Row) refused() bool {
	return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Err != "" })
}

func (t *Table) summarize(row *Row) {
	var speeds, spreads []float64
	for i, c := range row.Cells {
		if len(c.Nanos) == 0 {
			row.Failed++
			continue
		}
		speeds = append(speeds, t.Inputs[i].GBs(c))
		spreads = append(spreads, ruler.Spread(c.Nanos))
		row.Allocs += c.Allocs
	}
	if len(speeds) > 0 {
		row.GBs = ruler.Geomean(speeds)
		row.Spread = ruler.Median(spreads)
		row.Allocs /= float64(len(speeds))
	}
}

// ratio returns the speed of row a, divided by the speed of row b.
func (t *Table) ratio(a, b Row) float64 {
	var ratios []float64
	for i := range t.Inputs {
		if r := ruler.Ratio(a.Cells[i].Nanos, b.Cells[i].Nanos); r > 0 {
			ratios = append(ratios, r)
		}
	}
	if len(ratios) == 0 {
		return 0
	}
	return ruler.Geomean(ratios)
}
