package command

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// Whenever the program is killed, the file has either its old or its new contents.
func TestFmtKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	before := []byte("[" + strings.Repeat(`{"a":[1,2,3]},`, 20_000) + "0]")
	after, err := format.Append(nil, before, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	runs := 40
	if longtest.Off() {
		runs = 8
	}
	finished := 0
	longest := 50 * time.Millisecond
	cases := rand.New(rand.NewPCG(38, 1))
	for range runs {
		if err := os.WriteFile(path, before, 0o600); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(exe, "fmt", "-w", "--width=0", path)
		c.Args[0] = "jsonlint" // TestMain runs the command under this name
		begin := time.Now()
		if err := c.Start(); errors.Is(err, syscall.ENOEXEC) {
			t.Skip("an emulated machine cannot start programs")
		} else if err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(cases.Float64()*float64(longest)), func() { c.Process.Kill() })
		if c.Wait() == nil {
			longest = time.Since(begin) // makes it likely that the next runs are killed while they work
		}
		timer.Stop()
		switch got, err := os.ReadFile(path); {
		case err != nil:
			t.Fatal(err)
		case bytes.Equal(got, after):
			finished++
		case !bytes.Equal(got, before):
			t.Fatalf("%d bytes, neither those before (%d) nor those after (%d)", len(got), len(before), len(after))
		}
	}
	t.Logf("%d of %d finished", finished, runs)
}
