// Package search finds the places in a text that its callers look at more closely: brackets, bytes
// that linters report, non-ASCII characters in names, invisible characters, and comments and other
// parts of dialects of JSON. It also goes back over closed containers, replaces comments with spaces,
// and counts line ends and surrogate pairs.
//
// See package asm for the contract that its functions keep.
package search

// The files of the package:
//
// dialect.go finds what dialects add to JSON, and replaces comments with spaces. search_*.go choose the kernel of each
// operation, and *_generic.go have the same in Go.
