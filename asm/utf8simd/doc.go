// Package utf8simd validates and repairs UTF-8, finds the longest valid prefix, and counts characters.
//
// The vector kernels follow Keiser and Lemire, "Validating UTF-8 in less than one instruction per
// byte" (2021). The portable automaton follows Per Vognsen, "Shift-based DFAs" (2022).
//
// The package is not named utf8 because most files that import it import unicode/utf8 as well. See
// package asm for the contract that its functions keep.
package utf8simd

// The files of the package:
//
// windows_amd64.go handles texts that are too long for one call or for the cache.
