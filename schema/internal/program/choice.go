package program

import (
	"github.com/assayjson/assay/internal/engine/mark"
	"github.com/assayjson/assay/internal/engine/token"
)

// mostChosen limits the size of a choice.
const mostChosen = 1 << 16

// prepareChoices finds the choices of all blocks.
func (p *Program) prepareChoices() {
	for i := range p.blocks {
		b := &p.blocks[i]
		if cells := p.cells[b.begin:b.end]; len(cells) > 1 {
			if name := p.discriminator(cells); name >= 0 {
				b.choice = p.choiceOf(cells, name)
			}
		}
	}
}

// discriminator returns the number of the name for which most cells allow only certain strings, or
// -1. Cells without which the whole formula is false do not count.
func (p *Program) discriminator(cells []cellPlan) int32 {
	count := map[int32]int{}
	best := int32(-1)
	for _, c := range cells {
		if c.code != objectCell || c.top {
			continue
		}
		for _, e := range p.objects[c.at].members {
			if e.value >= 0 && p.allowed(c, e.id) != nil {
				count[e.id]++
				if n := count[e.id]; best < 0 || n > count[best] {
					best = e.id
				}
			}
		}
	}
	if best >= 0 && count[best] < 2 {
		return -1
	}
	return best
}

// allowed returns the strings that a cell allows as the value of a member, or nil if it allows other
// strings or is no cell for objects.
func (p *Program) allowed(c cellPlan, name int32) *textTable {
	if c.code != objectCell || c.top {
		return nil
	}
	o := &p.objects[c.at]
	i := o.members.find(name)
	if i < 0 || o.slots[i].node == nothing {
		return nil
	}
	v := p.nodes[o.slots[i].node][text]
	if v < 0 || p.ops[v].code != opLeaf {
		return nil
	}
	return p.texts[p.ops[v].a].values
}

// choiceOf returns the choice by a name, or nil if it would be too large.
func (p *Program) choiceOf(cells []cellPlan, name int32) *choice {
	c := &choice{name: p.names.texts[name]}
	for _, plan := range cells {
		if allowed := p.allowed(plan, name); allowed != nil {
			for _, s := range allowed.texts {
				c.values.add(s)
			}
		}
	}
	if len(cells)*(len(c.values.texts)+1) > mostChosen {
		return nil
	}
	c.failing = make([][]bool, len(c.values.texts)+1)
	for i := range c.failing {
		c.failing[i] = make([]bool, len(cells))
		for j, plan := range cells {
			allowed := p.allowed(plan, name)
			c.failing[i][j] = allowed != nil && (i == len(c.values.texts) || !allowed.has([]byte(c.values.texts[i])))
		}
	}
	return c
}

// choose returns, for each cell of a block that is opened by an object, whether it fails. The cursor is after the
// opening bracket. The result is nil if that is not known yet.
func (c *choice) choose(ahead mark.Cursor) []bool {
	value, ok := peek(ahead, c.name)
	if !ok {
		return nil
	}
	i := c.values.findHashed(value, hashText(value))
	if i < 0 {
		i = int32(len(c.values.texts))
	}
	return c.failing[i]
}

// mostPeeked is how many members of an object peek examines.
const mostPeeked = 8

// peek returns the value of a member of the object that begins, if the value is a string near its
// beginning. The result ok is false if there is no such value, if it is behind an array or object, or
// if there are escape sequences.
func peek(ahead mark.Cursor, name string) (value []byte, ok bool) {
	for range mostPeeked {
		if ahead.Next() != token.String || ahead.Escaped {
			return nil, false
		}
		isIt := string(ahead.Body()) == name
		switch ahead.Next() {
		case token.String:
			if isIt || ahead.Escaped {
				return ahead.Body(), !ahead.Escaped
			}
		case 0, token.BeginObject, token.BeginArray:
			return nil, false
		default:
			if isIt {
				return nil, false
			}
		}
	}
	return nil, false
}
