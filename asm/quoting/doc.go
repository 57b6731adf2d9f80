// Package quoting writes text as it stands between the quotation marks of a JSON string, and reads it back. Each way is
// one pass, which copies, validates UTF-8, and expands or undoes escapes.
//
// Strings are quoted by expansion under a mask, VPEXPANDB or a shuffle from a table, which Mula
// and Lemire use for other conversions ("Transcoding billions of Unicode characters per second
// with SIMD instructions", 2022); the pairs of backslashes are told apart as by Langdale and
// Lemire, "Parsing Gigabytes of JSON per Second" (2019).
//
// It is named neither strings, which would hide the standard library's, nor quote, which is what its callers name
// quotation marks. Package asm has the contract of all functions.
package quoting
