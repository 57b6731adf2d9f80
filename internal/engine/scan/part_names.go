package scan

import "github.com/assayjson/assay/asm/names"

// PartNames are the names of those objects that do not both begin and end in the same part of a
// document. They are known only by their keys. First come the names of the objects that end in the
// part, from the inside out, then those of the innermost object around the place reached then, and
// then those of the objects that begin in the part and are still open, from the outside in.
type PartNames struct {
	Doubt  bool // the part has two names in an object that are equal or have equal keys; then everything else is meaningless
	closed int  // how many of the objects end in the part
	keys   []uint64
	ends   []int // for each object, the index in keys after its last key
}

// Clear removes all names and keeps the memory.
func (p *PartNames) Clear() { p.Doubt, p.closed, p.keys, p.ends = false, 0, p.keys[:0], p.ends[:0] }

func (p *PartNames) add(keys []uint64) {
	p.keys = append(p.keys, keys...)
	p.ends = append(p.ends, len(p.keys))
}

// BeginPart prepares n, which must be empty, for [NameSets.WalkPart].
func (n *NameSets) BeginPart() {
	n.Firsts = append(n.Firsts[:0], 0)
	n.inPart, n.Late = true, true
}

// WalkPart is like Walk for a valid part of a document, but names and closing braces outside of the
// objects that begin in the part belong to objects that begin before the part. WalkPart adds the
// names of those that end to p. If an object that begins in the part has equal names, it sets
// p.Doubt.
func (n *NameSets) WalkPart(p *PartNames, src []byte, marks []uint32) {
	for !p.Doubt {
		walked := n.Walk(src, marks, 0)
		if walked == len(marks) {
			break
		}
		if n.depth() > 0 || src[marks[walked]] != '}' {
			p.Doubt = true
			break
		}
		p.add(n.Keys)
		p.closed++
		n.forgetAround()
		marks = marks[walked+1:]
	}
	p.Doubt = p.Doubt || n.Doubt
}

// EndPart adds to p the names of the objects that are still open at the end of the part.
func (n *NameSets) EndPart(p *PartNames) {
	for i, first := range n.Firsts {
		end := len(n.Keys)
		if i+1 < len(n.Firsts) {
			end = n.Firsts[i+1]
		}
		p.add(n.Keys[first:end])
	}
}

// forgetAround forgets the names outside of the objects that begin in the part. No such object may be
// open.
func (n *NameSets) forgetAround() {
	if n.large() != nil {
		n.dropLarge()
	}
	n.forget(0)
}

// FollowPart adds the names of the next part, which must be valid there, and reports whether no two
// names have equal keys as far as that is known. n must be Late and Textless. If the result is
// false, n is meaningless.
func (n *NameSets) FollowPart(p *PartNames) (unique bool) {
	if p.Doubt {
		return false
	}
	begin := 0
	for i, end := range p.ends {
		keys := p.keys[begin:end]
		begin = end
		if i > p.closed {
			n.Open()
		}
		if len(keys) > 0 && (n.depth() == 0 || !n.addKeys(keys)) {
			return false
		}
		if i < p.closed {
			if n.depth() == 0 {
				return false
			}
			n.Close()
		}
	}
	return !n.Doubt
}

// addKeys adds names with the given keys to the innermost object.
func (n *NameSets) addKeys(keys []uint64) (unique bool) {
	for len(keys) > 0 && n.large() == nil {
		if _, unique := n.addKey(nil, keys[0], 0, 0); !unique {
			return false
		}
		keys = keys[1:]
	}
	if len(keys) == 0 {
		return true
	}
	n.Spans = append(n.Spans, make([]names.Span, len(keys))...)
	n.Keys = append(n.Keys, keys...)
	n.collect(n.large(), n.first(), len(n.Keys))
	return true
}
