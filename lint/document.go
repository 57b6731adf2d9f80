package lint

import (
	"bytes"

	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/unique"
	"github.com/assayjson/assay/lint/internal/locate"
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
	outline    *place.Outline         // what precedes the text that the walk visits; nil if the walk begins at the start of the document
	record     *records.Record        // the record that contains this document, or nil if there are no records
	recordErr  *tokenizer.SyntaxError // the error of that record, or nil if there is none, or only equal names
	walkers    *walkers               // tokenizers of earlier documents, for reuse; nil if there are none
	opener     Span                   // the first bracket of the text, if it is at the beginning; otherwise zero
	invalid    bool
	equalNames bool // there may be equal names before the first error
	commas     bool // the text has trailing commas, but is valid otherwise
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

// walkers are the tokenizers for walks over many documents, and the last walk, whose memory is reused. Making
// a new tokenizer takes more time than a walk over a short document.
type walkers struct {
	walk any // a *tokenWalk that has ended, or nil

	// The tokenizers are nil until they are needed.
	all    *tokenizer.Tokenizer // returns everything
	errors *tokenizer.Tokenizer // returns only errors
	valid  *tokenizer.Tokenizer // is for texts without errors, except that names may be equal
	names  unique.Exact         // the names in open objects
}

// tokens returns a tokenizer for a walk over json that applies the given rules and, if it is on, the
// rule duplicate-keys. w may be nil.
func (w *walkers) tokens(s *settings, json []byte, on ruleset.Set) *tokenizer.Tokenizer {
	on |= ruleset.Of(ruleset.DuplicateKeys)
	switch {
	case w == nil:
		return tokenizer.New(json, s.walkingFor(on)...)
	case needsOnlyErrors(on):
		return prepared(&w.errors, json, func() []tokenizer.TokenizerOption { return s.walkingFor(on) })
	}
	return prepared(&w.all, json, func() []tokenizer.TokenizerOption { return s.walkingFor(on) })
}

// lend returns the last walk, whose memory may be reused, or nil. w may be nil.
func (w *walkers) lend() any {
	if w == nil {
		return nil
	}
	last := w.walk
	w.walk = nil // nobody else may use it now
	return last
}

// keep takes back a walk that has ended. w may be nil.
func (w *walkers) keep(walk any) {
	if w != nil {
		w.walk = walk
	}
}

// validTokens is like tokens, for a text without errors, except that names may be equal. The
// tokenizer does not compare names.
func (w *walkers) validTokens(s *settings, json []byte) *tokenizer.Tokenizer {
	if w == nil {
		return tokenizer.New(json, s.walking...)
	}
	return prepared(&w.valid, json, func() []tokenizer.TokenizerOption { return s.walking })
}

// nameSets returns empty sets of names.
func (w *walkers) nameSets() *unique.Exact {
	if w == nil {
		return new(unique.Exact)
	}
	w.names.Reset()
	return &w.names
}

// prepared returns *t, prepared to read json. It makes *t, with the options that opts returns, if it is nil.
func prepared(t **tokenizer.Tokenizer, json []byte, opts func() []tokenizer.TokenizerOption) *tokenizer.Tokenizer {
	if *t == nil {
		*t = tokenizer.New(json, opts()...)
	} else {
		(*t).Reset(json)
	}
	return *t
}
