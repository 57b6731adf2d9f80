package lazyschema

import (
	"runtime"
	"runtime/debug"
)

// collectLate delays the first garbage collection until the heap reaches 16 MB, four times the
// usual size. Most runs need less than that, so they never collect garbage; collecting repeatedly
// while the heap grows would take a millisecond or two. After the first collection, the usual limit
// applies. If GOGC is set, it applies from the beginning.
func collectLate() {
	const usual, late = 100, 400
	if was := debug.SetGCPercent(late); was != usual {
		debug.SetGCPercent(was)
		return
	}
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
