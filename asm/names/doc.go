// Package names keeps the names of the objects that are open, and finds duplicates among them. It also searches a
// text for a string.
//
// See package asm for the contract that its functions keep.
package names

// The files of the package:
//
// quoted.go searches a text for a string.
