// Package shapes generates the texts of the shape ruler. Each text differs in one thing from a
// plain one: an array of small records with short ASCII strings, small numbers and no escapes.
//
// All texts are generated from fixed seeds and can have any size. Tests check that each text is
// what its name says, and that no text has changed.
//
// To add a text, add an entry to a table in table.go, and its property to the table in
// shapes_test.go.
package shapes
