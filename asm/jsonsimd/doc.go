// Package jsonsimd checks JSON: whether a document or records are valid, where the tokens of valid ones are, and,
// for a scanner, in which state a document can be resumed.
//
// Documents are checked in three stages, each of which is left with a fraction of what
// the one before had to look at:
//
//	bytes    -> lexJSON     -> tokens, a byte each
//	tokens   -> grammarJSON -> elements of the structure: brackets, and commas
//	elements -> CheckNesting
//
// The first two work on planes: vectors that have one bit for each byte of a chunk, so that
// a rule in Boolean algebra is applied to all of them at once (after Cameron's Parabix).
// They never go by single tokens, so there are no branches to be guessed wrong.
//
// Documents of a few hundred bytes go through one kernel that has all stages.
//
// JSON on bit planes follows Cameron's Parabix, and Langdale and Lemire,
// "Parsing Gigabytes of JSON per Second" (2019), for strings, escapes and tokens.
//
// The package is not named json because most of the files that use it import encoding/json as well.
// Package asm has the contract of all functions.
package jsonsimd
