// Package quoting quotes text as the contents of a JSON string, and unquotes such contents. Each
// direction takes one pass, which copies, validates UTF-8, and writes or decodes escapes.
//
// Text is quoted by expansion under a mask: VPEXPANDB, or a shuffle from a table, as Mula and
// Lemire use for other conversions ("Transcoding billions of Unicode characters per second with
// SIMD instructions", 2022). Escaping backslashes are distinguished from escaped ones as in
// Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019).
//
// The package is not named strings, which would hide the standard library's, nor quote, a name that
// its callers use for quotation marks. See package asm for the contract that its functions keep.
package quoting
