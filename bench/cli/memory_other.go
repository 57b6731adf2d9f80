//go:build !linux

package cli

import (
	"os"
	"time"
)

// These functions return 0, because the memory of processes is not known on this system.
func peakMemory(*os.ProcessState, time.Duration, int64) int64 { return 0 }

func pageFaults(*os.ProcessState) int64 { return 0 }

func watchMemory(int) (peak func() int64) { return func() int64 { return 0 } }
