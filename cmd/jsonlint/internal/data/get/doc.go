// Package get finds one value in a file: a record by its number, a value by its JSON Pointer, or a
// value in a record. The value is returned as it is written in the file.
package get
