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
	objects  []objectNames // that are open
	plain    []plainName   // of these, the innermost one's last
	text     []byte        // of plain
	known    knownNames    // of these that may be compared, or whose text has gone, in the same order
	unused   []looks       // of objects that have been closed
	skeleton []byte
	other    []byte
}

// objectNames are those of an open object.
type objectNames struct {
	plain, text, known int // where they begin
	compares           bool
	looks              looks // if it compares
}

// A plainName is in ASCII, and so is all of its object so far.
type plainName struct {
	offset int64 // in the document
	length int64
	end    int // of its text, which begins where that before ends
}

func newConfusables(*Linter) nameRule { return &confusables{} }

func (r *confusables) open() {
	r.objects = append(r.objects, objectNames{plain: len(r.plain), text: len(r.text), known: len(r.known)})
}

func (r *confusables) close() {
	last := len(r.objects) - 1
	o := &r.objects[last]
	if o.looks.isSmall() {
		r.unused = append(r.unused, o.looks.cleared())
	}
	r.plain, r.text, r.known = r.plain[:min(o.plain, len(r.plain))], r.text[:min(o.text, len(r.text))], r.known[:o.known]
	*o = objectNames{}
	r.objects = r.objects[:last]
}

func (r *confusables) name(d *document, t tokenizer.Token, text []byte) {
	o := &r.objects[len(r.objects)-1]
	if !o.compares {
		if utf8check.IsASCII(text) {
			r.text = append(r.text, text...)
			r.plain = append(r.plain, plainName{t.Offset(), int64(len(t.Raw())), len(r.text)})
			return
		}
		r.beginComparing(d, o)
	}
	r.compare(d, t, text)
}

// beginComparing compares the names of an object that there are.
func (r *confusables) beginComparing(d *document, o *objectNames) {
	o.compares = true
	if n := len(r.unused) - 1; n >= 0 {
		o.looks, r.unused = r.unused[n], r.unused[:n]
	}
	r.settle(d)
	for at := o.known; at < len(r.known); {
		text, next := r.known.text(at)
		r.look(o, text, at)
		at = next
	}
}

// settle makes known names of all plain ones, before their text goes.
func (r *confusables) settle(d *document) {
	begin := 0
	for _, p := range r.plain {
		r.known = r.known.append(d.spanOfName(p.offset, p.length), p.offset, r.text[begin:p.end])
		begin = p.end
	}
	for i := range r.objects {
		r.objects[i].plain, r.objects[i].text = 0, 0
	}
	r.plain, r.text = r.plain[:0], r.text[:0]
}

// look returns the first name that looks like text, or makes the one at known[at] the first.
func (r *confusables) look(o *objectNames, text []byte, at int) (first int, isOld bool) {
	r.skeleton = appendSkeleton(r.skeleton[:0], text)
	return o.looks.find(r.skeleton, at, func(first int) bool {
		text, _ := r.known.text(first)
		r.other = appendSkeleton(r.other[:0], text)
		return bytes.Equal(r.skeleton, r.other)
	})
}

// compare compares a name with those before it.
func (r *confusables) compare(d *document, t tokenizer.Token, text []byte) {
	o, at := &r.objects[len(r.objects)-1], len(r.known)
	first, isOld := r.look(o, text, at)
	if !isOld {
		r.known = r.known.append(d.spanOfName(t.Offset(), int64(len(t.Raw()))), t.Offset(), text)
		return
	}
	like, _ := r.known.text(first)
	if bytes.Equal(like, text) {
		return // duplicate-keys tells
	}
	if f := d.find(confusableKeys, t.Offset(), int64(len(t.Raw()))); f != nil {
		odd, place := difference(text, like)
		f.Message = "the name " + quote(text) + " looks like another one of its object"
		f.Hint = "they differ at character " + place + ": " + odd
		f.Related = []Related{{r.known.span(d, first), "the other one is here"}}
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
