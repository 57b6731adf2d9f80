package program

import "github.com/assayjson/assay/internal/engine/index"

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

// A lookahead is the rest of a document that is in memory.
type lookahead struct {
	data  []byte
	marks []uint32 // nil if the document is not in memory
	next  int      // the index of the mark after the current token
}

// choose returns, for each cell of a block that is opened, whether it fails. The result is nil if
// that is not known yet.
func (a *lookahead) choose(c *choice) []bool {
	value, ok := a.peek(c.name)
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
func (a *lookahead) peek(name string) (value []byte, ok bool) {
	if a.marks == nil {
		return nil, false
	}
	for i, n := a.next, 0; n < mostPeeked && i+3 < len(a.marks) && a.data[a.marks[i]] == '"'; n++ { // a member has at most four marks
		found, plain := a.stringAt(i)
		if !plain {
			return nil, false
		}
		i += 2
		switch isIt := string(found) == name; a.data[a.marks[i]] {
		case '"':
			if value, plain = a.stringAt(i); !plain || isIt {
				return value, plain
			}
			i += 2
		case '{', '[':
			return nil, false
		default:
			if isIt {
				return nil, false
			}
			if i++; !index.IsClosing(a.data[a.marks[i]]) {
				i++
			}
		}
	}
	return nil, false
}

// stringAt returns the text of the string at a mark. The result plain is false if it has escape
// sequences.
func (a *lookahead) stringAt(i int) (body []byte, plain bool) {
	begin, end := a.marks[i], a.marks[i+1]
	return a.data[begin+1 : end], a.data[end] == '"' && a.data[end-1] != '\\'
}
