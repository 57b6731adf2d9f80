package lazyschema

import (
	"runtime"
	"runtime/debug"
)

// collectLate delays the first garbage collection until the heap reaches 16 MB, four times the
// usual size. Most runs need less memory than that, so they never collect garbage. Collections
// while the heap is small would take a millisecond or two. After the first collection, the usual
// limit applies. If GOGC is set to a value other than 100, that value applies from the start.
func collectLate() {
	const usual, late = 100, 400
	if was := debug.SetGCPercent(late); was != usual {
		debug.SetGCPercent(was)
		return
	}
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
