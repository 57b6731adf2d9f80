package program

import "slices"

// mostNames limits how many names in open objects are remembered, unless [Program.Follow] sets a smaller limit. The engine decides
// about documents with more names.
const mostNames = 4 << 20

// memberNames finds the numbers of the names of members, and remembers which names the open objects have.
type memberNames struct {
	known  *textTable // the names that the schema mentions
	exact  bool       // names must be unique
	hashes []uint64   // of the names in all open objects, if names must be unique
	most   int        // the limit for their number

	// followers has, for each name, the name that followed it the last time; and after these, for
	// each block, the first name of its value.
	followers []int32
}

func newMemberNames(p *Program) memberNames {
	return memberNames{known: &p.names, exact: p.exact, followers: make([]int32, len(p.names.texts)+len(p.blocks))}
}

// identify returns the number of a name, or -1. Members often follow each other in the same order as the last
// time, so it first tries the name that then followed *last, the previous one, which it replaces.
func (m *memberNames) identify(name []byte, last *int32) int32 {
	id := m.followers[*last]
	if int(id) >= len(m.known.texts) || m.known.texts[id] != string(name) {
		hash := hashText(name)
		if m.exact {
			m.hashes = append(m.hashes, hash)
		}
		if id = m.known.findHashed(name, hash); id < 0 {
			return id
		}
		m.followers[*last] = id
	} else if m.exact {
		m.hashes = append(m.hashes, m.known.hashes[id])
	}
	*last = id
	return id
}

// repeatsName reports whether two names from the given index on, those of the innermost object, have the same hash. Then they are
// equal, except by chance.
func (m *memberNames) repeatsName(from int32) bool {
	hashes := m.hashes[from:]
	const few = 12
	if len(hashes) <= few {
		for i, h := range hashes {
			for _, other := range hashes[:i] {
				if h == other {
					return true
				}
			}
		}
		return false
	}
	slices.Sort(hashes)
	for i := 1; i < len(hashes); i++ {
		if hashes[i] == hashes[i-1] {
			return true
		}
	}
	return false
}
