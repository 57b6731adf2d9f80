// Package quoting quotes text as the contents of a JSON string, and unquotes such contents. Each
// direction takes one pass, which copies, validates UTF-8, and writes or decodes escapes.
//
// Text is quoted by expansion under a mask, with VPEXPANDB or with a shuffle from a table. Mula and
// Lemire use this method for other conversions ("Transcoding billions of Unicode characters per
// second with SIMD instructions", 2022). Escaping backslashes are distinguished from escaped ones
// as in Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019).
//
// QuoteUnits writes non-ASCII characters as \u escapes. It makes eight bytes of output for each byte
// of text, and keeps those that are needed with VPCOMPRESSB or with a shuffle from a table.
//
// The package is not named strings, because that would hide the standard library's package. It is
// not named quote, because its callers use that name for quotation marks. See package asm for the
// contract that its functions keep.
package quoting
