package report

import (
	"errors"
	"image/color"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dimensions of a chart.
const (
	width     = vg.Length(640)
	margin    = vg.Length(8)
	barHeight = vg.Length(19) // including the gap to the next bar
	legend    = vg.Length(22) // height of the legend
	around    = vg.Length(86) // total height of the title, the axis with its label, and the margins
)

// SaveBars draws bars from top to bottom into dir/name.svg and dir/name.png.
func SaveBars(dir, name, title, unit string, bars []Bar) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	p := plot.New()
	p.Title.Text = title
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text = unit
	p.X.Min = 0
	plotter := &barPlotter{bars: bars}
	p.Add(plotter)
	p.NominalY(plotter.labels()...)
	p.Y.Tick.LineStyle.Width, p.Y.LineStyle.Width = 0, 0
	for _, format := range []string{"svg", "png"} {
		if err := save(p, bars, format, filepath.Join(dir, name+"."+format)); err != nil {
			return err
		}
	}
	return nil
}

// save draws p on a white background with a margin. The legend is below p, where it cannot cover a
// bar.
func save(p *plot.Plot, bars []Bar, format, file string) error {
	height := around + legend + barHeight*vg.Length(max(len(bars), 2))
	canvas, err := draw.NewFormattedCanvas(width, height, format)
	if err != nil {
		return err
	}
	all := draw.New(canvas)
	fill(all, color.White, all.Min, all.Max)
	p.Draw(draw.Crop(all, margin, -margin, margin+legend, -margin))
	drawLegend(all, p.X.Tick.Label, classes(bars))
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	_, err = canvas.WriteTo(f)
	return errors.Join(err, f.Close())
}

// drawLegend draws the names and colors of the classes side by side, centered at the bottom.
func drawLegend(c draw.Canvas, style draw.TextStyle, classes []Class) {
	const swatch, gap = 12, 16
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	var total vg.Length = -gap
	for _, class := range classes {
		total += swatch + 4 + style.Width(class.Name) + gap
	}
	at := vg.Point{X: c.Center().X - total/2, Y: c.Min.Y + legend/2}
	for _, class := range classes {
		fill(c, class.Color, at.Add(vg.Point{Y: -swatch / 2}), at.Add(vg.Point{X: swatch, Y: swatch / 2}))
		c.FillText(style, at.Add(vg.Point{X: swatch + 4}), class.Name)
		at.X += swatch + 4 + style.Width(class.Name) + gap
	}
}

// classes returns the classes of bars in the order in which they appear.
func classes(bars []Bar) []Class {
	var all []Class
	for _, b := range bars {
		if !slices.Contains(all, b.Class) {
			all = append(all, b.Class)
		}
	}
	return all
}

// fill paints the rectangle between two corners.
func fill(c draw.Canvas, clr color.Color, a, b vg.Point) {
	c.FillPolygon(clr, []vg.Point{a, {X: b.X, Y: a.Y}, b, {X: a.X, Y: b.Y}})
}

// barPlotter draws horizontal bars with their values at the ends.
type barPlotter struct{ bars []Bar }

// labels returns the labels from bottom to top, because that is the direction of the axis.
func (b *barPlotter) labels() []string {
	labels := make([]string, len(b.bars))
	for i, bar := range b.bars {
		labels[len(b.bars)-1-i] = bar.Label
	}
	return labels
}

// Plot implements plot.Plotter.
func (b *barPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := p.X.Tick.Label
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	half := vg.Points(6)
	for i, bar := range b.bars {
		middle := y(float64(len(b.bars) - 1 - i))
		begin, end := x(p.X.Min), x(bar.Value)
		fill(c, bar.Class.Color, vg.Point{X: begin, Y: middle - half}, vg.Point{X: end, Y: middle + half})
		c.FillText(style, vg.Point{X: end + vg.Points(4), Y: middle}, Figure(bar.Value))
	}
}

// DataRange implements plot.DataRanger. The range leaves room for the values that are written
// beside the bars.
func (b *barPlotter) DataRange() (xmin, xmax, ymin, ymax float64) {
	for _, bar := range b.bars {
		xmax = max(xmax, 1.1*bar.Value)
	}
	return 0, xmax, -0.6, float64(len(b.bars)) - 0.4
}
