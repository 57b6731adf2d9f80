package jsonsimd

import "github.com/assayjson/assay/asm"

// CheckNesting reports whether the next elements of a document are valid after the earlier ones:
// each closing bracket and each comma must have the type of the innermost open container, and no
// container may be opened beyond the limit (RFC 8259, section 9). Outside all containers, closing
// brackets and commas are invalid; line ends are valid only there.
//
// An element is one byte: a bracket, one of { } [ ]; ',' for a comma in an array, judging by the
// tokens around it; ';' for a comma in an object; or a newline for the end of a record. Commas and
// empty containers may be omitted. Any other byte counts as one of these elements, and every kernel
// takes it for the same one.
//
// The elements may be passed in any number of calls. After CheckNesting has returned false, call
// Reset before using n again.
func CheckNesting(n *Nesting, elements []byte) bool {
	for len(elements) > asm.Window {
		n.makeRoom(asm.Window)
		if !checkNesting(n, elements[:asm.Window]) {
			return false
		}
		elements = elements[asm.Window:]
	}
	n.makeRoom(len(elements))
	return checkNesting(n, elements)
}
