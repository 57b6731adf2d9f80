package lint

import (
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// fix applies the fixes round by round, and returns the resulting text and the
// number of fixes.
func fix(s *settings, src []byte) (fixed []byte, fixes int) {
	fixed = src
	for range mostRounds {
		m := mending{src: fixed}
		mendOnce(s, &m)
		if m.count == 0 {
			break
		}
		fixed, fixes = m.text(), fixes+m.count
	}
	return fixed, fixes
}

// mostRounds limits the number of rounds of fixes. One fix may reveal another finding, but in practice
// far fewer rounds are needed.
const mostRounds = 200

// mendOnce applies one round of fixes.
func mendOnce(s *settings, m *mending) {
	if s.isOfRecords() {
		mendRecords(s, m)
		return
	}
	d := newMended(s, m, m.src, locate.Start)
	d.checkBOM()
	if d.checkFormat() {
		return
	}
	d.lower()
	d.mendText()
	d.checkFinalNewline(lineEnd(m.src))
}

// mendRecords is like mendOnce, but for a text that consists of records.
func mendRecords(s *settings, m *mending) {
	newMended(s, m, clip(m.src, len(byteOrderMark)), locate.Start).checkBOM()
	seam := newSeam(s)
	for record := range records.Bad(m.src, s.forRecords()) {
		d := newMended(s, m, record.Data, originOf(record))
		d.fixes.inDoubt = seam.isOpen(record)
		foreign := d.checkFormat()
		if foreign && record.Offset == 0 {
			return
		}
		d.checkRecordBOM(record.Err())
		if !foreign && record.Err().Kind != records.RecordTooLong {
			d.mendText()
		}
		seam.advance(record)
	}
	d := newMended(s, m, m.src, recordsStart)
	d.fixes.inDoubt = seam.open
	d.checkFinalNewline(lineEnd(m.src))
}

// newMended returns a document whose fixes are applied to m. No findings are
// made for such a document.
func newMended(s *settings, m *mending, src []byte, o locate.Origin) *document {
	d := newDocument(s, &Report{}, src, o)
	d.mending, d.found.stopAt, d.found.skips = m, Off, false
	return d
}

// mendText applies the fixes of errors.
func (d *document) mendText() {
	if tokenizer.Check(d.json, d.plain...) != nil {
		_ = newTokenWalk(d, tokenizer.New(d.json, d.walking...), 0).run() // reading from memory cannot fail
	}
}
