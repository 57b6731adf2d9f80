package unique

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
