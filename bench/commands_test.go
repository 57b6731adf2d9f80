package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// command matches a command in a text. The submatch is the subcommand with its flags.
var command = regexp.MustCompile("go -C bench run \\. (\\w+[^`#\n]*)")

// TestCommandsInTexts checks that each command in the texts about the benchmarks names a subcommand,
// and that the subcommand knows the flags. The last flag is -h, so that the program only parses them.
func TestCommandsInTexts(t *testing.T) {
	var commands []string
	for _, file := range []string{"README.md", "internal/report/page.txt", "shapes/floors.txt", "../CONTRIBUTING.md", "../.ci/run"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := command.FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s has no command", file)
		}
		for _, match := range found {
			commands = append(commands, strings.TrimSpace(match[1]))
		}
	}
	program := filepath.Join(t.TempDir(), "bench.exe")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	slices.Sort(commands)
	for _, one := range slices.Compact(commands) {
		run := exec.Command(program, append(strings.Fields(one), "-h")...)
		if out, err := run.CombinedOutput(); err != nil || !strings.Contains(string(out), "-") {
			t.Errorf("%s: %v\n%.300s", one, err, out)
		}
	}
}
