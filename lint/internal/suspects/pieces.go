package suspects

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/names"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// Pieces looks for suspects in a valid document that arrives in pieces. A piece begins at the start
// of the document or after a comma, and ends with a comma, before a value or at the end of the
// document. These commas are not in strings. If the outline is inside a string, a piece begins with a
// quotation mark and continues that string.
type Pieces struct {
	on    ruleset.Set
	names nameSearch
	json  jsonsimd.Checker
	marks []uint32
	text  []byte

	// As long as the proof has not failed, it has all names outside ASCII in the pieces so far.
	proof  names.Proof
	failed bool
	skips  bool // the last piece has been skipped
}

// NewPieces returns Pieces for the given rules. If profile is set, the document is also checked for
// I-JSON, and what I-JSON excludes is not looked for.
func NewPieces(on ruleset.Set, profile bool) *Pieces {
	if profile {
		on = besideProfile(on)
	}
	return &Pieces{on: on}
}

// Find returns the rules that may find something in a piece, which follows the outline o. If the
// names of the outline take more than the given number of bytes, names are not judged, because that
// would take too long.
func (p *Pieces) Find(piece []byte, o *place.Outline, most int) ruleset.Set {
	p.failed = p.failed || p.skips && o.HasOddNames()
	p.skips = false
	s, _ := findInPart(piece, p.on, 0)
	names := p.on & ruleset.Names
	if names == 0 || s&names == 0 && (!p.failed || !o.HasOddNames()) {
		return s
	}
	s |= names
	switch marks, ok := p.index(piece, o); {
	case !ok:
		p.failed = true
	case p.proves(marks):
		s &^= names
	case o.Size() <= most && p.judge(marks, o):
		s = s&^names | p.names.suspects()&names
	}
	return s
}

// Skip passes a piece that is known to have no suspects. Later names are compared with the names of that piece if their objects
// are still open.
func (p *Pieces) Skip() { p.skips = true }

// InString reports whether a rule may find something in a part of a string that is a value. The part
// begins and ends between characters and escapes.
func (p *Pieces) InString(part []byte) bool {
	s, _ := findInPart(part, p.on&ruleset.Characters&^ruleset.Names, 0)
	return s != 0
}

// proves adds the names before the marks to the proof. It returns false if the proof has failed.
func (p *Pieces) proves(marks []uint32) bool {
	p.failed = p.failed || !addNames(&p.proof, p.text, marks)
	return !p.failed
}

// judge judges the names in a piece, given their marks in text, together with the earlier names of the
// open objects. It returns false if it cannot.
func (p *Pieces) judge(marks []uint32, o *place.Outline) (ok bool) {
	p.names.begin()
	for _, name := range o.Names() {
		p.names.words.AddBefore(name.Raw, len(name.Raw))
	}
	return p.names.judge(p.text, marks)
}

// index sets text to a text that ends with the piece, and returns the marks in the piece. It returns
// false if it cannot.
//
// Before the piece, the kernel gets a short text that opens the same containers.
func (p *Pieces) index(piece []byte, o *place.Outline) (marks []uint32, ok bool) {
	if !jsonsimd.HasKernel() || len(o.Levels) >= scan.DefaultMaxDepth {
		return nil, false
	}
	text := p.text[:0]
	for i, l := range o.Levels {
		text = append(text, opening[l.Object]...)
		if i == len(o.Levels)-1 && !o.InString {
			text = append(text, "0,"...)
		}
	}
	begin := uint32(len(text))
	text = append(text, piece...)
	for len(text)%jsonsimd.IndexUnit != 0 {
		text = append(text, ' ')
	}
	p.text = text
	p.json.Reset(scan.DefaultMaxDepth, jsonsimd.MarkNames)
	if p.marks, ok = p.json.WriteIndex(p.marks[:0], 0, text); !ok {
		return nil, false
	}
	marks = p.marks
	for len(marks) > 0 && marks[0] < begin {
		marks = marks[1:]
	}
	return marks, true
}

// opening is a text that opens an object, up to the value of its first member, or an array.
var opening = map[bool]string{true: `{"":`, false: "["}
