package lint

import (
	"slices"

	"github.com/assayjson/assay/dialect"
	"github.com/assayjson/assay/tokenizer"
)

// A document is one JSON text that is being looked at: all of the input, or a record of it.
type document struct {
	*Linter
	src   []byte
	json  []byte // the same in JSON, which is src itself unless the dialect is another one
	base  int64  // where in the document that begins: 0, but for a flow
	found findings
	room  int // bytes that pointers may take, together

	origin origin // of src
	flow   *flow  // that it is a part of, or nil

	places  dialect.Map  // from text to src
	misread []misreading // tokens that are none, from where the walk is on

	// Of a walk over its tokens.
	tokens  *tokenizer.Tokenizer
	objects []bool // for each container that is open, whether it is an object
	names   []nameRule
	texts   []tokenRule
	numbers []tokenRule
	nests   bool  // the depth is looked at
	equal   *Span // of names that are equal, the first, if the second comes next
	buf     []byte

	wrong bool // it is no JSON
	cut   bool // it ends within a character

	swept     int        // how much of src has been looked at for what is not UTF-8
	guessed   guess      // at its encoding
	encoded   []*finding // of the rule encoding, in order
	illFormed []pointed  // sequences that the walk has met, in order

	record *tokenizer.Record // that it is, or nil

	doubt       *doubt // from the first error on, or nil; it has seen what is before the last fix
	ahead       *doubt // the same, which has seen as much as it takes to know which fixes are certain, or nil
	inDoubt     bool   // nothing is certain
	lastMessage string

	mending *mending // that fixes are made in, rather than findings, or nil
}

// An origin is where a document begins in the input.
type origin struct {
	offset int64
	pos    tokenizer.Position
	byLF   bool // lines end with LF, as they do among records
}

var start = origin{pos: tokenizer.Position{Line: 1, Column: 1, Rune: 1, UTF16: 1}}

// check looks for everything in src, one document, and adds it to r.
func (l *Linter) check(r *Report, src []byte) {
	if l.isClean(src) {
		return
	}
	d := l.newDocument(r, src, start)
	d.checkBOM()
	if !d.isForeign() {
		d.lower()
		d.checkText()
		d.checkFinalNewline(lineEnd(src))
	}
	r.add(d)
}

// isClean reports whether src is a document that has nothing to be found, as far as that
// can be told without a walk.
func (l *Linter) isClean(src []byte) bool {
	switch {
	case l.options.Schema != nil, len(src) == 0, l.levels[bom] != Off && src[0] == byteOrderMark[0],
		l.levels[finalNewline] != Off && src[len(src)-1] != '\n':
		return false
	}
	return l.suspects(src) == 0 && tokenizer.Check(src, l.verdict...) == nil
}

// newDocument returns a document that may have as many findings as r has room for, where less
// severe ones make room for others. It begins at o.
func (l *Linter) newDocument(r *Report, src []byte, o origin) *document {
	d := &document{Linter: l, src: src, json: src, origin: o, room: mostPointers}
	d.found = findings{limit: l.limit, levels: &l.levels}
	if l.limit >= 0 {
		d.found.limit, d.found.floor = r.room(l.limit)
	}
	return d
}

// checkText looks at what the document says, in JSON. In an invalid document, all rules look at what
// can be read, unless it has no sign of anything that they could find.
func (d *document) checkText() {
	err, invalid := tokenizer.Check(d.json, d.plain...).(*tokenizer.SyntaxError)
	switch {
	case invalid:
		d.sweep(true)
		on := d.suspectsOfInvalid(d.json, int(err.Offset))
		if on&^verdictRules != 0 {
			on = d.on
		}
		d.walk(on)
	case d.suspects(d.json) != 0 || tokenizer.Check(d.json, d.verdict...) != nil:
		d.walk(d.suspects(d.json))
	}
	if !d.wrong && d.options.Schema != nil {
		d.checkSchema()
	}
}

// find makes a finding at a place of the text in the last token, for the caller to fill in, or
// returns nil where none is wanted.
func (d *document) find(id ruleID, offset, length int64) *finding {
	s := d.raise(offset, length)
	f := d.found.add(id, s.Offset, s.Length)
	if f != nil && d.room >= 0 {
		d.point(f, d.tokens.Pointer())
	}
	return f
}

// findInText is find for what is about the text as a whole.
func (d *document) findInText(id ruleID, offset, length int64) *finding {
	f := d.found.add(id, offset, length)
	if f != nil {
		f.HasPointer = true
	}
	return f
}

// mostPointers is how many bytes the pointers of a document may take. There is no sense in
// more of them, and in a document that is nested deeply they may be large.
const mostPointers = 16 << 20

// point tells where f is, if there is room for it.
func (d *document) point(f *finding, pointer string) {
	if d.room >= 0 {
		f.Pointer, f.HasPointer = pointer, true
		d.room -= len(pointer)
	}
}

// show tells the places of findings and copies the lines around them, for which there is room.
// It returns how much there is left.
func (d *document) show(found []*finding, room int) (left int) {
	spans := make([]*Span, 0, len(found))
	for _, f := range found {
		spans = append(spans, &f.Span)
		for i := range f.Related {
			spans = append(spans, &f.Related[i].Span)
		}
	}
	d.place(spans)
	contexts := contexts{src: d.src, begin: d.origin.offset, room: room}
	for _, f := range found {
		f.Fix.move(d.origin.offset - d.base)
		if f.Context == nil {
			f.Context, f.ContextOffset = contexts.at(f.Offset)
		}
	}
	return contexts.room
}

// add adds what has been found in d.
func (r *Report) add(d *document) {
	d.show(d.found.sorted(), mostContexts)
	r.take(d)
}

// room returns how many findings may be added, if their severity is above the floor.
func (r *Report) room(limit int) (n int, floor Severity) {
	if r.atLeast(Off) < limit {
		return limit - r.atLeast(Error), Off
	}
	for floor = Info; floor <= Error; floor++ {
		if n = limit - r.atLeast(floor+1); n > 0 {
			return n, floor
		}
	}
	return 0, Error
}

// atLeast returns how many findings there are in the report whose severity is at least s.
func (r *Report) atLeast(s Severity) (n int) {
	for _, kept := range r.kept[s:] {
		n += kept
	}
	return n
}

// shorten leaves the last of the least severe findings out, until there are no more than limit. They
// are removed many at a time, because to remove a finding takes as long as there are findings behind it.
func (r *Report) shorten(limit int) {
	excess := r.atLeast(Off) - limit
	for s := Info; s <= Error && excess > 0; s++ {
		n := min(r.kept[s], excess)
		r.kept[s] -= n
		r.omitted[s] += n
		r.Omitted += n
		excess -= n
	}
	if len(r.Diagnostics)/2 >= limit {
		r.compact()
	}
}

// compact removes the findings that have been left out. Of each severity these are the last ones: once
// one of them has been left out, none is added, see room.
func (r *Report) compact() {
	var seen [Error + 1]int
	r.Diagnostics = slices.DeleteFunc(r.Diagnostics, func(d Diagnostic) bool {
		seen[d.Severity]++
		return seen[d.Severity] > r.kept[d.Severity]
	})
}

// take adds what has been found in d, of which the places are known.
func (r *Report) take(d *document) {
	d.pointEncoding()
	found := d.found.sorted()
	r.Diagnostics = slices.Grow(r.Diagnostics, len(found))
	for i, f := range found {
		r.Diagnostics = append(r.Diagnostics, f.Diagnostic)
		r.kept[f.Severity]++
		found[i] = nil // so that its memory can be used again
	}
	d.found.kept = nil
	if d.limit >= 0 {
		r.shorten(d.limit)
	}
	for level, n := range d.found.omitted {
		r.omitted[level] += n
		r.Omitted += n
	}
	r.Truncated = r.Omitted > 0
}

// clip returns b, or the beginning of it where it is longer than n.
func clip(b []byte, n int) []byte { return b[:min(len(b), n)] }
