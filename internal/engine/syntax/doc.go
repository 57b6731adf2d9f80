// Package syntax classifies the bytes of JSON texts: which of them are white space, digits or parts
// of words. It also measures words of any script, reads texts backwards to find quotation marks and to
// determine whether they are escaped, and copies short texts fast.
//
// The grammar is in package scan. The functions of this package allocate nothing, keep nothing, and
// may be called concurrently.
package syntax
