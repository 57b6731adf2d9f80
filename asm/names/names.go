package names

// Names holds the names of the open objects.
type Names struct {
	Spans  []Span   // positions of the names, including their quotation marks; the names of the innermost object are last
	Keys   []uint64 // the Key of each name, in the same order
	Firsts []int    // a 0, and then for each open object the index of its first name
	Kept   int      // number of spans at the beginning of Spans that do not refer to the current text
	Form   Form     // what names have keys of; see [Names.AddNames]
}

// A Span is the part [Begin, End) of a text, in bytes.
type Span struct{ Begin, End int }

// Apart is a number of names. If an object has at least as many, the caller must look up its names
// in another way.
const Apart = 128

const keysAtOnce = 4 // number of keys that a kernel compares at once; it may read this many entries beyond the last key
