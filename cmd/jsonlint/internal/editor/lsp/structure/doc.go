// Package structure finds the values in a text that may be invalid, as in an editor while somebody types.
//
// A [Walk] reads a text token by token, and reports each value with its name or index and the
// containers around it. It skips what does not belong where it is: a closing bracket closes the
// innermost container of its kind, and the end of the text or of a record closes what is open. In records, each value outside
// of containers is a document of its own, and JSON Pointers refer to it.
//
// A walk takes time linear in the length of the text, and memory for the open containers only.
package structure

// The files of the package:
//
// cursor.go finds what could be typed at a place.
