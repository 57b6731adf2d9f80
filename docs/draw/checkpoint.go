package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/assayjson/assay/asm"
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/docs/draw/internal/picture"
)

// checkpointText returns a stream of orders. The picture shows the end of its first segment.
func checkpointText() []byte {
	var b bytes.Buffer
	b.WriteString(`{"orders": [`)
	for id := 1; id < 20; id++ {
		fmt.Fprintf(&b, `{"id": %d, "lines": [{"item": "tea", "price": 4.5}]}, `, id)
	}
	return b.Bytes()
}

// segment is the length of the segments in the picture, which is the shortest that the kernels allow.
const segment = jsonsimd.IndexUnit

// An opener is a bracket that has not been closed.
type opener struct {
	at   int
	sign byte
}

// openersOf returns the brackets that are open at the end of a text. If the text ends inside a string,
// quote is the offset of that string, and otherwise -1.
func openersOf(text []byte) (open []opener, quote int) {
	quote = -1
	for at, c := range text {
		switch {
		case c == '"' && quote < 0:
			quote = at
		case c == '"':
			quote = -1
		case quote >= 0:
		case c == '{' || c == '[':
			open = append(open, opener{at, c})
		case c == '}' || c == ']':
			open = open[:len(open)-1]
		}
	}
	return open, quote
}

// A pause is what is known at the end of a segment.
type pause struct {
	open     []opener // the brackets that are open before the tokens in passed, as far as the kernel knows
	passed   []byte   // the last tokens: the scanner has to read them itself
	inString bool     // a string continues in the next segment
}

// pauseAfter lets a kernel check a segment, and returns what the kernel knows at the end.
func pauseAfter(text []byte) (p pause, err error) {
	fastest := asm.Kernel()
	// Some kernels judge more tokens at a time than others, so the picture is always drawn with the
	// same kernel.
	if err := asm.Use("generic"); err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, asm.Use(fastest)) }()
	var checker jsonsimd.Checker
	checker.Reset(jsonsimd.MaxNesting, 0)
	checker.BeginPauses()
	if !checker.Write(text) {
		return p, errors.New("checkpoint.go: the kernel rejects the segment")
	}
	state, ok := checker.Pause()
	if !ok {
		return p, errors.New("checkpoint.go: the kernel does not know where the segment ends")
	}
	p.inString = state.InString
	p.passed = append(p.passed, state.Tokens[state.Open:]...)
	p.open, _ = openersOf(text[:lastTokens(text, p.passed)])
	if string(openSigns(state.Nesting)) != signsOf(p.open) {
		return p, fmt.Errorf("checkpoint.go: open are %s, the kernel knows %s", signsOf(p.open), openSigns(state.Nesting))
	}
	return p, nil
}

// If the tokens in last are the last tokens of the text, lastTokens returns the offset of the first of
// them. Otherwise it returns 0.
func lastTokens(text, last []byte) int {
	l := lex(string(text))
	point := of(string(text), func(i int) bool { return text[i] == '.' })
	at := l.tokens.or(l.scalar.and(point)).positions() // the decimal point of a number is a token of its own
	at = at[max(len(at)-len(last), 0):]
	var found []byte
	for _, i := range at {
		found = append(found, text[i])
	}
	if !bytes.Equal(found, last) {
		return 0
	}
	return int(at[0])
}

func signsOf(open []opener) string {
	var signs []byte
	for _, o := range open {
		signs = append(signs, o.sign)
	}
	return string(signs)
}

// openSigns returns the brackets that are open.
func openSigns(n *jsonsimd.Nesting) (signs []byte) {
	for level := 1; level <= n.Depth(); level++ {
		if n.InObject(level) {
			signs = append(signs, '{')
		} else {
			signs = append(signs, '[')
		}
	}
	return signs
}

// The picture shows this many bytes of each segment.
const (
	shownBefore = 38
	shownAfter  = 8
)

// drawCheckpoint draws the end of a segment, and what the checkpoint keeps of it.
func drawCheckpoint(string) (*picture.Picture, error) {
	text := checkpointText()
	known, err := pauseAfter(text[:segment])
	if err != nil {
		return nil, err
	}
	open, quote := openersOf(text[:segment])
	if known.inString != (quote >= 0) {
		return nil, errors.New("checkpoint.go: the kernel does not know whether a string goes on")
	}

	p := picture.New("What is kept of a stream at the end of a segment")
	y := 14.0
	first := segment - shownBefore
	drawOffsets(p, first, segment+shownAfter, y)
	drawLabel(p, y, "bytes of the stream")
	for i := first; i < segment+shownAfter; i++ {
		tone := picture.Blue
		if i >= segment {
			tone = picture.Gray
		}
		drawByte(p, cellAt(i-first, y), text[i], tone)
	}
	cut := cellAt(shownBefore, y).X - 0.5
	p.Line(picture.Pen{Color: picture.Red.Ink, Width: 2}, picture.Point{X: cut, Y: y - 12}, picture.Point{X: cut, Y: y + cell + 8})
	const ends = "the first segment ends"
	write(p, cut-6-picture.Width(smallFont, ends), y+cell+16, ends)
	write(p, cut+6, y+cell+16, "not read yet")

	y += 2*cell + 16
	drawLabel(p, y, "the kernel knows")
	drawOpeners(p, y, known.open, "open before the last tokens")
	y += cell + 8
	drawLabel(p, y, "the scanner passes")
	for i, c := range known.passed {
		drawByte(p, cellAt(i, y), c, picture.Orange)
	}
	write(p, cellAt(len(known.passed), y).X+8, y+12, "the last tokens: strings by their quotation mark, numbers by their first byte")
	y += cell + 20
	drawLabel(p, y, "the checkpoint keeps")
	drawOpeners(p, y, open, "open, with their positions")
	if known.inString {
		y += cell + 8
		drawByte(p, cellAt(0, y), '"', picture.Violet)
		write(p, cellAt(1, y).X+8, y+12, fmt.Sprintf("a string goes on; it began at byte %d", quote))
	}
	return p, nil
}

// drawOpeners draws open brackets, each with its offset.
func drawOpeners(p *picture.Picture, y float64, open []opener, note string) {
	const step = 3 * cell
	for i, o := range open {
		r := cellAt(3*i, y)
		drawByte(p, r, o.sign, toneOf(o.sign))
		write(p, r.X+cell+1, y+12, fmt.Sprint(o.at))
	}
	write(p, labels+float64(len(open))*step+8, y+12, note)
}
