package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// A bar is one line of a chart.
type bar struct {
	Label string
	Value float64
	Class class
}

// A class is the color of a bar and its label in the legend.
type class struct{ Name, Color string }

// ink is the color of text. Text in this color can be read on a light and on a dark background.
const ink = "#7d8590"

// saveBars draws bars from top to bottom into dir/name.svg. Their values are in GB/s.
func saveBars(dir, name, title string, bars []bar) error {
	const (
		width, margin = 640, 12
		labels        = 230 // width of the labels
		figures       = 50  // width of the values behind the bars
		top, line     = 34, 19
	)
	longest := 0.0
	var classes []class
	for _, b := range bars {
		longest = max(longest, b.Value)
		if !slices.Contains(classes, b.Class) {
			classes = append(classes, b.Class)
		}
	}
	y := top + len(bars)*line + 10
	var d bytes.Buffer
	fmt.Fprintf(&d, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="Helvetica, Arial, sans-serif" font-size="10.5" fill="%s">`+"\n",
		width, y+12+margin, ink)
	fmt.Fprintf(&d, "<title>%s</title>\n", escaped(title))
	fmt.Fprintf(&d, `<text x="%d" y="20" font-weight="bold">%s, GB/s</text>`+"\n", margin, escaped(title))
	left := margin + labels
	for i, b := range bars {
		y := top + i*line
		length := int(float64(width-left-margin-figures) * b.Value / longest)
		fmt.Fprintf(&d, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", left-6, y+13, escaped(b.Label))
		fmt.Fprintf(&d, `<rect fill="%s" x="%d" y="%d" width="%d" height="%d"/>`+"\n", b.Class.Color, left, y+3, length, line-6)
		fmt.Fprintf(&d, `<text x="%d" y="%d">%s</text>`+"\n", left+length+6, y+13, Figure(b.Value))
	}
	for i, c := range classes { // the legend
		x := left + i*(width-left)/len(classes)
		fmt.Fprintf(&d, `<rect fill="%s" x="%d" y="%d" width="12" height="12"/>`+"\n", c.Color, x, y)
		fmt.Fprintf(&d, `<text x="%d" y="%d">%s</text>`+"\n", x+17, y+10, escaped(c.Name))
	}
	d.WriteString("</svg>\n")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".svg"), d.Bytes(), 0o644)
}

// escaped returns s as text of XML.
func escaped(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // writing to a buffer cannot fail
	return b.String()
}
