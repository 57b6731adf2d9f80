// Package jsonsimd checks JSON: it validates documents and records, finds the tokens of valid ones,
// and reports the state in which a scanner can resume a document.
//
// A document is checked in three stages. Each stage passes a fraction of its input on to the next:
//
//	bytes    -> lexJSON     -> tokens, one byte each
//	tokens   -> grammarJSON -> elements of the structure: brackets and commas
//	elements -> CheckNesting
//
// The first two stages work on bit planes: vectors with one bit for each byte of a chunk, so that a
// rule in Boolean algebra applies to all bytes at once. They never branch on single tokens, so
// the CPU has no such branches to mispredict.
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
// A chunk has 512 bytes with AVX-512, 256 with AVX2, 128 with NEON, and 64 in portable Go. A plane has one bit for each
// of these bytes, so in portable Go it is a word. In records, a newline outside strings is a token too. The lexer also
// marks where tokens begin and where strings end; Positions converts these marks to positions.
//
// Documents of fewer than 512 bytes with probably at most 63 tokens are judged with masks and tables instead of planes, and are indexed at
// the same time.
//
// The lexer saves its small state every 32 KiB. [Checker.Retreat] uses these states to return to a place shortly before
// an error: it lexes only the last part again, chunk by chunk, and judges its tokens group by group. Planes in which the
// kernels leave errors, tokens and elements show where in the last chunk or group the error is. [Checker.Pause] returns
// the brackets that are open at the end of a segment, and the last tokens, because these may contain brackets that have
// not been checked yet.

// The files of the package:
//
// The verdict on JSON has three stages: bytes become tokens (json*.go), tokens are reduced to brackets and commas, and the
// brackets are matched (nesting*.go). positions*.go turns marks into positions. A Checker (checker.go, json.go) takes a
// document in pieces: its lexer (lexer.go) adds tokens to a queue (tokens.go), from which its structure (structure.go) takes
// them for the other two stages. part.go and nest_part.go check a part without knowing what comes before it; json_pause.go,
// json_retreat.go and saves.go report where a scanner could continue. signs.go reports signs of what other rules may find.
