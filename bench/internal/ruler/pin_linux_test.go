package ruler

import (
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

func TestPin(t *testing.T) {
	var before unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := eachThread(func(tid int) error { return unix.SchedSetaffinity(tid, &before) }); err != nil {
			t.Error(err)
		}
	}()
	cpu, err := Pin()
	if os.IsPermission(err) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	for range 2 * runtime.NumCPU() { // enough to run on old and new threads
		go func() {
			runtime.LockOSThread()
			var now unix.CPUSet
			err := unix.SchedGetaffinity(0, &now)
			if err == nil && (now.Count() != 1 || !now.IsSet(cpu)) {
				t.Errorf("a thread may run on %d CPUs", now.Count())
			}
			done <- err
		}()
	}
	for range 2 * runtime.NumCPU() {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
