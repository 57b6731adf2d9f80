package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/docs/draw/internal/picture"
	"github.com/assayjson/assay/tokenizer"
)

// nestingFile is the real document of the picture: the schema of SARIF, by OASIS.
const nestingFile = "cmd/jsonlint/internal/base/report/testdata/sarif-2.1.0.json"

// nestingText is a short document. The picture shows all its elements.
const nestingText = `{"a": [1, [2, 3], {"b": 4}], "c": [[], 5]}`

// An element is a bracket or a comma, with the level of the container that it belongs to. Levels
// are counted from 1.
type element struct {
	at, level int
	sign      byte // as in jsonsimd.CheckNesting, where a semicolon is a comma in an object
}

// findElements returns the elements of a document. Its strings must not contain brackets or commas.
func findElements(text []byte) (all []element, err error) {
	var open []byte
	for at, c := range text {
		switch c {
		case '{', '[':
			open = append(open, c)
			all = append(all, element{at, len(open), c})
		case '}', ']':
			all = append(all, element{at, len(open), c})
			open = open[:len(open)-1]
		case ',':
			sign := byte(',')
			if open[len(open)-1] == '{' {
				sign = ';'
			}
			all = append(all, element{at, len(open), sign})
		}
	}
	var nesting jsonsimd.Nesting
	nesting.Reset(jsonsimd.MaxNesting)
	var signs []byte
	for _, e := range all {
		signs = append(signs, e.sign)
	}
	if !jsonsimd.CheckNesting(&nesting, signs) || nesting.Depth() != 0 {
		return nil, errors.New("nesting.go: the kernel rejects the elements")
	}
	return all, nil
}

// A brink is where the depth of a document changes.
type brink struct {
	at    int64
	depth int // the depth from this offset on
}

// depths returns where the depth of a document changes.
func depths(document []byte) (all []brink, deepest int, err error) {
	for token, err := range tokenizer.New(document).All() {
		if err != nil {
			return nil, 0, err
		}
		switch token.Kind() {
		case tokenizer.BeginObject, tokenizer.BeginArray:
			all = append(all, brink{token.Offset(), token.Depth() + 1})
			deepest = max(deepest, token.Depth()+1)
		case tokenizer.EndObject, tokenizer.EndArray:
			all = append(all, brink{token.Offset(), token.Depth()})
		}
	}
	return all, deepest, nil
}

// Measures of the profile of a document.
const (
	profileWidth = 900.0
	levelHeight  = 11.0
)

// drawNesting draws the depth of a real document from byte to byte, and below it the elements of a short document by
// their levels.
func drawNesting(root string) (*picture.Picture, error) {
	document, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(nestingFile)))
	if err != nil {
		return nil, err
	}
	brinks, deepest, err := depths(document)
	if err != nil {
		return nil, err
	}
	elements, err := findElements([]byte(nestingText))
	if err != nil {
		return nil, err
	}
	p := picture.New("The nesting of a document")
	write(p, 0, 10, fmt.Sprintf("depth of the JSON Schema of SARIF 2.1.0, from byte 0 to byte %d: %d brackets, %d levels", len(document), len(brinks), deepest))
	drawProfile(p, 20, brinks, deepest, len(document))
	drawLevels(p, 20+float64(deepest)*levelHeight+34, elements)
	return p, nil
}

// drawProfile draws the depth of a document as a curve.
func drawProfile(p *picture.Picture, top float64, brinks []brink, deepest, length int) {
	bottom := top + float64(deepest)*levelHeight
	for level := 0; level <= deepest; level++ {
		y := bottom - float64(level)*levelHeight
		p.Line(thin, picture.Point{X: 20, Y: y}, picture.Point{X: 20 + profileWidth, Y: y})
		write(p, 0, y+3, fmt.Sprint(level))
	}
	points := []picture.Point{{X: 20, Y: bottom}}
	for _, b := range brinks {
		x := 20 + profileWidth*float64(b.at)/float64(length)
		last := points[len(points)-1].Y
		points = append(points, picture.Point{X: x, Y: last}, picture.Point{X: x, Y: bottom - float64(b.depth)*levelHeight})
	}
	p.Line(picture.Pen{Color: picture.Blue.Ink, Width: 0.8}, points...)
}

// drawLevels draws the short document, and below it each element at its level. Elements that are
// compared with each other are connected by a line.
func drawLevels(p *picture.Picture, top float64, elements []element) {
	drawLabel(p, top, "bytes")
	for i := range nestingText {
		tone := picture.Gray
		if bytes.IndexByte([]byte("{}[],"), nestingText[i]) >= 0 {
			tone = picture.Orange
		}
		drawByte(p, cellAt(i, top), nestingText[i], tone)
	}
	deepest := slices.MaxFunc(elements, func(a, b element) int { return a.level - b.level }).level
	lineOf := func(level int) float64 { return top + cell + 8 + float64(level-1)*(cell+8) }
	for level := 1; level <= deepest; level++ {
		drawLabel(p, lineOf(level), fmt.Sprintf("elements of level %d", level))
	}
	last := map[int]element{} // the last element of each level
	for _, e := range elements {
		if before, ok := last[e.level]; ok && e.sign != '{' && e.sign != '[' {
			from, to := cellAt(before.at, lineOf(e.level)), cellAt(e.at, lineOf(e.level))
			y := from.Y + from.H/2
			p.Arrow(picture.Pen{Color: toneOf(e.sign).Ink, Width: 1.5}, picture.Point{X: from.X + from.W, Y: y}, picture.Point{X: to.X, Y: y})
		}
		last[e.level] = e
	}
	for _, e := range elements {
		drawByte(p, cellAt(e.at, lineOf(e.level)), nestingText[e.at], toneOf(e.sign))
	}
}

// toneOf returns the colors of an element: those of objects, or those of arrays.
func toneOf(sign byte) picture.Tone {
	if sign == '{' || sign == '}' || sign == ';' {
		return picture.Green
	}
	return picture.Blue
}
