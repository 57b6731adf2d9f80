package parts

import (
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/place"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A Part is a part of a document between two cuts.
type Part struct {
	Text  []byte
	First bool // the part begins the document
	Begin Cut
	End   Cut
	Valid bool // the part is valid, if the places where it begins and ends are as they seem, and if the containers are as Found says
	Found jsonsimd.Part
	Names unique.PartNames // meaningful if the part is valid and names must be unique

	Visitor Visitor // gets the signs of the part, if the rules include I-JSON; may be nil

	// These are for positions; see Check.
	Portion int               // a number of bytes, which must be a multiple of [jsonsimd.IndexUnit]
	Counts  []jsonsimd.Counts // of each whole portion of the text, except for the last one
	Openers []int             // offsets in the text of the brackets of Found.Opened
}

var checkers = sync.Pool{New: func() any { return new(jsonsimd.Checker) }}

// A Visitor examines the parts of a document that have signs, as the function Signs of an [index.Visitor]
// does. It is used by one goroutine at a time.
type Visitor func(src []byte, from, to int, signs jsonsimd.Signs) (goOn bool)

// checkGrammar is Check for the rules of the grammar.
func (p *Part) checkGrammar(c *scan.Rules, places bool) {
	json := checkers.Get().(*jsonsimd.Checker)
	defer checkers.Put(json)
	json.BeginPart(c.MaxDepth, 0, p.start())
	p.Counts, p.Openers = p.Counts[:0], p.Openers[:0]
	rest := p.Text
	if places {
		json.BeginPauses()
		for ; len(rest) > p.Portion; rest = rest[p.Portion:] {
			if p.Valid = json.Write(rest[:p.Portion]); !p.Valid {
				return
			}
			p.Counts = append(p.Counts, json.Counts())
		}
	}
	p.Valid = json.EndPart(rest, p.End.InString, &p.Found)
	if places && p.Valid {
		p.Openers = place.OpenersIn(p.Openers, p.Text, 0, len(p.Text), len(p.Found.Opened))
	}
}

// Masks is like Check for the rules of the grammar, and appends the bit masks of the text to dst; see [jsonsimd.Checker.Masks]. The part
// must not end in a string.
func (p *Part) Masks(dst []uint64, maxDepth int) (masks []uint64) {
	json := checkers.Get().(*jsonsimd.Checker)
	defer checkers.Put(json)
	json.BeginPart(maxDepth, 0, p.start())
	masks, p.Valid = json.EndPartMasks(dst, p.Text, &p.Found)
	return masks
}

func (p *Part) start() jsonsimd.Start {
	switch {
	case p.First:
		return jsonsimd.AtStart
	case p.Begin.InString:
		return jsonsimd.InString
	}
	return jsonsimd.AfterValue
}
