// Package names keeps the names of the objects that are open, and finds whether one of them occurs twice.
//
// Package asm has the contract of all functions.
package names
