package unique

import (
	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/keys"
)

// manyNames is the number of names from which on an object is large.
const manyNames = names.Apart

// A largeObject has what is needed to compare the names of an open object with many names.
type largeObject struct {
	depth int // of the object

	set   keys.Set // the keys of the names
	added int      // how many of the object's names are in the set, counted from the first one

	runs keys.Runs // if the names are compared late, the keys of names instead of set

	// The index of the first name with a key is needed only if the object has equal names.
	repeats int            // how often it has been needed
	firsts  map[uint64]int // these indexes, counted from the object's first name, or nil
	mapped  int            // how many names are in firsts
}

// begin prepares o for an object at the given depth.
func (o *largeObject) begin(depth int) {
	o.set.Clear()
	o.depth, o.added, o.repeats, o.mapped = depth, 0, 0, 0
}

// end releases memory that is not worth keeping, and reports whether o may be used again.
func (o *largeObject) end() (reusable bool) {
	o.runs.Clear()
	o.firsts = nil
	return !o.set.IsLarge()
}

// firstWith returns the index of the first name with the given key among the names before the last one, counted from the object's
// first name, or -1 if there is none. Finding it takes constant time on average, however many names are equal.
func (o *largeObject) firstWith(key uint64, all []uint64) int {
	if o.firsts == nil {
		o.firsts = map[uint64]int{}
	}
	for ; o.mapped < len(all)-1; o.mapped++ {
		if _, ok := o.firsts[all[o.mapped]]; !ok {
			o.firsts[all[o.mapped]] = o.mapped
		}
	}
	if i, ok := o.firsts[key]; ok {
		return i
	}
	return -1
}
