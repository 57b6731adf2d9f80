package lint

import (
	"bytes"

	"github.com/assayjson/assay/tokenizer"
)

// meetError makes the document look for doubtful lines, from its first error on. What comes before
// that is valid.
func (d *document) meetError(e *tokenizer.SyntaxError) {
	if d.doubt != nil || e.Kind == tokenizer.DuplicateName {
		return
	}
	if n := notationOf(d.options.Dialect); n == plainText {
		d.doubt = d.doubtFrom(e)
	} else {
		d.doubt = newDoubt(n, 0) // the comments before the error may be doubtful
	}
	if d.base == 0 && d.doubt.at == 0 && bytes.HasPrefix(d.src, []byte(byteOrderMark)) {
		d.doubt.at = int64(len(byteOrderMark))
	}
}

// doubtFrom returns a doubt for the text from the line of the first error on. If the start of that
// line has gone, the line is doubtful, unless nothing but spaces is between a comma and the error.
func (d *document) doubtFrom(e *tokenizer.SyntaxError) *doubt {
	line := max(e.Offset-int64(e.Position().Column)+1, 0)
	if line >= d.base {
		return newDoubt(plainText, line)
	}
	doubt := newDoubt(plainText, d.base)
	doubt.line = line
	doubt.raise(e.Kind != tokenizer.TrailingComma || e.Offset >= d.base)
	return doubt
}

// doubtTo shows the doubt the text up to offset.
func (d *document) doubtTo(offset int64) {
	if at := d.doubt.at; at < offset {
		d.doubt.write(d.src[at-d.base : offset-d.base])
	}
}

// isSure reports whether the fix of an error is where it seems to be, in a string or outside, by the
// quotation marks of its line alone. Offsets rise.
func (d *document) isSure(f *Fix, e *tokenizer.SyntaxError) bool {
	if d.doubt == nil {
		return false // it is an error about the text as a whole
	}
	d.doubtTo(f.Edits[0].Offset)
	if e.Kind == tokenizer.ControlCharacter || e.Kind == tokenizer.BadEscape {
		return d.doubt.isInString()
	}
	return d.doubt.isOutside()
}

// isCertain reports whether all doubtful lines are behind offset, so that a fix may be made there.
// The document must be in memory as a whole.
func (d *document) isCertain(offset int64) bool {
	switch {
	case d.inDoubt:
		return false
	case d.doubt == nil:
		return true
	case d.ahead == nil:
		ahead := *d.doubt
		d.ahead = &ahead
	}
	return d.ahead.isBehind(offset, d.src)
}

// reach returns the last place on which the fix of an error depends, from the start of the
// document: for a trailing comma, the bracket behind it.
func (d *document) reach(e *tokenizer.SyntaxError) int64 {
	if e.Kind == tokenizer.TrailingComma {
		return d.places.Offset(d.tokens.InputOffset())
	}
	s := d.raise(e.Offset, int64(e.Length))
	return s.Offset + max(s.Length, 1) - 1
}

// fixOf returns what mends an error, or nil. The error is at text[i].
func (d *document) fixOf(e *tokenizer.SyntaxError, text []byte, i int) *Fix {
	fix := d.raiseFix(repair(text, i, e))
	if fix == nil || !d.isSure(fix, e) {
		return nil
	}
	return fix
}

// restrain takes the fix of a finding away if it depends on a place in doubt. Of a flow, that is
// known at the end.
func (d *document) restrain(f *finding, reach int64) {
	switch {
	case f.Fix == nil:
	case d.flow != nil:
		d.flow.unsure = append(d.flow.unsure, unsure{f, reach})
	case !d.isCertain(reach):
		f.Fix = nil
	}
}

// An unsure finding has a fix that is to be dropped if what it reaches is in doubt.
type unsure struct {
	*finding
	reach int64
}

// resolve drops the fixes of a flow that are in doubt.
func (f *flow) resolve() {
	if f.doubt == nil {
		return
	}
	f.doubtTo(f.base + int64(len(f.src)))
	first := f.doubt.end()
	for _, u := range f.unsure {
		if u.reach >= first {
			u.Fix = nil
		}
	}
}
