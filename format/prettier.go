package format

import (
	"bytes"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// contents is what must be known about an array or object to decide whether it is put on one line in
// the style [Prettier].
type contents struct {
	object  bool
	blank   bool // a blank line separates two elements of an array
	short   bool // an array or object directly inside has fewer than two members or elements
	kinds   kind // the kinds of values in an array
	entries int  // the number of members or elements
}

// A kind is a set of kinds of values.
type kind uint8

const (
	objects kind = 1 << iota
	arrays
	numbers
	others
)

// kindOf returns the kind of the JSON value that begins with c.
func kindOf(c byte) kind {
	switch {
	case c == '{':
		return objects
	case c == '[':
		return arrays
	case c == '-' || c-'0' <= 9:
		return numbers
	}
	return others
}

// add adds a name or an element that begins with c and follows the gap. It returns false if there is a blank
// line between two members of an object, which must then be broken.
func (o *contents) add(gap []byte, c byte) (fits bool) {
	if isBlankAfterComma(gap) {
		if o.object {
			return false
		}
		o.blank = true
	}
	o.entries++
	o.kinds |= kindOf(c)
	return true
}

// addInner adds what is known about an array or object directly inside, which has been closed.
func (o *contents) addInner(inner *contents) { o.short = o.short || inner.entries < 2 }

// breaks reports whether an array that has been closed must be broken because of its contents.
func (o *contents) breaks() bool {
	if o.object || o.entries < 2 {
		return false
	}
	return o.kinds == numbers && o.blank || (o.kinds == objects || o.kinds == arrays) && !o.short
}

// onlyNumbers reports whether text, which follows an opening bracket, begins with numbers up to the
// closing bracket. If text ends too early, known is false.
func onlyNumbers(text []byte) (only, known bool) {
	for _, c := range text {
		if notNumeric[c] {
			return c == ']', true
		}
	}
	return false, false
}

// notNumeric contains the bytes that are neither white space nor part of a number nor a comma.
var notNumeric = func() (t [256]bool) {
	for c := range t {
		t[c] = true
	}
	for _, c := range " \t\r\n,+-.0123456789eE" {
		t[c] = false
	}
	return t
}()

// addItem is add for an item.
func (o *contents) addItem(it *item, first bool) (fits bool) {
	if !first && linesBefore(it) == 2 {
		if o.object {
			return false
		}
		o.blank = true
	}
	o.entries++
	switch {
	case it.kind == tokenizer.BeginObject:
		o.kinds |= objects
	case it.kind == tokenizer.BeginArray:
		o.kinds |= arrays
	case it.kind == tokenizer.Number && isFinite(it.text):
		o.kinds |= numbers
	default:
		o.kinds |= others
	}
	return true
}

// joinsItem reports whether a number is written to the current line, after the previous number and a
// comma.
func (p *printer) joinsItem(it *item) bool {
	if p.inComment || it.comments != nil {
		return false
	}
	columns := p.column() + len(" ") + len(it.text)
	if !it.last {
		columns++
	}
	return columns <= p.width
}

// isFinite reports whether a number of JSON5 is neither an infinity nor NaN.
func isFinite(number []byte) bool { return !bytes.ContainsAny(number, "IN") }

// isInline reports whether a comment can be on one line with what follows it.
func (c *comment) isInline() bool {
	return c.kind == dialect.BlockComment && countLines(0, c.text) == 0
}

// isDangling reports whether the comments in an array or object without members or elements are
// written between its brackets, on the same line.
func isDangling(comments []comment) bool { return len(comments) == 1 && comments[0].isInline() }

// writeBeforeComma writes the block comments right after the previous item, before the comma.
func (p *printer) writeBeforeComma() {
	if p.style != Prettier {
		return
	}
	for len(p.trail) > 0 && p.trail[0].kind == dialect.BlockComment {
		p.space()
		p.comment(&p.trail[0])
		p.trail = p.trail[1:]
	}
}
