package scan

import (
	"github.com/assayjson/assay/asm/names"
	"github.com/assayjson/assay/internal/engine/keys"
)

// manyNames is the number of names from which on an object is large.
const manyNames = names.Apart

// A largeObject has what is needed to compare the names of an open object with many names.
type largeObject struct {
	depth int      // of the object
	set   keys.Set // the keys of the names; not used if names are compared late
	added int      // how many of the object's names in NameSets are in the set, counted from the first one

	runs keys.Runs // if names are compared late, the keys of the names that are no longer in NameSets

	// The index of the first name with a key is needed only if the object has equal names.
	repeats int            // how often it has been needed
	firsts  map[uint64]int // these indexes, counted from the object's first name, or nil
	mapped  int            // how many names are in firsts
}
