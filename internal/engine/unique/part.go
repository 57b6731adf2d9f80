package unique

// A Part compares the names of a valid part of a document by their keys, those of large objects late. Names and closing braces outside
// of the objects that begin in the part belong to objects that begin before the part. The zero Part is ready for use.
type Part struct {
	ByKeys
	around PartNames
}

// Begin starts a part, whose names are compared in the given form.
func (n *Part) Begin(f *Form) {
	n.Reset()
	n.around.Clear()
	n.Firsts = append(n.Firsts, 0)
	n.inPart, n.Late, n.Gathers = true, true, true
	n.Use(f)
}

// Walk is like [ByKeys.Walk], but stops only if an object that begins in the part has equal names, and never reads a text before src.
func (n *Part) Walk(src []byte, marks []uint32, _ int) (walked int) {
	p := &n.around
	for !p.Doubt {
		walked += n.ByKeys.Walk(src, marks[walked:], 0)
		if walked == len(marks) {
			break
		}
		if n.depth() > 0 || src[marks[walked]] != '}' {
			p.Doubt = true
			break
		}
		walked++
		p.add(n.Keys)
		p.closed++
		n.forgetAround()
	}
	return walked
}

// End ends the part, and swaps the names that it leaves to other parts for p.
func (n *Part) End(p *PartNames) {
	for i, first := range n.Firsts {
		end := len(n.Keys)
		if i+1 < len(n.Firsts) {
			end = n.Firsts[i+1]
		}
		n.around.add(n.Keys[first:end])
	}
	n.around.repeated = n.Repeated
	n.around, *p = *p, n.around
	n.Reset()
}

// forgetAround forgets the names outside of the objects that begin in the part. No such object may be
// open.
func (n *Part) forgetAround() {
	if n.large() != nil {
		n.dropLarge()
	}
	n.forget(0)
}
