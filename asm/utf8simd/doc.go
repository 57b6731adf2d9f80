// Package utf8simd validates UTF-8, finds the end of its valid part, and counts characters.
//
// UTF-8 by vectors is Keiser and Lemire, "Validating UTF-8 in less than one
// instruction per byte" (2021); the portable automaton is Per Vognsen, "Shift-based
// DFAs" (2022).
//
// It is not named utf8 because most of the files that use it import unicode/utf8 as well.
// Package asm has the contract of all functions.
package utf8simd
