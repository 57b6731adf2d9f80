// Package survey describes the values of a document or of many records, path by path: their types, how often they are there, their
// range, about how many are distinct, and a few examples.
//
// Memory is bounded, and the result depends on nothing but the text.
package survey

// The files of the package:
//
// survey.go takes tokens, and node.go keeps what is known of a path. sketch.go estimates how many values are distinct; for
// that, number.go writes equal numbers in the same way. read.go reads documents and records, and path.go has the result.
