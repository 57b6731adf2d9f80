package parts

import (
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
)

// A Part is a part of a document between two cuts.
type Part struct {
	Text  []byte
	First bool // the part begins the document
	Begin Cut
	End   Cut
	Valid bool // the part is valid, if the places where it begins and ends are as they seem, and if the containers are as Found says
	Found jsonsimd.Part
}

var checkers = sync.Pool{New: func() any { return new(jsonsimd.Checker) }}

// Check checks the text of p, and sets Valid and Found.
func (p *Part) Check(maxDepth int) {
	json := checkers.Get().(*jsonsimd.Checker)
	json.BeginPart(maxDepth, 0, p.start())
	p.Valid = json.EndPart(p.Text, p.End.InString, &p.Found)
	checkers.Put(json)
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
