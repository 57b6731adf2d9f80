package parts

import (
	"math"
	"sync"

	"github.com/assayjson/assay/asm/jsonsimd"
	"github.com/assayjson/assay/internal/engine/index"
	"github.com/assayjson/assay/internal/engine/scan"
	"github.com/assayjson/assay/internal/engine/unique"
)

// A nameCheck checks parts in which names must be unique, or which must be I-JSON.
type nameCheck struct {
	json   jsonsimd.Checker
	names  unique.Part
	marks  []uint32
	trust  index.Trust // how many of the marks may be walked over
	ranges index.RangeSearch
}

var nameChecks = sync.Pool{New: func() any { return new(nameCheck) }}

// indexed is how many bytes are indexed at a time, so that they are still in the cache when their
// names are compared.
const indexed = 32 * jsonsimd.IndexUnit

// checkNames is Check for rules beyond the grammar.
func (p *Part) checkNames(c *scan.Rules) {
	p.Names.Clear()
	if p.Valid = len(p.Text) <= math.MaxInt32; !p.Valid {
		return
	}
	check := nameChecks.Get().(*nameCheck)
	check.names.Begin(c.Form)
	p.Valid = check.run(c, p)
	check.names.End(&p.Names)
	nameChecks.Put(check)
}

func (n *nameCheck) run(c *scan.Rules, p *Part) (valid bool) {
	rules := jsonsimd.MarkNames
	if c.IJSON {
		rules |= jsonsimd.IJSON
	}
	n.json.BeginPart(c.MaxDepth, rules, p.start())
	n.ranges.Begin(p.Begin.InString)
	n.trust.All(0)
	n.marks = n.marks[:0]
	at, ok := 0, true
	for ; len(p.Text)-at > indexed; at += indexed {
		n.marks, ok = n.json.WriteIndex(n.marks, uint32(at), p.Text[at:at+indexed])
		if !ok || c.IJSON && !n.permits(p, at, at+indexed) {
			return false
		}
		n.trust.Add(&n.json, len(n.marks))
		n.walk(c, p)
	}
	n.marks, ok = n.json.EndPartIndex(n.marks, uint32(at), p.Text[at:], p.End.InString, &p.Found)
	if !ok || c.IJSON && !n.permits(p, at, len(p.Text)) {
		return false
	}
	n.trust.All(len(n.marks))
	n.walk(c, p)
	return true
}

// permits examines the signs in p.Text[from:to], which was last written to json. It returns false if
// a number is out of the range of binary64, or if the visitor returns false.
func (n *nameCheck) permits(p *Part, from, to int) bool {
	signs := n.json.Signs()
	if signs == (jsonsimd.Signs{}) {
		return true
	}
	if signs.LargeNumbers && n.ranges.First(p.Text, from, to) >= 0 {
		return false
	}
	return p.Visitor == nil || p.Visitor(p.Text, from, to, signs)
}

// walk walks over the trusted marks, and removes them.
func (n *nameCheck) walk(c *scan.Rules, p *Part) {
	known := n.trust.Trusted
	if c.UniqueNames {
		n.names.Walk(p.Text, n.marks[:known], 0)
	}
	n.marks = n.marks[:copy(n.marks, n.marks[known:])]
	n.trust.Drop(known)
}
