package suspects

import (
	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/place"
	"github.com/assayjson/assay/internal/scan"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// Pieces looks for suspects in a valid document that arrives in pieces. A piece begins at the start
// of the document or after a comma, and ends with a comma or at the end of the document. These
// commas are not in strings.
type Pieces struct {
	on    ruleset.Set
	names nameSearch
	json  jsonsimd.Checker
	marks []uint32
	text  []byte
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
	s, _ := findInPart(piece, p.on, 0)
	if names := p.on & ruleset.Names; names != 0 && (s&names != 0 || o.HasOddNames()) {
		s |= names
		if o.Size() <= most && p.judge(piece, o) {
			s = s&^names | p.names.suspects()&names
		}
	}
	return s
}

// judge judges the names in a piece together with the earlier names of the open objects. It returns
// false if it cannot.
//
// Before the piece, the kernel gets a short text that opens the same containers.
func (p *Pieces) judge(piece []byte, o *place.Outline) (ok bool) {
	if !jsonsimd.HasKernel() || len(o.Levels) >= scan.DefaultMaxDepth {
		return false
	}
	p.names.begin()
	for _, name := range o.Names() {
		p.names.words.AddBefore(name.Raw, len(name.Raw))
	}
	text := p.text[:0]
	for i, l := range o.Levels {
		text = append(text, opening[l.Object]...)
		if i == len(o.Levels)-1 {
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
		return false
	}
	marks := p.marks
	for len(marks) > 0 && marks[0] < begin {
		marks = marks[1:]
	}
	return p.names.judge(text, marks)
}

// opening is a text that opens an object, up to the value of its first member, or an array.
var opening = map[bool]string{true: `{"":`, false: "["}
