package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/assayjson/assay/docs/draw/internal/picture"
	"github.com/assayjson/assay/tokenizer"
)

// A word is a kind of token that the second stage distinguishes. All strings are the same word, whether
// they are names or values. So are all numbers and literals.
type word struct{ text, name string }

var words = []word{
	{"{", "{"}, {"}", "}"}, {"[", "["}, {"]", "]"}, {",", ","}, {":", ":"}, {`"s"`, "string"}, {"0", "number, literal"},
}

// A container is the innermost container that a token is in.
type container int

const (
	noContainer container = iota
	inObject
	inArray
)

// followers maps a pair of words to the containers in which the second word may follow the first. The
// value has one bit for each container.
type followers map[[2]int]int

// mostWords is the largest number of words in the beginnings of documents that findFollowers tries.
// Longer beginnings add nothing.
const mostWords = 10

// findFollowers tries all beginnings of valid documents with at most mostWords words, and returns which words
// follow which. The beginning and the end of the document count as a word, -1.
func findFollowers() (followers, error) {
	found := followers{}
	var extend func(text string, last, length int, open []container) error
	extend = func(text string, last, length int, open []container) error {
		err := tokenizer.Check([]byte(text))
		around := open[len(open)-1]
		if err == nil {
			found[[2]int{last, -1}] |= 1 << noContainer
		} else if !errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.New("grammar.go: not the beginning of a document: " + text)
		}
		if length == mostWords {
			return nil
		}
		for next, w := range words {
			longer := text + " " + w.text
			if err := tokenizer.Check([]byte(longer)); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
				continue
			}
			found[[2]int{last, next}] |= 1 << around
			inner := append([]container(nil), open...)
			switch w.text {
			case "{":
				inner = append(inner, inObject)
			case "[":
				inner = append(inner, inArray)
			case "}", "]":
				inner = inner[:len(inner)-1]
			}
			if err := extend(longer, next, length+1, inner); err != nil {
				return err
			}
		}
		return nil
	}
	return found, extend("", -1, 0, []container{noContainer})
}

// Measures of the table.
const (
	rowLabel    = 120.0
	columnWidth = 74.0
	tableRow    = 24.0
)

// drawGrammar draws a table: which token may follow which, and where.
func drawGrammar(string) (*picture.Picture, error) {
	found, err := findFollowers()
	if err != nil {
		return nil, err
	}
	p := picture.New("Which token may follow which")
	write(p, 0, 10, "after \u2193 may come \u2192")
	for column := range len(words) + 1 {
		name := "the end"
		if column < len(words) {
			name = words[column].name
		}
		x := rowLabel + float64(column)*columnWidth
		for i, line := range picture.Wrap(labelFont, name, columnWidth) {
			p.Text(picture.Point{X: x + 4, Y: 10 + 13*float64(i)}, labelFont, gray, line)
		}
	}
	for row := range len(words) + 1 {
		last, name := row-1, "the beginning"
		if last >= 0 {
			name = words[last].name
		}
		y := 30 + float64(row)*tableRow
		p.Text(picture.Point{X: 0, Y: y + 14}, labelFont, gray, name)
		for column := range len(words) + 1 {
			next := column
			if column == len(words) {
				next = -1
			}
			r := picture.Rect{X: rowLabel + float64(column)*columnWidth, Y: y, W: columnWidth - 4, H: tableRow - 4}
			if err := drawFollower(p, r, found[[2]int{last, next}]); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// drawFollower draws a cell of the table, which shows in which containers one token may follow another.
func drawFollower(p *picture.Picture, r picture.Rect, in int) error {
	text, tone := "", picture.Gray
	switch in {
	case 0:
		p.Line(thin, picture.Point{X: r.X + r.W/2 - 4, Y: r.Y + r.H/2}, picture.Point{X: r.X + r.W/2 + 4, Y: r.Y + r.H/2})
		return nil
	case 1 << noContainer:
		text = "document"
	case 1 << inObject:
		text, tone = "object", picture.Green
	case 1 << inArray:
		text, tone = "array", picture.Blue
	case 1<<inObject | 1<<inArray:
		text, tone = "either", picture.Orange
	default:
		return fmt.Errorf("grammar.go: a pair of tokens is in %b", in)
	}
	p.Box(r, tone)
	p.Text(picture.Point{X: r.X + 8, Y: r.Y + 14}, textFont, picture.Dark, text)
	return nil
}
