//go:build unix

package ruler

import (
	"time"

	"golang.org/x/sys/unix"
)

// Clock describes what [CPUTime] measures.
const Clock = "CPU time of the process (getrusage)"

// CPUTime returns the CPU time, user and system, that all threads of the process have used. On
// Linux it is accurate to a microsecond, even while the threads are running.
func CPUTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic("BUG: getrusage: " + err.Error()) // it fails only for invalid arguments
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
