package cli

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// peakMemory returns the peak memory of a process that has ended. The figure that the operating
// system reports includes the memory that the current process had when it started the other
// process. So the figure is used only if it is larger than the peak memory of the current process.
// Otherwise peakMemory returns the parameter watched, or 0 if the wall time was too short for
// reliable watching.
func peakMemory(state *os.ProcessState, wall time.Duration, watched int64) int64 {
	var self syscall.Rusage
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if ok && syscall.Getrusage(syscall.RUSAGE_SELF, &self) == nil && usage.Maxrss > self.Maxrss {
		return usage.Maxrss << 10
	}
	if wall < 20*time.Millisecond {
		return 0
	}
	return watched
}

// pageFaults returns how often a process that has ended touched a page of its memory for the first time.
func pageFaults(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return int64(usage.Minflt)
	}
	return 0
}

// watchMemory repeatedly reads the peak memory of a running process. The returned function ends the
// reading and returns the largest value.
func watchMemory(pid int) (peak func() int64) {
	done, result := make(chan struct{}), make(chan int64)
	go func() {
		var last int64
		for {
			last = max(last, highWater(pid))
			select {
			case <-done:
				result <- last
				return
			case <-time.After(500 * time.Microsecond):
			}
		}
	}()
	return func() int64 {
		close(done)
		return <-result
	}
}

// highWater returns the largest size, so far, of the resident set of a process, in bytes. For a shell, that is the size of the
// largest program that it runs.
func highWater(pid int) (bytes int64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", pid)) // none if the process has just ended
	for _, child := range strings.Fields(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			bytes = max(bytes, highWater(pid))
		}
	}
	_, rest, ok := strings.Cut(string(status), "VmHWM:")
	var kilobytes int64
	if !ok {
		return bytes
	}
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		return bytes
	}
	return max(bytes, kilobytes<<10)
}
