package ruler

import (
	"fmt"
	"runtime"
)

// OneCPU sets GOMAXPROCS to 1, pins the process to one CPU if pin is true, and describes the result.
// Comparisons are about speed on one CPU, so peers that could use several CPUs get only one. Programs
// that the process starts later are pinned, too.
func OneCPU(pin bool) string {
	runtime.GOMAXPROCS(1)
	if !pin {
		return "not pinned (-pin=false)"
	}
	cpu, err := Pin()
	if err != nil {
		return fmt.Sprintf("not pinned (%v)", err)
	}
	return fmt.Sprintf("pinned to CPU %d", cpu)
}
