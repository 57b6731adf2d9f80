// Package syntax classifies the bytes of JSON texts one at a time: which of them are white
// space, digits or parts of words, and, read backwards, which quotation marks are
// escaped.
//
// The grammar is in package scan. The functions here allocate nothing, keep nothing, and may
// be called concurrently.
package syntax
