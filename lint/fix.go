package lint

import (
	"io"
	"sync"

	"github.com/assayjson/assay/internal/engine/mistake"
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// fix applies the fixes round by round, and returns the resulting text and the
// number of fixes.
func fix(s *settings, src []byte) (fixed []byte, fixes int) {
	fixed = src
	for range mostRounds {
		f := fixing{settings: s, src: fixed}
		f.round()
		if f.count == 0 {
			break
		}
		fixed, fixes = f.text(), fixes+f.count
	}
	return fixed, fixes
}

// mostRounds limits the number of rounds of fixes. One fix may reveal another finding, but in practice
// far fewer rounds are needed.
const mostRounds = 200

// A fixing is a text to which fixes are applied as they are found, in order of their positions. It makes no findings.
type fixing struct {
	*settings
	src   []byte
	out   []byte // replaces src[:done]
	done  int64
	count int
}

// round applies the fixes of all errors that one pass over the text finds.
func (f *fixing) round() {
	if f.isOfRecords() {
		f.fixRecords()
		return
	}
	d := f.document(f.src, locate.Start)
	f.apply(d, ruleset.BOM, markFix(d.src), 0)
	if d.checkFormat() {
		return
	}
	d.lower()
	f.fixErrors(d)
	f.fixEnd(d)
}

// fixRecords is like round, but for a text that consists of records.
func (f *fixing) fixRecords() {
	f.apply(f.document(f.src, locate.Start), ruleset.BOM, markFix(f.src), 0)
	seam := newSeam(f.settings)
	for record := range records.Bad(f.src, f.forRecords()) {
		d := f.document(record.Data, originOf(record))
		d.fixes.inDoubt, d.fixes.inRecord = seam.isOpen(record), !seam.inArray
		foreign := d.checkFormat()
		if foreign && record.Offset == 0 {
			return
		}
		if record.Err().Kind == tokenizer.ByteOrderMark {
			f.apply(d, ruleset.Syntax, markFix(d.src), 0)
		}
		if !foreign && record.Err().Kind != records.RecordTooLong {
			f.fixErrors(d)
		}
		seam.advance(record)
	}
	d := f.document(f.src, recordsStart)
	d.fixes.inDoubt = seam.isOpenAtEnd(f.src, recordsStart)
	f.fixEnd(d)
}

// document returns a part of the text in which fixes are searched for.
func (f *fixing) document(src []byte, o locate.Origin) *document {
	return newDocument(f.settings, &Report{}, src, o)
}

// fixErrors applies the fixes of the errors in d.
func (f *fixing) fixErrors(d *document) {
	if tokenizer.Check(d.json, d.plain...) == nil {
		return
	}
	r := errorReport{tokenReport: tokenReport{document: d, tokens: tokenizer.New(d.json, d.walking...)}}
	isPython := sync.OnceValue(d.isPython)
	for {
		_, err := r.tokens.Next()
		if err == nil {
			continue
		}
		bad, ok := err.(*tokenizer.SyntaxError)
		if !ok {
			return // it is io.EOF, because reading from memory cannot fail
		}
		d.fixes.meet(bad)
		if id, isFinding := r.meet(bad); isFinding && !(habitOf(bad) == mistake.PythonHabit && isPython()) {
			f.apply(d, id, d.fixes.fixOf(bad, int(bad.Offset)), r.reach(bad))
		}
	}
}

// isPython reports whether an invalid document has strings in single quotes. There is no fix for these, and without them, it would not
// help to fix Python's literals.
func (d *document) isPython() bool {
	tokens := tokenizer.New(d.json, d.walking...)
	for err := error(nil); err != io.EOF; _, err = tokens.Next() {
		if bad, ok := err.(*tokenizer.SyntaxError); ok && habitOf(bad) == mistake.SingleQuoteHabit {
			return true
		}
	}
	return false
}

// fixEnd adds a newline at the end of d if there is none.
func (f *fixing) fixEnd(d *document) {
	f.apply(d, ruleset.FinalNewline, d.newlineFix(lineEnd(f.src)), int64(len(d.src)))
}

// apply applies a fix of a rule, unless a doubtful line begins at or before the offset given by reach, or an earlier edit has changed the
// same bytes. The fix may be nil.
func (f *fixing) apply(d *document, id ruleset.ID, fix *Fix, reach int64) {
	if fix == nil || d.levels[id] == Off || !d.fixes.isCertain(reach) {
		return
	}
	for _, e := range fix.Edits {
		e.Offset += d.origin.Offset
		f.edit(e)
	}
}

// edit applies an edit, unless an earlier edit has changed the same bytes.
func (f *fixing) edit(e Edit) {
	if e.Offset < f.done {
		return
	}
	if f.out == nil {
		f.out = make([]byte, 0, len(f.src)+len(f.src)/16)
	}
	f.out = append(append(f.out, f.src[f.done:e.Offset]...), e.New...)
	f.done = e.Offset + e.Length
	f.count++
}

// text returns the text after all edits.
func (f *fixing) text() []byte { return append(f.out, f.src[f.done:]...) }
