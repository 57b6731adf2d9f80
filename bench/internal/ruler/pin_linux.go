package ruler

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Pin pins the process, and processes that it starts later, to the last CPU that it may run on, and
// returns the number of that CPU. It chooses the last CPU because interrupts prefer the first.
func Pin() (cpu int, err error) {
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return 0, fmt.Errorf("reading the CPUs allowed: %w", err)
	}
	cpu = lastCPU(&allowed)
	var one unix.CPUSet
	one.Set(cpu)
	return cpu, eachThread(func(tid int) error { return unix.SchedSetaffinity(tid, &one) })
}

func lastCPU(set *unix.CPUSet) int {
	last := 0
	for cpu := range len(set) * 64 {
		if set.IsSet(cpu) {
			last = cpu
		}
	}
	return last
}

// eachThread calls f for every thread of the process. Affinity is a property of each thread. A new
// thread inherits it from the thread that starts it.
func eachThread(f func(tid int) error) error {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	for _, t := range threads {
		tid, err := strconv.Atoi(t.Name())
		if err != nil {
			return err
		}
		if err := f(tid); err != nil && err != unix.ESRCH { // ESRCH: the thread has ended
			return err
		}
	}
	return nil
}
