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
