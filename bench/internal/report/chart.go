package report

import (
	"fmt"

	"github.com/assayjson/assay/bench/internal/contest"
)

// A chart shows the means of some inputs as bars, with the fastest at the top.
type chart struct {
	file, title string
	bars        []Bar
}

// The classes of libraries, which show which ones check as much as assay.
var (
	classEqual   = Class{"Go, checks as much", ClassGo.Color}
	classLess    = Class{"Go, checks less", "#a8c6e5"}
	classCpp     = Class{"C++, checks as much", ClassCpp.Color}
	classCppLess = Class{"C++, checks less", "#f0c4a0"}
)

func (t Table) class(row Row) Class {
	switch {
	case row.Role == contest.Assay:
		return ClassAssay
	case row.Language == "C++" && row.Careful:
		return classCpp
	case row.Language == "C++":
		return classCppLess
	case !t.Compares:
		return ClassGo
	case row.Careful:
		return classEqual
	}
	return classLess
}

// charts returns the charts of a category, one for each group of its inputs.
func (r *Report) charts(c contest.Category) []chart {
	var charts []chart
	groups := r.Groups(c)
	for _, group := range groups {
		t := r.Table(c, inGroup(group))
		ch := chart{file: string(c), title: fmt.Sprintf("%s: geometric mean of %d inputs", c.Title(), len(t.Inputs))}
		if group != "" {
			ch.file += "-" + group
			ch.title = fmt.Sprintf("%s, %s: geometric mean of %d texts", c.Title(), group, len(t.Inputs))
		}
		for _, row := range t.Rows {
			// The bars of limits would be so long that all other bars would
			// look alike.
			if row.Role != contest.Limit && row.GBs > 0 {
				ch.bars = append(ch.bars, Bar{row.Name, row.GBs, t.class(row)})
			}
		}
		if len(ch.bars) > 0 {
			charts = append(charts, ch)
		}
	}
	return charts
}

// SaveCharts draws all charts into dir, as SVG and PNG.
func (r *Report) SaveCharts(dir string) error {
	for _, c := range contest.Categories {
		for _, ch := range r.charts(c) {
			if err := SaveBars(dir, ch.file, ch.title, "GB/s", ch.bars); err != nil {
				return err
			}
		}
	}
	return nil
}
