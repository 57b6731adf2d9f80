package report

import (
	"fmt"
	"image/color"

	"github.com/assayjson/assay/bench/internal/contest"
)

// A chart shows the means of some inputs as bars, with the fastest at the top.
type chart struct {
	file, title string
	bars        []Bar
}

// A Bar is one line of a chart.
type Bar struct {
	Label string
	Value float64
	Class Class
}

// A Class is the color of a bar and its label in the legend.
type Class struct {
	Name  string
	Color color.Color
}

// The classes of libraries. The main purpose of the colors is to show which
// libraries check as much as assay.
var (
	classAssay   = Class{"assay", color.RGBA{0x0B, 0x6E, 0x4F, 0xFF}}
	classEqual   = Class{"Go, checks as much", color.RGBA{0x2B, 0x6C, 0xB0, 0xFF}}
	classLess    = Class{"Go, checks less", color.RGBA{0xA8, 0xC6, 0xE5, 0xFF}}
	classGo      = Class{"Go", color.RGBA{0x2B, 0x6C, 0xB0, 0xFF}}
	classCpp     = Class{"C++, checks as much", color.RGBA{0xC0, 0x5A, 0x1C, 0xFF}}
	classCppLess = Class{"C++, checks less", color.RGBA{0xF0, 0xC4, 0xA0, 0xFF}}
)

func (t Table) class(row Row) Class {
	switch {
	case row.Role == contest.Assay:
		return classAssay
	case row.Language == "C++" && row.Careful:
		return classCpp
	case row.Language == "C++":
		return classCppLess
	case !t.Compares:
		return classGo
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
