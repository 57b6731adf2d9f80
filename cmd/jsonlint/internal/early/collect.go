package early

import (
	"runtime"
	"runtime/debug"
)

// collectLate lets the first garbage collection wait until there are 16 MB, four times as much as
// it would. What most runs need is less, and in use to the end; to collect it again and again
// while the heap grows takes a millisecond or two. From the first collection on, all is as usual,
// and it is from the beginning where GOGC asks for something else.
func collectLate() {
	const usual, late = 100, 400
	if was := debug.SetGCPercent(late); was != usual {
		debug.SetGCPercent(was)
		return
	}
	runtime.AddCleanup(new([64]byte), func(percent int) { debug.SetGCPercent(percent) }, usual)
}
