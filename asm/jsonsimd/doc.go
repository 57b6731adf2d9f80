// Package jsonsimd checks JSON: it validates documents and records, finds the tokens of valid ones,
// and reports the state in which a scanner can resume a document.
//
// A document is checked in three stages. Each one leaves a fraction of its input to the next:
//
//	bytes    -> lexJSON     -> tokens, one byte each
//	tokens   -> grammarJSON -> elements of the structure: brackets and commas
//	elements -> CheckNesting
//
// The first two stages work on bit planes: vectors with one bit for each byte of a chunk, so that a
// rule in Boolean algebra applies to all bytes at once. They never branch on single tokens, so
// there are no such branches to mispredict.
//
// A document of a few hundred bytes is checked by a single kernel that contains all stages.
//
// JSON on bit planes follows Cameron's Parabix; strings, escapes and tokens follow Langdale and
// Lemire, "Parsing Gigabytes of JSON per Second" (2019).
//
// The package is not named json because most files that import it import encoding/json as well. See
// package asm for the contract that its functions keep.
package jsonsimd

// How it works
//
// A chunk, and so a plane, is 512 bytes with AVX-512, 256 with AVX2, 128 with NEON, and 64 in portable Go, where a plane
// is a word. In records, a newline outside strings is one more token. The lexer also marks where tokens begin and
// where strings end; Positions makes positions of the marks.
//
// Documents of fewer than 256 bytes are judged by masks and tables instead of planes, and indexed on the way. With
// AVX-512, one kernel takes up to 511 bytes through all stages by planes, and another one takes the tokens of a longer
// document to the verdict if there are at most 510.
//
// The lexer saves its small state every 16 KiB. So [Checker.Retreat], which returns to a place shortly before an error,
// lexes only the last part again, chunk by chunk, and judges its tokens group by group. [Checker.Pause] knows which
// brackets are open at the end of a segment, except those of the last tokens.
