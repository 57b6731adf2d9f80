package lint

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode"

	"github.com/assayjson/assay/tokenizer"
	"github.com/assayjson/assay/utf8check"
)

// confusables looks for two names of an object that are different and look alike (after
// Unicode's technical standard 39, section 4). At least one of them has a character outside
// ASCII: that "l" and "1" are alike is no news.
//
// So names in ASCII are only kept, up to the first other one in their object. Most have none.
type confusables struct {
	scopes[lookalike] // of objects with a name outside ASCII
	objects           []firstNames
	plain             []plainName // of all open objects, the innermost one's last
	text              []byte      // of these
	spans             []Span      // of the first of these, in a flow, with their places
	skeleton          []byte
}

// firstNames are where the names of an object begin in plain, and their text.
type firstNames struct {
	plain, text int
	compares    bool // there has been a name outside ASCII
}

type plainName struct {
	offset int64 // in the document
	length int64
	end    int // of its text, which begins where that before ends
}

// A lookalike is the first name of its looks.
type lookalike struct {
	Span
	text string
}

func newConfusables(*Linter) nameRule { return &confusables{} }

func (r *confusables) open() {
	r.scopes.open()
	r.objects = append(r.objects, firstNames{plain: len(r.plain), text: len(r.text)})
}

func (r *confusables) close() {
	r.scopes.close()
	o := r.objects[len(r.objects)-1]
	r.objects = r.objects[:len(r.objects)-1]
	r.plain, r.text = r.plain[:o.plain], r.text[:o.text]
	r.spans = r.spans[:min(len(r.spans), o.plain)]
}

func (r *confusables) name(d *document, t tokenizer.Token, text []byte) {
	o := &r.objects[len(r.objects)-1]
	if !o.compares {
		if utf8check.IsASCII(text) {
			r.text = append(r.text, text...)
			r.plain = append(r.plain, plainName{t.Offset(), int64(len(t.Raw())), len(r.text)})
			return
		}
		o.compares = true
		r.settle(d)
		begin := o.text
		for i := o.plain; i < len(r.plain); i++ {
			r.look(r.span(d, i), r.text[begin:r.plain[i].end])
			begin = r.plain[i].end
		}
	}
	r.compare(d, t, text)
}

// settle tells the places of names before they go.
func (r *confusables) settle(d *document) {
	for d.flow != nil && len(r.spans) < len(r.plain) {
		s := r.span(d, len(r.spans))
		d.flow.place(&s)
		r.spans = append(r.spans, s)
	}
}

// span returns where a name in ASCII is.
func (r *confusables) span(d *document, i int) Span {
	if i < len(r.spans) {
		return r.spans[i]
	}
	return d.raise(r.plain[i].offset, r.plain[i].length)
}

// look returns the first name that looks like text, which is at s if there was none.
func (r *confusables) look(s Span, text []byte) (first lookalike, isOld bool) {
	r.skeleton = appendSkeleton(r.skeleton[:0], text)
	names := r.table()
	if first, isOld = names[string(r.skeleton)]; !isOld {
		names[string(r.skeleton)] = lookalike{s, string(text)}
	}
	return first, isOld
}

// compare compares a name with those before it.
func (r *confusables) compare(d *document, t tokenizer.Token, text []byte) {
	first, isOld := r.look(d.spanOf(t), text)
	if !isOld || first.text == string(text) {
		return // or duplicate-keys tells
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
