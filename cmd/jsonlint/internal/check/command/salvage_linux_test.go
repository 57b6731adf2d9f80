package command

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// waitForOutputs waits until the program has created n output files.
func waitForOutputs(dir string, n int) {
	for {
		if files := must(filepath.Glob(filepath.Join(dir, ".jsonlint-*.tmp"))); len(files) == n {
			return
		}
	}
}

// An interrupt of jsonlint salvage leaves all files as they were, even while the program waits for input.
func TestSalvageInterrupted(t *testing.T) {
	for _, signal := range endingSignals() {
		c, dir, messages := inFolder(t, "salvage", "--out", "good.ndjson", "--rest", "rest", "--list", "list")
		in := must(c.StdinPipe())
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		must(io.WriteString(in, "{\"id\":1}\n{\"id\":"))
		waitForOutputs(dir, 3)
		if err := c.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		c.Wait() // the state has the exit status
		in.Close()
		checkNothingWritten(t, c, dir, messages, "jsonlint: interrupted; no files have been written\n")
	}
}

// So does an interrupt while files are rebuilt, here from a list that comes from a pipe.
func TestSalvageJoinInterrupted(t *testing.T) {
	signals := endingSignals()
	if len(signals) == 0 {
		t.Skip("this test runs with all signals ignored")
	}
	list := filepath.Join(t.TempDir(), "list")
	if err := syscall.Mkfifo(list, 0o600); err != nil {
		t.Fatal(err)
	}
	c, dir, messages := inFolder(t, "salvage", "--join", list, "--out", "good.ndjson")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	waitForOutputs(dir, 1)
	if err := c.Process.Signal(signals[0]); err != nil {
		t.Fatal(err)
	}
	c.Wait()
	checkNothingWritten(t, c, dir, messages, "jsonlint: interrupted; no files have been written\n")
}

// The message about a full disk names the output, not the list or the file that is read.
func TestStandardOutputFull(t *testing.T) {
	full := must(os.OpenFile("/dev/full", os.O_WRONLY, 0))
	defer full.Close()
	for _, args := range [][]string{{"salvage", "--join", "list"}, {"get", "a.ndjson:1"}} {
		c, dir, messages := inFolder(t, args...)
		for name, text := range map[string]string{
			"a.ndjson": strings.Repeat(" ", 100_000) + "{}\n", "rest": "",
			"list": `{"version":1,"good":"a.ndjson","rest":"rest"}` + "\n" + `{"file":"a"}` + "\n" + `{"offset":0,"length":100003,"in":"good","at":0,"records":1}` + "\n",
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c.Stdout = full
		c.Run() // the state has the exit status
		if want := "jsonlint: write /dev/stdout: no space left on device\n"; c.ProcessState.ExitCode() != StatusTrouble || messages.String() != want {
			t.Errorf("%v: %v, %s", args, c.ProcessState, messages)
		}
	}
}
