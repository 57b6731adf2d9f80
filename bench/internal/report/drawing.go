package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

// Ink is the color of text. Text in this color can be read on a light and on a dark background.
const Ink = "#7d8590"

// A Drawing is the body of an SVG file. Measures are in pixels.
type Drawing struct{ body bytes.Buffer }

// Path fills a path with a color.
func (d *Drawing) Path(color, path string) {
	if path != "" {
		fmt.Fprintf(&d.body, `<path fill="%s" d="%s"/>`+"\n", color, path)
	}
}

// Text writes text with its baseline at y. The attributes begin with a space, or are empty.
func (d *Drawing) Text(x, y int, attributes, text string) {
	fmt.Fprintf(&d.body, `<text x="%d" y="%d"%s>`, x, y, attributes)
	_ = xml.EscapeText(&d.body, []byte(text)) // writing to a buffer cannot fail
	d.body.WriteString("</text>\n")
}

// SVG returns the file.
func (d *Drawing) SVG(width, height int, title string) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="Helvetica, Arial, sans-serif" font-size="10.5" fill="%s">`+"\n",
		width, height, Ink)
	out.WriteString("<title>")
	_ = xml.EscapeText(&out, []byte(title))
	out.WriteString("</title>\n")
	out.Write(d.body.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}

// Box returns the path of a box whose upper left corner is at (x, y).
func Box(x, y, width, height int) string {
	return fmt.Sprintf("M%d %dh%dv%dh-%[3]dz", x, y, width, height)
}
