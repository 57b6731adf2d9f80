package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// A Tone is a pair of colors that has a meaning in a picture. Fill is the color of the inside of a
// box, and Ink is the color of its outline.
type Tone struct{ Fill, Ink string }

// The tones. Gray also suits lines and text outside boxes.
var (
	Gray   = Tone{"#e4e6ea", "#767676"}
	Blue   = Tone{"#d8e6f6", "#3a6ea8"}
	Green  = Tone{"#d3ecdc", "#1b7f55"}
	Orange = Tone{"#fbe2c4", "#b3681a"}
	Violet = Tone{"#e7def6", "#7a58b5"}
)

// Dark is the color of text inside boxes, whose fills are all light.
const Dark = "#1d1f23"

// A Point is a place in a picture.
type Point struct{ X, Y float64 }

// A Rect is an area of a picture; X and Y are its upper left corner.
type Rect struct{ X, Y, W, H float64 }

// A Picture is an SVG image under construction.
type Picture struct {
	title         string
	body          bytes.Buffer
	width, height float64
}

// margin is the space around all parts.
const margin = 8

// New returns an empty picture. The title is read aloud by screen readers.
func New(title string) *Picture { return &Picture{title: title} }

// Box paints a rectangle with round corners.
func (p *Picture) Box(r Rect, t Tone) {
	p.grow(r.X+r.W, r.Y+r.H)
	fmt.Fprintf(&p.body, `<rect x="%s" y="%s" width="%s" height="%s" rx="5" fill="%s" stroke="%s"/>`+"\n",
		number(r.X), number(r.Y), number(r.W), number(r.H), t.Fill, t.Ink)
}

// A Pen paints lines.
type Pen struct {
	Color string
	Width float64
}

// Arrow paints straight lines from point to point, with an arrowhead at the last point.
func (p *Picture) Arrow(pen Pen, points ...Point) {
	p.path(pen, points, straight)
	from, to := points[len(points)-2], points[len(points)-1]
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	p.head(pen, to, Point{(to.X - from.X) / length, (to.Y - from.Y) / length})
}

// ArrowDown is like Arrow, but with curves: the arrow leaves each point downward and reaches the next one from above.
func (p *Picture) ArrowDown(pen Pen, points ...Point) {
	p.path(pen, points, curved)
	p.head(pen, points[len(points)-1], Point{0, 1})
}

// head paints an arrowhead that ends at a point. The vector direction must be one pixel long.
func (p *Picture) head(pen Pen, at, direction Point) {
	long, wide := 5+2*pen.Width, 2+1.5*pen.Width
	back := Point{at.X - long*direction.X, at.Y - long*direction.Y}
	fmt.Fprintf(&p.body, `<path fill="%s" d="M%vL%vL%vz"/>`+"\n", pen.Color, at,
		Point{back.X - wide*direction.Y, back.Y + wide*direction.X}, Point{back.X + wide*direction.Y, back.Y - wide*direction.X})
}

func straight(_, to Point) string { return "L" + to.String() }

func curved(from, to Point) string {
	if from.X == to.X {
		return straight(from, to)
	}
	half := (from.Y + to.Y) / 2
	return "C" + Point{from.X, half}.String() + " " + Point{to.X, half}.String() + " " + to.String()
}

// path paints lines between points. The function step returns the path of a single line.
func (p *Picture) path(pen Pen, points []Point, step func(from, to Point) string) {
	fmt.Fprintf(&p.body, `<path fill="none" stroke="%s" stroke-width="%s" d="M%v`, pen.Color, number(pen.Width), points[0])
	p.grow(points[0].X, points[0].Y)
	for i, to := range points[1:] {
		p.body.WriteString(step(points[i], to))
		p.grow(to.X, to.Y)
	}
	p.body.WriteString(`"/>` + "\n")
}

// Text writes one line of text, whose baseline begins at a point.
func (p *Picture) Text(at Point, f Font, color, text string) {
	p.grow(at.X+Width(f, text), at.Y+f.Size/4)
	p.text(at, f, color, text, "")
}

// CellWidth is how wide a cell is, for a font of size 1.
const CellWidth = 0.6

// Cells is like Text, but each character is in a cell of the same width, as on a terminal, whatever
// font the viewer has.
func (p *Picture) Cells(at Point, f Font, color, text string) {
	f.Mono = true
	width := float64(utf8.RuneCountInString(text)) * CellWidth * f.Size
	p.grow(at.X+width, at.Y+f.Size/4)
	p.text(at, f, color, text, fmt.Sprintf(` textLength="%s"`, number(width)))
}

func (p *Picture) text(at Point, f Font, color, text, attributes string) {
	if f.Bold {
		attributes += ` font-weight="bold"`
	}
	if f.Italic {
		attributes += ` font-style="italic"`
	}
	if f.Mono {
		attributes += ` font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" xml:space="preserve"`
	}
	fmt.Fprintf(&p.body, `<text x="%s" y="%s" font-size="%s" fill="%s"%s>`, number(at.X), number(at.Y), number(f.Size), color, attributes)
	escape(&p.body, text)
	p.body.WriteString("</text>\n")
}

// Bytes returns the picture as the text of an SVG file.
func (p *Picture) Bytes() []byte {
	var b bytes.Buffer
	w, h := number(p.width+2*margin), number(p.height+2*margin)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="%d %d %s %s" role="img" font-family="Helvetica, Arial, sans-serif">`+"\n", w, h, -margin, -margin, w, h)
	b.WriteString("<title>")
	escape(&b, p.title)
	b.WriteString("</title>\n")
	b.Write(p.body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func (p *Picture) grow(x, y float64) {
	p.width, p.height = max(p.width, x), max(p.height, y)
}

func (p Point) String() string { return number(p.X) + " " + number(p.Y) }

// number formats x with at most one decimal, which is finer than a screen shows. Some machines fuse
// multiplication with addition, so the last bits of x differ between machines. The constant 0.501
// prevents these bits from deciding whether a half is rounded up or down.
func number(x float64) string { return strconv.FormatFloat(math.Floor(x*10+0.501)/10, 'f', -1, 64) }

// escape writes text to b. Characters that have a meaning in XML are written as references. Writing to
// a buffer cannot fail.
func escape(b *bytes.Buffer, text string) { _ = xml.EscapeText(b, []byte(text)) }
