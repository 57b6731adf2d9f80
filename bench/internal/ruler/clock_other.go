//go:build !unix

package ruler

import "time"

// Clock describes what [CPUTime] measures.
const Clock = "wall time (this system's CPU time is too coarse)"

var start = time.Now()

// CPUTime returns the time since the process started.
func CPUTime() time.Duration { return time.Since(start) }
