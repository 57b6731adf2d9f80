//go:build !unix

package ruler

import "time"

// Clock names what [CPUTime] reads.
const Clock = "wall time (this system's CPU time is too coarse)"

var start = time.Now()

// CPUTime returns the time since the process began.
func CPUTime() time.Duration { return time.Since(start) }
