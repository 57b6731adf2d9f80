package lint

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode"

	"github.com/assayjson/assay/tokenizer"
)

// confusables looks for two names of an object that are different and look alike (after
// Unicode's technical standard 39, section 4). At least one of them has a character outside
// ASCII: that "l" and "1" are alike is no news.
type confusables struct {
	scopes[lookalike]
	skeleton []byte
}

// A lookalike is the first name of its looks.
type lookalike struct {
	Span
	text string
}

func newConfusables(*Linter) nameRule { return &confusables{} }

func (r *confusables) name(d *document, t tokenizer.Token, text []byte) {
	r.skeleton = appendSkeleton(r.skeleton[:0], text)
	names := r.table()
	first, isOld := names[string(r.skeleton)]
	switch {
	case !isOld:
		names[string(r.skeleton)] = lookalike{d.spanOf(t), string(text)}
		return
	case first.text == string(text):
		return // duplicate-keys tells
	}
	if f := d.find(confusableKeys, t.Offset(), int64(len(t.Raw()))); f != nil {
		odd, at := difference(text, []byte(first.text))
		f.Message = "the name " + quote(text) + " looks like another one of its object"
		f.Hint = "they differ at character " + at + ": " + odd
		f.Related = []Related{{first.Span, "the other one is here"}}
	}
}

// difference tells the first characters in which two texts differ, and which they are.
func difference(a, b []byte) (odd, at string) {
	x, y := bytes.Runes(a), bytes.Runes(b)
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	return nameAt(x, i) + " here, " + nameAt(y, i) + " there", strconv.Itoa(i + 1)
}

func nameAt(text []rune, i int) string {
	if i == len(text) {
		return "its end"
	}
	if r := text[i]; unicode.IsPrint(r) {
		return fmt.Sprintf("'%c' (U+%04X)", r, r)
	}
	return fmt.Sprintf("U+%04X", text[i])
}
