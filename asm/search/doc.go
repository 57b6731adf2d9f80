// Package search finds the places in a text that its callers look at more closely: brackets, bytes
// that linters report, non-ASCII characters in names, and invisible characters. It also goes back
// over closed containers, and counts line ends and surrogate pairs.
//
// See package asm for the contract that its functions keep.
package search
