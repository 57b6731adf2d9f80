package unique

// Names are the names of the open objects of a text or stream. Offsets are offsets in the text src, which may be the part of a stream
// that is in memory.
type Names interface {
	// Reset forgets all names, and keeps the memory unless that is very large.
	Reset()

	// Open starts an object, whose names are compared in the given form.
	Open(f *Form)

	// Close ends the innermost object and forgets its names.
	Close()

	// Add adds the name src[begin:end] to the innermost object. The name must have no escapes if escapes is false. If the object
	// already has the name, isNew is false and first is the index of the earlier one, as far as that is known.
	Add(src []byte, begin, end int, escapes bool) (first int, isNew bool)

	// AddBefore adds the name before src[colon], and reports whether it is new in its object. It also returns true if the name is
	// before src[from], because such a name has already been added. It returns false if there is no name.
	AddBefore(src []byte, colon, from int) (isNew bool)

	// Walk adds the names of src, given their marks (see [jsonsimd.MarkNames]). It returns how many marks precede the first invalid
	// one, which belongs to a name that its object already has, or to some other error in an invalid text. Walk does not read src
	// before src[from].
	Walk(src []byte, marks []uint32, from int) (walked int)

	// Keep copies what is needed of the names that are still parts of src, so that src may be dropped. src begins at the given offset
	// in the stream.
	Keep(src []byte, offset int64)
}
