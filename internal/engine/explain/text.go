package explain

import (
	"strconv"

	"github.com/assayjson/assay/internal/engine/place"
)

// A Text is a sentence or a few, with the positions that it mentions.
type Text struct {
	Words    string
	Mentions []Mention // in the order of Words
}

// A Mention is a position in the words of a Text: the line, and the column in code points.
type Mention struct {
	Index int // in Words, of the first digit of the line
	place.Position
}

// Mention appends the words, the line and the column of p.
func (t *Text) Mention(words string, p place.Position) {
	b := append(make([]byte, 0, len(t.Words)+len(words)+64), t.Words...)
	b = append(append(b, words...), "line "...)
	t.Mentions = append(t.Mentions, Mention{len(b), p})
	b = append(strconv.AppendInt(b, int64(p.Line), 10), ", column "...)
	t.Words = string(strconv.AppendInt(b, int64(p.Rune), 10))
}

// Append appends another text.
func (t *Text) Append(separator string, other Text) {
	t.Words += separator
	for _, m := range other.Mentions {
		t.Mentions = append(t.Mentions, Mention{m.Index + len(t.Words), m.Position})
	}
	t.Words += other.Words
}
