package jsonsimd

import "github.com/assayjson/assay/asm"

// CheckNesting reports whether the next elements of a document fit to those before:
// whether each closing bracket and each comma has the type of the innermost open
// bracket, and no bracket opens beyond the limit (RFC 8259, section 9). Where none is
// open, neither may stand; but there alone may a line end.
//
// An element is a byte: one of { } [ ] for the bracket, ',' for a comma that stands in
// an array by its neighbours, ';' for one that stands in an object, a newline for the end
// of a record. Commas may be left out, and so may empty containers. Every other byte is
// taken for one of these, by every kernel for the same.
//
// Elements may come in any number of calls. After false n is good for nothing but Reset.
func CheckNesting(n *Nesting, elements []byte) bool {
	for len(elements) > asm.Window {
		if !checkNesting(n, elements[:asm.Window]) {
			return false
		}
		elements = elements[asm.Window:]
	}
	return checkNesting(n, elements)
}
