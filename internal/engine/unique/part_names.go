package unique

import "github.com/assayjson/assay/internal/engine/keys"

// PartNames are the names of those objects that do not both begin and end in the same part of a
// document. They are known only by their keys. First come the names of the objects that end in the
// part, from the inside out, then those of the innermost object around the place reached then, and
// then those of the objects that begin in the part and are still open, from the outside in.
type PartNames struct {
	Doubt    bool // the part has a name whose form is not sure, or is invalid; then everything else is meaningless
	closed   int  // how many of the objects end in the part
	keys     []uint64
	ends     []int          // for each object, the index in keys after its last key
	repeated *keys.Repeated // the keys that an object has more than once in the part; nil if there are none
}

// Clear removes all names and keeps the memory.
func (p *PartNames) Clear() {
	*p = PartNames{keys: p.keys[:0], ends: p.ends[:0]}
}

func (p *PartNames) add(keys []uint64) {
	p.keys = append(p.keys, keys...)
	p.ends = append(p.ends, len(p.keys))
}
