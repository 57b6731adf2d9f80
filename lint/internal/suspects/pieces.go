package suspects

import (
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/lint/internal/ruleset"
)

// Pieces looks for suspects in a valid document that arrives in pieces. A piece begins at the start
// of the document or after a comma, and ends with a comma, before a value or at the end of the
// document. These commas are not in strings. A piece may also begin with a quotation mark and continue
// a string.
type Pieces struct{ on ruleset.Set }

// NewPieces returns Pieces for the given rules, which do not look for what the rules of the verdict exclude; see [Find].
func NewPieces(on ruleset.Set, verdict *scan.Rules) Pieces { return Pieces{beside(on, verdict)} }

// Find returns the rules that may find something in a piece.
func (p Pieces) Find(piece []byte) ruleset.Set {
	s, _ := findInPart(piece, p.on, 0)
	return s
}

// InString reports whether a rule may find something in a part of a string that is a value. The part
// begins and ends between characters and escapes.
func (p Pieces) InString(part []byte) bool {
	s, _ := findInPart(part, p.on&ruleset.Characters&^ruleset.Names, 0)
	return s != 0
}
