package command

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// divideIn returns the program, ready to divide its standard input in a folder with an old good file.
func divideIn(t *testing.T, args ...string) (c *exec.Cmd, dir string, messages *bytes.Buffer) {
	t.Helper()
	return inFolder(t, append([]string{"--no-config"}, args...)...)
}

// inFolder returns the program, ready to run in a folder with an old good file.
func inFolder(t *testing.T, args ...string) (c *exec.Cmd, dir string, messages *bytes.Buffer) {
	t.Helper()
	dir, messages = t.TempDir(), new(bytes.Buffer)
	if err := os.WriteFile(filepath.Join(dir, "good.ndjson"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	c = exec.CommandContext(t.Context(), must(os.Executable()), args...)
	c.Args[0] = "jsonlint" // see TestMain
	c.Dir, c.Stderr = dir, messages
	return c, dir, messages
}

// checkNothingWritten checks the exit status, the messages, and that only the old file is left.
func checkNothingWritten(t *testing.T, c *exec.Cmd, dir string, messages *bytes.Buffer, want string) {
	t.Helper()
	if c.ProcessState.ExitCode() != StatusTrouble || !strings.Contains(messages.String(), want) {
		t.Errorf("%v, %s", c.ProcessState, messages)
	}
	entries := must(os.ReadDir(dir))
	if text := string(must(os.ReadFile(filepath.Join(dir, "good.ndjson")))); len(entries) != 1 || text != "old" {
		t.Errorf("left %v, with %q", entries, text)
	}
}

// An interrupt leaves all files as they were, even while the program waits for input.
func TestDivideInterrupted(t *testing.T) {
	for _, signal := range endingSignals() {
		c, dir, messages := divideIn(t, "--good-to", "good.ndjson", "--bad-to", "bad.ndjson", "--report", "report.ndjson")
		checkInterrupted(t, c, signal, dir, messages, "jsonlint: interrupted; no records have been written\n")
		c, dir, messages = inFolder(t, "salvage", "--out", "good.ndjson", "--rest", "rest.ndjson", "--list", "list.ndjson")
		checkInterrupted(t, c, signal, dir, messages, "jsonlint: interrupted; no files have been written\n")
	}
}

// checkInterrupted starts a program that writes three files, and interrupts it while it waits for input.
func checkInterrupted(t *testing.T, c *exec.Cmd, signal os.Signal, dir string, messages *bytes.Buffer, want string) {
	t.Helper()
	in := must(c.StdinPipe())
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	must(io.WriteString(in, "{\"id\":1}\nx\n"))
	for begun := false; !begun; {
		files := must(filepath.Glob(filepath.Join(dir, ".jsonlint-*.tmp")))
		begun = len(files) == 3
	}
	if err := c.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	c.Wait() // the state has the exit status
	in.Close()
	checkNothingWritten(t, c, dir, messages, want)
}

// A full disk leaves all files as they were.
func TestDivideDiskFull(t *testing.T) {
	text := strings.Repeat("{\"id\":1}\nx\n", 50_000)
	c, dir, messages := divideIn(t, "-q", "--good-to", "good.ndjson", "--bad-to", "/dev/full")
	c.Stdin = strings.NewReader(text)
	c.Run()
	checkNothingWritten(t, c, dir, messages, "jsonlint: /dev/full: no space left on device\njsonlint: what has been written is incomplete\n")
}

// A file whose name ends like the number of a record is found.
func TestGetFileWithColon(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"x": "[0]\n[1]\n", "x:2": "[\"file\"]\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"x:2 /0", "\"file\"\n"}, {"x:2:1", "[\"file\"]\n"}, {"x:1 /0", "0\n"}, {"-:2 /0", "1\n"},
	} {
		var out bytes.Buffer
		status := run(append([]string{"get"}, strings.Fields(c.args)...), Stdio{In: strings.NewReader("[0]\n[1]\n"), Out: &out, Err: io.Discard})
		if status != StatusValid || out.String() != c.want {
			t.Errorf("%s: %d, %q", c.args, status, &out)
		}
	}
}
