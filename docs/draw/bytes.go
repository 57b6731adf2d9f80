package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assayjson/assay/docs/draw/internal/graph"
	"github.com/assayjson/assay/docs/draw/internal/picture"
)

// answers describes what each package returns for the bytes that it is given. Everything else in the
// picture is taken from the code.
var answers = map[string]string{
	"asm/jsonsimd":            "verdict, marks of tokens",
	"asm/leb128simd":          "integers",
	"asm/names":               "equal names",
	"asm/quoting":             "text, escaped or not",
	"asm/search":              "brackets, line ends, signs",
	"asm/utf8simd":            "verdict, valid length, counts",
	"cmd/jsonlint":            "findings, exit status",
	"dialect":                 "JSON, map of places",
	"document":                "values",
	"escape":                  "text, escaped or not",
	"format":                  "the same text, laid out",
	"internal/engine/explain": "sentence, hint",
	"internal/engine/mistake": "advice, repairs",
	"internal/engine/index":   "verdict, marks of tokens",
	"internal/engine/place":   "line, column, pointer",
	"internal/engine/scan":    "fault: offset, length, kind",
	"internal/engine/stream":  "verdict, fault",
	"internal/engine/token":   "text, value of a number",
	"leb128":                  "integers, error",
	"lint":                    "findings, fixes",
	"payload":                 "request or refusal",
	"records":                 "records, errors",
	"schema":                  "findings",
	"tokenizer":               "verdict, error, tokens",
	"utf8check":               "verdict, error",
}

// validWay is the path of most valid texts through the packages. Each package imports the next one.
var validWay = []string{"cmd/jsonlint", "lint", "tokenizer", "internal/engine/index", "asm/jsonsimd"}

func onValidWay(from, to string) bool {
	i := slices.Index(validWay, from)
	return i >= 0 && i+1 < len(validWay) && validWay[i+1] == to
}

// Measures of the picture.
const (
	boxWidth = 212
	inset    = 8  // space between the edge of a box and its text
	line     = 14 // height of a line of text
	rowGap   = 46
	legend   = 30 // height
)

var (
	nameFont   = picture.Font{Size: 13, Bold: true}
	textFont   = picture.Font{Size: 11}
	codeFont   = picture.Font{Size: 10, Mono: true}
	answerFont = picture.Font{Size: 11, Italic: true}
)

// The pens for arrows. The arrows of validWay stand out.
var (
	usual = picture.Pen{Color: picture.Gray.Ink, Width: 1}
	valid = picture.Pen{Color: picture.Green.Ink, Width: 2.5}
)

// drawBytes draws the path of the bytes: to which packages each package passes them, and what it
// returns.
func drawBytes(root string) (*picture.Picture, error) {
	packages, err := readPackages(root)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		if packages[name] == nil {
			return nil, fmt.Errorf("bytes.go has an answer of %s, which is not a package of the picture", name)
		}
	}
	var nodes []graph.Node
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		nodes = append(nodes, graph.Node{Name: name, Width: boxWidth, To: packages[name].imports})
	}
	for i, name := range validWay[1:] {
		if from := packages[validWay[i]]; from == nil || !slices.Contains(from.imports, name) {
			return nil, fmt.Errorf("bytes.go has an arrow from %s to %s, which it does not import", validWay[i], name)
		}
	}
	l := graph.Arrange(graph.Reduce(nodes, onValidWay))
	tops, bottoms := rowHeights(l, packages)
	p := picture.New("The way of the bytes through the packages of assay")
	drawLegend(p)
	drawArrows(p, l, tops, bottoms)
	for _, n := range nodes {
		at := l.Places[n.Name]
		drawPackage(p, packages[n.Name], picture.Point{X: at.X - boxWidth/2, Y: tops[at.Row]})
	}
	return p, nil
}

// rowHeights returns the top of each row and the bottom of each box. The last element of tops is
// where a further row would begin.
func rowHeights(l graph.Layout, packages map[string]*pkg) (tops []float64, bottoms map[string]float64) {
	heights := make([]float64, l.Rows)
	for name, at := range l.Places {
		heights[at.Row] = max(heights[at.Row], packages[name].height())
	}
	tops = []float64{legend}
	for row, h := range heights {
		tops = append(tops, tops[row]+h+rowGap)
	}
	bottoms = map[string]float64{}
	for name, at := range l.Places {
		bottoms[name] = tops[at.Row] + packages[name].height()
	}
	return tops, bottoms
}

// drawArrows draws the arrows of a layout. The arrows of validWay come last.
func drawArrows(p *picture.Picture, l graph.Layout, tops []float64, bottoms map[string]float64) {
	for _, pen := range []picture.Pen{usual, valid} {
		for _, a := range l.Arrows {
			if onValidWay(a.From, a.To) != (pen == valid) {
				continue
			}
			row := l.Places[a.From].Row
			points := []picture.Point{{X: a.X[0], Y: bottoms[a.From]}}
			for i, x := range a.X[1:] {
				points = append(points, picture.Point{X: x, Y: tops[row+1+i]})
				if i < len(a.X)-2 {
					points = append(points, picture.Point{X: x, Y: tops[row+2+i] - rowGap})
				}
			}
			p.ArrowDown(pen, points...)
		}
	}
}

// A note is one line of text in a box.
type note struct {
	font  picture.Font
	color string
	text  string
}

// notes returns the text in the box of a package, line by line.
func (p *pkg) notes() []note {
	const width = boxWidth - 2*inset
	notes := []note{{nameFont, picture.Dark, p.name}}
	for _, l := range picture.Wrap(textFont, p.does, width) {
		notes = append(notes, note{textFont, picture.Dark, l})
	}
	ink := kindOf(p.name).tone.Ink
	if len(p.takes) > 0 {
		notes = append(notes, note{codeFont, ink, "\u2190 " + strings.Join(p.takes, ", ")})
	}
	if answer := answers[p.name]; answer != "" {
		for i, l := range picture.Wrap(answerFont, answer, width-picture.Width(answerFont, "\u2191 ")) {
			notes = append(notes, note{answerFont, ink, []string{"\u2191 ", "   "}[min(i, 1)] + l})
		}
	}
	return notes
}

func (p *pkg) height() float64 { return float64(len(p.notes()))*line + 2*inset - 2 }

// drawPackage draws the box of a package with its upper left corner at a point.
func drawPackage(to *picture.Picture, p *pkg, at picture.Point) {
	to.Box(picture.Rect{X: at.X, Y: at.Y, W: boxWidth, H: p.height()}, kindOf(p.name).tone)
	for i, n := range p.notes() {
		to.Text(picture.Point{X: at.X + inset, Y: at.Y + inset + 9 + float64(i)*line}, n.font, n.color, n.text)
	}
}

// drawLegend draws what the colors and signs mean, in one line at the top.
func drawLegend(p *picture.Picture) {
	x := 1.0
	for _, k := range kinds {
		p.Box(picture.Rect{X: x, Y: 1, W: 14, H: 12}, k.tone)
		p.Text(picture.Point{X: x + 19, Y: 11}, textFont, picture.Gray.Ink, k.name)
		x += 19 + picture.Width(textFont, k.name) + 2*inset
	}
	for _, sign := range []struct {
		color, text string
	}{
		{usual.Color, "\u2193 calls"}, {valid.Color, "\u2193 the way of a valid text"},
		{usual.Color, "\u2190 takes bytes from outside as"}, {usual.Color, "\u2191 returns"},
	} {
		p.Text(picture.Point{X: x, Y: 11}, textFont, sign.color, sign.text)
		x += picture.Width(textFont, sign.text) + 2*inset
	}
}
