//go:build unix

package ruler

import (
	"time"

	"golang.org/x/sys/unix"
)

// Clock names what [CPUTime] reads.
const Clock = "CPU time of the process (getrusage)"

// CPUTime returns the CPU time, user and system, that the process has used in all
// its threads. On Linux it is exact to a microsecond even while they run.
func CPUTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic("BUG: getrusage: " + err.Error()) // it fails for bad arguments alone
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
