package lint

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/lint/internal/locate"
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
	record     *records.Record        // the record that contains this document, or nil if there are no records
	recordErr  *tokenizer.SyntaxError // the error of that record, or nil if there is none, or only equal names
	opener     Span                   // the first bracket of the text, if it is at the beginning; otherwise zero
	invalid    bool
	repeats    *unique.Repeats // the names that may be equal or have the same form, if that is the only error; nil if they are not known
	equalNames bool            // there may be equal names before the first error
	commas     bool            // the text has trailing commas, but is valid otherwise
}

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
	kept, spare, scanners := d.found.kept, d.found.spare, d.fixes.memory
	*d = document{settings: s, source: source{src: src, json: src, origin: o}}
	d.found = findings{source: &d.source, limit: s.limit, skips: s.options.SkipOmitted, stopAt: s.options.StopAt, levels: &s.levels, room: mostPointers, ctx: r.ctx, kept: kept[:0], spare: spare}
	if s.limit >= 0 {
		d.found.limit, d.found.floor = r.room(s.limit)
	}
	d.encoding = encodingSearch{source: &d.source, found: &d.found, dialect: s.options.Dialect}
	d.lowering = lowering{source: &d.source, found: &d.found, dialect: s.options.Dialect}
	d.fixes = fixJudge{source: &d.source, notation: s.options.Dialect.doubted(), memory: scanners}
	d.findOpener()
}

// findOpener finds the first bracket of the text, unless much white space precedes it. src[0] must be
// the first byte of the text.
func (d *document) findOpener() {
	const most = 64
	head := clip(d.src, most)
	at := len(head) - len(bytes.TrimLeft(head, byteOrderMark+" \t\r\n"))
	if at < len(head) && (head[at] == '{' || head[at] == '[') {
		d.opener = Span{Offset: int64(at), Length: 1, Start: locate.New(d.src, d.origin).Locate(at)}
	}
}

// lower converts the text to JSON if it is in another dialect.
func (d *document) lower() { d.invalid = !d.lowering.lower() }

// addTo adds the findings to r.
func (d *document) addTo(r *Report) {
	d.found.complete(d.found.sorted(), mostExcerpts)
	d.announce(d.found.kept)
	d.addCompleteTo(r)
}

// announce passes findings to the function that the caller has given for that.
func (d *document) announce(found []*finding) {
	if d.options.Found == nil {
		return
	}
	for _, f := range found {
		d.options.Found(f.Diagnostic)
	}
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
