// Package tape stores where the tokens of a document are, and walks over its values. It is the part of package document that other
// packages of this module use: package partial makes tapes, too, and package encode copies from them.
//
// tape.go and link_long.go link brackets, and index.go makes a tape with the kernels, for a long document by several
// goroutines (parts.go), from the masks of its marks (masks.go). value.go walks over it, member.go and element.go
// find a value by its name or index (spots.go has what Element remembers), and compact.go copies values.
package tape
