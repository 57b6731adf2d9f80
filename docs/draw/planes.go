package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/docs/draw/internal/picture"
)

// planesText is the text of the picture. It has a bracket inside a string and escapes.
const planesText = `{"id": 7, "say": "a \"b\" [c", "ok": true}`

// A plane has one bit for each byte of a text.
type plane []bool

// of returns the plane of the bytes for which the function named is returns true.
func of(text string, is func(i int) bool) plane {
	p := make(plane, len(text))
	for i := range p {
		p[i] = is(i)
	}
	return p
}

func (p plane) and(q plane) plane    { return p.join(q, func(a, b bool) bool { return a && b }) }
func (p plane) andNot(q plane) plane { return p.join(q, func(a, b bool) bool { return a && !b }) }
func (p plane) or(q plane) plane     { return p.join(q, func(a, b bool) bool { return a || b }) }
func (p plane) xor(q plane) plane    { return p.join(q, func(a, b bool) bool { return a != b }) }

func (p plane) join(q plane, f func(a, b bool) bool) plane {
	r := make(plane, len(p))
	for i := range r {
		r[i] = f(p[i], q[i])
	}
	return r
}

// after returns p shifted by one byte towards the end of the text.
func (p plane) after() plane { return append(plane{false}, p[:len(p)-1]...) }

// positions returns where bits are set.
func (p plane) positions() (all []uint32) {
	for i, set := range p {
		if set {
			all = append(all, uint32(i))
		}
	}
	return all
}

// lexed has the planes of the lexer, with the names that asm/_gen/jsonsimd/lexjson.go uses.
type lexed struct {
	backslash, escaped, quote, in, operator, scalar, start, tokens, marks plane
}

// lex computes the planes of a text without white space other than spaces.
func lex(text string) (l lexed) {
	any := func(set string) plane {
		return of(text, func(i int) bool { return strings.IndexByte(set, text[i]) >= 0 })
	}
	l.backslash = any(`\`)
	l.escaped = make(plane, len(text))
	for i := 1; i < len(text); i++ {
		l.escaped[i] = l.backslash[i-1] && !l.escaped[i-1]
	}
	l.quote = any(`"`).andNot(l.escaped)
	l.in = make(plane, len(text)) // from the opening quotation mark of each string to the last byte before the closing one
	for i := range text {
		l.in[i] = l.quote[i] != (i > 0 && l.in[i-1])
	}
	l.operator = any("{}[]:,").andNot(l.in)
	l.scalar = of(text, func(int) bool { return true }).andNot(l.in).andNot(l.quote).andNot(l.operator).andNot(any(" "))
	l.start = l.scalar.andNot(l.scalar.after())
	l.tokens = l.operator.or(l.quote.and(l.in)).or(l.start)
	l.marks = any("{}[]").andNot(l.in).or(l.quote).or(l.scalar.xor(l.scalar.after())).or(l.escaped)
	return l
}

// drawPlanes draws the planes of a text, one below the other. The marks are those that the kernel returns.
func drawPlanes(string) (*picture.Picture, error) {
	l := lex(planesText)
	var checker jsonsimd.Checker
	checker.Reset(jsonsimd.MaxNesting, 0)
	marks, valid, known := checker.Index(nil, []byte(planesText))
	if !valid || !known {
		return nil, errors.New("planes.go: no kernel says that the text is valid")
	}
	if want := l.marks.positions(); !slices.Equal(marks, want) {
		return nil, fmt.Errorf("planes.go has marks at %d, the kernel at %d", want, marks)
	}

	p := picture.New("The planes of a text: one bit for each byte")
	y := 14.0
	drawOffsets(p, 0, len(planesText), y)
	drawLabel(p, y, "bytes")
	for i := range planesText {
		drawByte(p, cellAt(i, y), planesText[i], picture.Gray)
	}
	y += cell + 3*cellGap
	for _, row := range []struct {
		name  string
		plane plane
		tone  picture.Tone
	}{
		{"backslash", l.backslash, picture.Orange},
		{"escaped by one", l.escaped, picture.Orange},
		{"quotation mark", l.quote, picture.Violet},
		{"in a string", l.in, picture.Violet},
		{"operator outside strings", l.operator, picture.Blue},
		{"number or literal", l.scalar, picture.Blue},
		{"first byte of it", l.start, picture.Blue},
		{"tokens", l.tokens, picture.Green},
		{"marks for the index", l.marks, picture.Red},
	} {
		drawPlane(p, y, row.name, row.plane, row.tone)
		y += cell + cellGap
	}
	y += 2 * cellGap
	drawLabel(p, y, "tokens, brought together")
	n := 0
	for i, set := range l.tokens {
		if set {
			drawByte(p, cellAt(n, y), planesText[i], picture.Green)
			n++
		}
	}
	return p, nil
}

// drawPlane draws one plane: a box for each bit that is set, and a line through all of them.
func drawPlane(p *picture.Picture, y float64, name string, bits plane, t picture.Tone) {
	drawLabel(p, y, name)
	middle := y + (cell-1)/2
	p.Line(thin, picture.Point{X: labels, Y: middle}, picture.Point{X: labels + float64(len(bits))*cell, Y: middle})
	for i, set := range bits {
		if set {
			r := cellAt(i, y)
			p.Box(r, t)
			p.Text(picture.Point{X: r.X + 4.5, Y: r.Y + 12}, cellFont, picture.Dark, "1")
		}
	}
}
