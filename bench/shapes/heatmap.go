package shapes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/shapes"
)

// A shade is the color of cells whose speed, relative to the median, is at least the value of the
// field from.
type shade struct {
	from         float64
	color, label string
}

// shades are the colors of the heat map, slowest first. Each step is a factor of two. The colors
// can be told apart on a light and on a dark background.
var shades = []shade{
	{0, "#7a1048", "< 1/32"},
	{1.0 / 32, "#b3243f", "from 1/32"},
	{1.0 / 16, "#d9583b", "from 1/16"},
	{1.0 / 8, "#ee8f4b", "from 1/8"},
	{1.0 / 4, "#f7c777", "from 1/4"},
	{1.0 / 2, "#dfe6a8", "from 1/2"},
	{1.0 / 1.4, "#a9d3a4", "0.7 to 1.4"},
	{1.4, "#78b8c4", "from 1.4"},
	{2.8, "#5a8fc8", "from 2.8"},
}

// shadeOf returns the index of the shade of a ratio.
func shadeOf(ratio float64) int {
	i := len(shades) - 1
	for i > 0 && ratio < shades[i].from {
		i--
	}
	return i
}

// Measures of a heat map, in pixels.
const (
	cellWidth   = 15
	cellHeight  = 13
	rowLabels   = 150 // width of the names of texts
	columnNames = 180 // height of the names of operations
	margin      = 10
	gutter      = 24 // between panels
)

// dotInk is the color of dots. Dots have an outline, so that they can be seen in cells of any
// color.
const dotInk = `#ffffff" stroke="#000000" stroke-opacity="0.5" stroke-width="0.7`

// A panel is a part of the heat map: the operations that apply to texts of some kinds.
type panel struct {
	title      string
	operations []operation
	rows       []row
}

// A row of a panel is a text, or the heading of a group of texts.
type row struct {
	label string
	text  string // "" for a heading
}

// panels divides a table into parts that have few empty cells.
func (t *table) panels() []panel {
	var all []panel
	for _, p := range []struct {
		title string
		kinds []shapes.Kind
	}{
		{"documents", []shapes.Kind{shapes.Document, shapes.Tiny, shapes.JSONC, shapes.JSON5}},
		{"records", []shapes.Kind{shapes.Records}},
		{"strings", []shapes.Kind{shapes.String, shapes.Bytes}},
	} {
		all = append(all, t.panel(p.title, p.kinds))
	}
	return all
}

func (t *table) panel(title string, kinds []shapes.Kind) panel {
	p := panel{title: title}
	var texts []string
	for _, text := range t.texts {
		if slices.Contains(kinds, text.Kind) {
			texts = append(texts, text.Name)
		}
	}
	for _, op := range t.operations {
		measured := slices.ContainsFunc(texts, func(text string) bool { _, ok := t.cells[key{op.name, text}]; return ok })
		if op.bar > 0 && measured {
			p.operations = append(p.operations, op)
		}
	}
	last := ""
	for _, text := range inGroups(texts) {
		group, name, found := strings.Cut(text, "/")
		if !found {
			group, name = "", text
		}
		if group != last {
			p.rows = append(p.rows, row{label: group})
		}
		p.rows = append(p.rows, row{label: name, text: text})
		last = group
	}
	return p
}

// inGroups sorts texts by group, so that the texts of a group are adjacent; groups keep their
// order.
func inGroups(texts []string) []string {
	var groups []string
	of := map[string][]string{}
	for _, text := range texts {
		group, _, _ := strings.Cut(text, "/")
		if of[group] == nil {
			groups = append(groups, group)
		}
		of[group] = append(of[group], text)
	}
	var sorted []string
	for _, group := range groups {
		sorted = append(sorted, of[group]...)
	}
	return sorted
}

func (p panel) width() int  { return rowLabels + len(p.operations)*cellWidth }
func (p panel) height() int { return columnNames + len(p.rows)*cellHeight }

// heatMap draws the speeds relative to the medians as SVG. The documents are on the left; all other
// panels and the legend are on the right.
func (t *table) heatMap() []byte {
	all := t.panels()
	var d report.Drawing
	t.drawPanel(&d, all[0], margin, margin)
	x, y := margin+all[0].width()+gutter, margin
	width, height := x, margin+all[0].height()
	for _, p := range all[1:] {
		t.drawPanel(&d, p, x, y)
		width = max(width, x+p.width())
		y += p.height() + gutter
	}
	drawLegend(&d, x+rowLabels-110, y+gutter)
	height = max(height, y+gutter+(len(shades)+4)*(cellHeight+4))
	return d.SVG(width+margin, height+margin, fmt.Sprintf("Speed of each operation on each text, relative to the median of the operation (kernel %s)", t.kernel))
}

// drawPanel draws a panel whose upper left corner is at (x, y).
func (t *table) drawPanel(d *report.Drawing, p panel, x, y int) {
	left, top := x+rowLabels, y+columnNames
	d.Text(x, top-6, ` font-weight="bold"`, p.title)
	for i, op := range p.operations {
		column := left + i*cellWidth + cellWidth - 4
		d.Text(column, top-6, fmt.Sprintf(` transform="rotate(-90 %d %d)"`, column, top-6), op.name)
	}
	for i, r := range p.rows {
		baseline := top + i*cellHeight + cellHeight - 3
		if r.text == "" {
			d.Text(x, baseline, ` font-weight="bold"`, r.label)
		} else {
			d.Text(left-5, baseline, ` text-anchor="end"`, r.label)
		}
	}
	cells := make([]strings.Builder, len(shades)) // the boxes of one color are one path
	var dots strings.Builder
	for i, op := range p.operations {
		tiny, other := t.medians(op.name)
		for j, r := range p.rows {
			c, ok := t.cells[key{op.name, r.text}]
			if !ok {
				continue
			}
			ratio := relative(c, tiny, other)
			column, line := left+i*cellWidth, top+j*cellHeight
			cells[shadeOf(ratio)].WriteString(box(column, line))
			if ratio < op.bar {
				dots.WriteString(dot(column, line))
			}
		}
	}
	for i := range shades {
		d.Path(shades[i].color, cells[i].String())
	}
	d.Path(dotInk, dots.String())
}

// drawLegend explains the colors.
func drawLegend(d *report.Drawing, x, y int) {
	const step = cellHeight + 4
	d.Text(x, y, ` font-weight="bold"`, "speed, relative to the median of the column")
	for i := range shades {
		s := shades[len(shades)-1-i]
		line := y + 8 + i*step
		d.Path(s.color, box(x, line))
		d.Text(x+cellWidth+8, line+cellHeight-3, "", s.label)
	}
	line := y + 8 + len(shades)*step
	d.Path(shades[2].color, box(x, line))
	d.Path(dotInk, dot(x, line))
	d.Text(x+cellWidth+8, line+cellHeight-3, "", "with a dot: below the bar")
	d.Text(x+cellWidth+8, line+step+cellHeight-3, "", "empty: the operation does not apply")
}

// box returns the path of the cell whose upper left corner is at (x, y), and dot returns the path
// of the dot in that cell.
func box(x, y int) string { return report.Box(x, y, cellWidth-1, cellHeight-1) }

func dot(x, y int) string { return report.Box(x+cellWidth/2-2, y+cellHeight/2-2, 4, 4) }
