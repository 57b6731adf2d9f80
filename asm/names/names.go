package names

// Names holds the names of the open objects.
type Names struct {
	Spans  []Span   // positions of the names, including their quotation marks; the names of the innermost object are last
	Keys   []uint64 // the Key of each name, in the same order
	Firsts []int    // a 0, and then for each open object the index of its first name
	Kept   int      // number of spans at the beginning of Spans that do not refer to the current text
	Form   Form     // what names have keys of; see [Names.AddNames]
}

// A Form is what is compared of names.
type Form uint8

const (
	Exact    Form = iota // the names as they are
	Capitals             // the names in capital letters; those outside ASCII are left to the caller
	ASCII                // the names as they are; those outside ASCII are left to the caller
)

// offset returns what must be subtracted from each byte that is a small letter, eight times.
func (f Form) offset() uint64 {
	if f == Capitals {
		return ('a' - 'A') * ones
	}
	return 0
}

// A Span is the part [Begin, End) of a text, in bytes.
type Span struct{ Begin, End int }

// Apart is a number of names. If an object has at least as many, the caller must look up its names
// in another way.
const Apart = 128

const keysAtOnce = 4 // number of keys that a kernel compares at once; it may read this many entries beyond the last key
