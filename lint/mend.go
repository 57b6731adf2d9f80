package lint

import (
	"context"

	"github.com/assayjson/assay/tokenizer"
)

// Fix returns src with all the fixes made that its findings have, and their number, as [Apply] does
// with the findings of [Linter.Check], again and again until nothing is left to fix, or 200 times.
// Those of rules that are off are not made, and neither are those of the rule encoding: bytes that
// are not UTF-8 may have been meant as anything.
//
// A fix keeps what the text says. Where it is in doubt what is inside a string and what is outside,
// as behind a missing quotation mark, nothing is changed. A valid text stays valid.
//
// It takes memory for two copies of src, in JSONC, JWCC and JSON5 for three, however much there is to
// fix. Without a fix, src itself is returned.
func (l *Linter) Fix(src []byte) (fixed []byte, fixes int) {
	l.prepare()
	const mostRounds = 200 // what is found may hide something else, but not as often as that
	fixed = src
	for range mostRounds {
		m := mending{src: fixed}
		l.mend(&m)
		if m.count == 0 {
			break
		}
		fixed, fixes = m.text(), fixes+m.count
	}
	return fixed, fixes
}

// A mending is a text in which fixes are made as they are found, in the order of their places.
type mending struct {
	src   []byte
	out   []byte // for src[:done]
	done  int64
	count int
}

// edit makes an edit, unless another one has changed what it is about.
func (m *mending) edit(e Edit) {
	if e.Offset < m.done {
		return
	}
	if m.out == nil {
		m.out = make([]byte, 0, len(m.src)+len(m.src)/16)
	}
	m.out = append(append(m.out, m.src[m.done:e.Offset]...), e.New...)
	m.done = e.Offset + e.Length
	m.count++
}

// text returns the text when all edits have been made.
func (m *mending) text() []byte { return append(m.out, m.src[m.done:]...) }

// mend makes one round of fixes.
func (l *Linter) mend(m *mending) {
	if l.options.Dialect == NDJSON || l.options.Dialect == JSONSeq {
		l.mendRecords(m)
		return
	}
	d := l.newMended(m, m.src, start)
	d.checkBOM()
	if d.isForeign() {
		return
	}
	d.lower()
	d.mendText()
	d.checkFinalNewline(lineEnd(m.src))
}

// mendRecords is mend for a text of records.
func (l *Linter) mendRecords(m *mending) {
	l.newMended(m, clip(m.src, len(byteOrderMark)), start).checkBOM()
	opts := l.recordOptions()
	seam := l.newSeam()
	for record := range tokenizer.BadRecords(context.Background(), m.src, opts...) {
		d := l.newMended(m, record.Data, originOf(record))
		d.inDoubt = seam.isOpen(record)
		foreign := d.isForeign()
		if foreign && record.Offset == 0 {
			return
		}
		if record.Err.Kind != tokenizer.RecordTooLong && !foreign {
			d.mendText()
		}
		seam.pass(record)
	}
	d := l.newMended(m, m.src, records)
	d.inDoubt = seam.open
	d.checkFinalNewline(lineEnd(m.src))
}

// newMended returns a document whose fixes are made at once.
func (l *Linter) newMended(m *mending, src []byte, o origin) *document {
	d := l.newDocument(&Report{}, src, o)
	d.mending = m
	return d
}

// mendText makes the fixes of errors.
func (d *document) mendText() {
	if tokenizer.Check(d.json, d.plain...) != nil {
		d.tokens = tokenizer.New(d.json, d.Linter.mending...)
		_ = d.walkOver(0) // there is no reader that could fail
	}
}

// mend makes a fix at once, if there is one.
func (d *document) mend(id ruleID, fix *Fix, reach int64) {
	if fix == nil || d.levels[id] == Off || !d.isCertain(reach) {
		return
	}
	for _, e := range fix.Edits {
		e.Offset += d.origin.offset
		d.mending.edit(e)
	}
}

// A seam is the end of the last record that is wrong. If that record seems to end within a string,
// a quotation mark may be missing, or a line feed may stand in a string that goes on in the next
// line. So the next line is in doubt, too, up to one that is valid by itself.
//
// The separators of JSON text sequences are certain: no string holds them.
type seam struct {
	lines bool // separate the records
	open  bool
	line  int // that comes next
}

func (l *Linter) newSeam() *seam { return &seam{lines: l.options.Dialect == NDJSON} }

// isOpen reports whether a record begins in doubt.
func (s *seam) isOpen(r tokenizer.Record) bool {
	s.open = s.open && r.Line == s.line && r.Err != nil
	return s.open
}

// pass moves on to the end of a record.
func (s *seam) pass(r tokenizer.Record) {
	s.line = r.Line + 1
	if s.lines && r.Err != nil && endsInString(r.Data) {
		s.open = true
	}
}

// endsInString reports whether a line ends in a string, going by its quotation marks alone.
func endsInString(line []byte) bool {
	odd, escaped := false, false
	for _, c := range line {
		if c == '"' && !escaped {
			odd = !odd
		}
		escaped = c == '\\' && !escaped
	}
	return odd
}
