package report

import (
	"os"
	"path/filepath"
	"slices"
)

// A Bar is one line of a chart.
type Bar struct {
	Label string
	Value float64
	Class Class
}

// A Class is the color of a bar and its label in the legend.
type Class struct{ Name, Color string }

// The classes that several charts have.
var (
	ClassAssay = Class{"assay", "#0b6e4f"}
	ClassGo    = Class{"Go", "#2b6cb0"}
	ClassCpp   = Class{"C++", "#c05a1c"}
	ClassJS    = Class{"JavaScript", "#d69e2e"}
)

// SaveBars draws bars from top to bottom into dir/name.svg. Their values are in the given unit.
func SaveBars(dir, name, title, unit string, bars []Bar) error {
	const (
		width, margin = 640, 12
		labels        = 230 // width of the labels
		figures       = 50  // width of the values behind the bars
		top, line     = 34, 19
	)
	longest := 0.0
	var classes []Class
	for _, b := range bars {
		longest = max(longest, b.Value)
		if !slices.Contains(classes, b.Class) {
			classes = append(classes, b.Class)
		}
	}
	var d Drawing
	d.Text(margin, 20, ` font-weight="bold"`, title+", "+unit)
	left := margin + labels
	for i, b := range bars {
		y := top + i*line
		length := int(float64(width-left-margin-figures) * b.Value / longest)
		d.Text(left-6, y+13, ` text-anchor="end"`, b.Label)
		d.Path(b.Class.Color, Box(left, y+3, length, line-6))
		d.Text(left+length+6, y+13, "", Figure(b.Value))
	}
	y := top + len(bars)*line + 10
	for i, c := range classes { // the legend
		x := left + i*(width-left)/len(classes)
		d.Path(c.Color, Box(x, y, 12, 12))
		d.Text(x+17, y+10, "", c.Name)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".svg"), d.SVG(width, y+12+margin, title), 0o644)
}
