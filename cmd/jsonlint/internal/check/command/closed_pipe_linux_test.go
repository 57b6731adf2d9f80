package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// unread are command lines that write to standard output. Some of them also have unfinished files by then.
var unread = []string{
	"bad.ndjson", "--format json bad.ndjson", "--list-files .", "--print-config bad.ndjson", "--diff commas.json", "--fix -", "--version", "--help",
	"--good-to good.ndjson --bad-to new --report - bad.ndjson", "--good-to - --bad-to new bad.ndjson", "--report - bad.ndjson",
	"fmt --diff array.json", "fmt --check array.json", "fmt array.json", "hook check-json commas.json", "explain", "rules", "complete array.json", "stats bad.ndjson", "stats --format json bad.ndjson",
	"get bad.ndjson:1", "index --since bad.ndjson", "index --list-bad bad.ndjson", "index --list-bad --format ndjson old.ndjson",
	"records array.json", "records --array old.ndjson", "salvage bad.ndjson --out new --rest rest", "salvage bad.ndjson --out new --rest rest --list -",
	"salvage bad.ndjson --out - --rest rest --list list", "salvage --join joined", "plan bad.ndjson", "merge parts", "merge parts --good-to good.ndjson", "report report.ndjson --html -",
	"schema check schema.json", "schema check --profile gemini schema.json", "completion bash", "man", "help", "help stats", "version",
}

// silent are the commands that write little or nothing to standard output, or serve.
var silent = []string{"init", "lsp", "run", "serve"}

// If nobody reads the output, every command ends by SIGPIPE and without a message about it, and leaves no unfinished files, also
// after it has begun to write files.
func TestClosedPipe(t *testing.T) {
	dir := t.TempDir()
	text := strings.Repeat("{\"id\":1}\n{\"id\":2,}\n", 50)
	for name, text := range map[string]string{
		"bad.ndjson": text, "old.ndjson": text, "commas.json": "[1,]\n", "array.json": "[[1],{\"a\":2}]\n", "schema.json": `{"type":"text"}`, "rest": "",
		"joined": `{"version":1,"good":"old.ndjson","rest":"rest"}` + "\n" + `{"file":"a"}` + "\n" + `{"offset":0,"length":9,"in":"good","at":0,"records":1}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"index old.ndjson", "plan bad.ndjson --output-file plan", "run plan --all --good --out parts", "--report report.ndjson -q bad.ndjson",
	} {
		c, _, messages := inFolder(t, strings.Fields(line)...)
		c.Dir = dir
		if c.Run(); c.ProcessState.ExitCode() == StatusTrouble {
			t.Fatalf("%s: %s", line, messages)
		}
	}
	tested := slices.Clone(silent)
	for _, line := range unread {
		args := strings.Fields(line)
		tested = append(tested, args[0])
		c, _, messages := inFolder(t, args...)
		was := names(dir)
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		read.Close()
		c.Dir, c.Stdin, c.Stdout = dir, strings.NewReader("[1,]"), write
		c.Run() // the state has the signal
		write.Close()
		if status := c.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGPIPE || strings.Contains(messages.String(), "pipe") {
			t.Errorf("%s: %v, %s", line, c.ProcessState, messages)
		}
		if is := names(dir); !slices.Equal(is, was) {
			t.Errorf("%s: there were %q, and now there are %q", line, was, is)
		}
	}
	for _, name := range Commands().Names() {
		if !slices.Contains(tested, name) {
			t.Errorf("%s is not tested", name)
		}
	}
}

// names returns the names of the files in a folder, except indexes, which are complete before bad records are listed.
func names(dir string) (all []string) {
	for _, e := range must(os.ReadDir(dir)) {
		if filepath.Ext(e.Name()) != ".jidx" {
			all = append(all, e.Name())
		}
	}
	return all
}
