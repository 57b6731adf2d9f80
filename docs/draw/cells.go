package main

import (
	"strconv"

	"github.com/assayjson/assay/docs/draw/internal/picture"
)

// Measures of pictures that show a text as a row of cells, one for each byte.
const (
	cell    = 17.0  // width and height
	cellGap = 2.0   // between rows
	labels  = 172.0 // room for labels, to the left of the cells
)

var (
	labelFont = picture.Font{Size: 12}
	cellFont  = picture.Font{Size: 12, Mono: true}
	smallFont = picture.Font{Size: 10}
)

// gray is the color of text outside boxes.
var gray = picture.Gray.Ink

// thin is the pen of lines that stay in the background.
var thin = picture.Pen{Color: gray, Width: 0.5}

// cellAt returns the area of cell i of a row.
func cellAt(i int, y float64) picture.Rect {
	return picture.Rect{X: labels + float64(i)*cell, Y: y, W: cell - 1, H: cell - 1}
}

// drawByte draws a cell with the byte in it.
func drawByte(p *picture.Picture, r picture.Rect, c byte, t picture.Tone) {
	p.Box(r, t)
	text := string(rune(c))
	switch c {
	case ' ':
		text = "\u00b7"
	case '\n':
		text = "\u21b5"
	}
	p.Text(picture.Point{X: r.X + 4.5, Y: r.Y + 12}, cellFont, picture.Dark, text)
}

// drawLabel writes the label of a row, to the left of the row.
func drawLabel(p *picture.Picture, y float64, text string) {
	p.Text(picture.Point{X: 0, Y: y + 12}, labelFont, gray, text)
}

// write writes a line of small text outside boxes.
func write(p *picture.Picture, x, y float64, text string) {
	p.Text(picture.Point{X: x, Y: y}, smallFont, gray, text)
}

// drawOffsets writes every tenth offset above a row, with a short line below each of these offsets.
func drawOffsets(p *picture.Picture, from, to int, y float64) {
	for i := from; i < to; i++ {
		if i%10 == 0 {
			x := cellAt(i-from, y).X
			p.Line(thin, picture.Point{X: x, Y: y - 4}, picture.Point{X: x, Y: y})
			write(p, x+2, y-4, strconv.Itoa(i))
		}
	}
}
