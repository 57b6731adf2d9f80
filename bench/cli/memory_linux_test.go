package cli

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestMemoryOfPipes checks that the memory of a shell includes that of the programs that it runs.
func TestMemoryOfPipes(t *testing.T) {
	const size, variable = 64 << 20, "ASSAY_TEST_HOLDS_MEMORY"
	if os.Getenv(variable) != "" {
		held := make([]byte, size)
		for i := range held {
			held[i] = 1
		}
		_, _ = os.Stdin.Read(held[:1]) // until the test ends
		return
	}
	if _, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", os.Getpid())); err != nil {
		t.Skip(err) // not all kernels have it
	}
	sh := exec.Command("sh", "-c", `"$0" -test.run='^TestMemoryOfPipes$'; true`, os.Args[0])
	sh.Env = append(os.Environ(), variable+"=1")
	stop, err := sh.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := sh.Start(); err != nil {
		t.Skip(err)
	}
	defer sh.Wait()
	defer stop.Close()
	for highWater(sh.Process.Pid) < size {
		time.Sleep(time.Millisecond)
	}
}
