package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// collectLate delays the first garbage collection until the heap reaches 16 MB, four times the
// usual size. Most runs need less memory than that, so they never collect garbage. Collections
// while the heap is small would take a millisecond or two. After the first collection, the usual
// limit applies. If GOGC is set to a value other than 100, that value applies from the start.
//
// A language server runs for a long time, and keeps long texts, but produces little garbage. Therefore it
// collects garbage early.
func collectLate() {
	const usual, late, early = 100, 400, 25
	percent, isServer := late, len(os.Args) > 1 && os.Args[1] == "lsp"
	if isServer {
		percent = early
	}
	if was := debug.SetGCPercent(percent); was != usual {
		debug.SetGCPercent(was)
		return
	}
	if isServer {
		return
	}
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
