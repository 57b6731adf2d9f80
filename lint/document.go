package lint

import (
	"github.com/assayjson/assay/lint/internal/locate"
	"github.com/assayjson/assay/lint/internal/names"
	"github.com/assayjson/assay/lint/internal/ruleset"
	"github.com/assayjson/assay/records"
	"github.com/assayjson/assay/tokenizer"
)

// A document is one JSON text that is being checked: the whole input, or a record of it.
type document struct {
	*settings
	source
	found      findings
	encoding   encodingSearch
	fixes      fixJudge
	lowering   lowering
	lookalikes *names.Lookalikes // the names that the walk compares; nil if it compares none
	settler    settler           // is called before text of a stream is discarded; nil if nothing needs that text
	record     *records.Record   // the record that contains this document, or nil if there are no records
	mending    *mending          // if not nil, the walk adds fixes to it instead of making findings
	walkers    *walkers          // tokenizers of earlier documents, for reuse; nil if there are none
	invalid    bool
}

// A settler sets the positions of names, as long as their text is in memory.
type settler interface{ settle() }

// newDocument returns a document that begins at o. The room that is left in r limits the number of
// findings in the document. Less severe findings in r make room for more severe ones.
func newDocument(s *settings, r *Report, src []byte, o locate.Origin) *document {
	d := new(document)
	d.begin(s, r, src, o)
	return d
}

// begin makes d a new document, as newDocument does. It reuses the memory of d. Nothing may refer to
// the old document.
func (d *document) begin(s *settings, r *Report, src []byte, o locate.Origin) {
	kept, spare := d.found.kept, d.found.spare
	*d = document{settings: s, source: source{src: src, json: src, origin: o}}
	d.found = findings{limit: s.limit, stopAt: s.options.StopAt, levels: &s.levels, room: mostPointers, kept: kept[:0], spare: spare}
	if s.limit >= 0 {
		d.found.limit, d.found.floor = r.room(s.limit)
	}
	d.encoding = encodingSearch{source: &d.source, found: &d.found, dialect: s.options.Dialect}
	d.lowering = lowering{source: &d.source, found: &d.found, dialect: s.options.Dialect}
	d.fixes = fixJudge{source: &d.source, notation: s.options.Dialect.doubted()}
}

// lower converts the text to JSON if it is in another dialect.
func (d *document) lower() { d.invalid = !d.lowering.lower() }

// mend applies a fix, unless a doubtful line begins at or before the offset given by reach. The fix
// may be nil.
func (d *document) mend(id ruleset.ID, fix *Fix, reach int64) {
	if fix == nil || d.levels[id] == Off || !d.fixes.isCertain(reach) {
		return
	}
	for _, e := range fix.Edits {
		e.Offset += d.origin.Offset
		d.mending.edit(e)
	}
}

// addTo adds the findings to r.
func (d *document) addTo(r *Report) {
	d.complete(d.found.sorted(), mostExcerpts)
	d.addCompleteTo(r)
}

// addCompleteTo is like addTo, for findings that already have positions and excerpts.
func (d *document) addCompleteTo(r *Report) {
	d.encoding.point()
	r.take(&d.found, d.limit)
}

// isFraming reports whether kind concerns the framing of a record. The contents of such a record
// are checked as well, unless the record is truncated.
func isFraming(kind tokenizer.ErrorKind) bool {
	return records.RecordTooLong <= kind && kind <= records.UndelimitedRecord
}
