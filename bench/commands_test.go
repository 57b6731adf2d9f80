package bench_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// command matches a command in a text. The submatches are the folder of the program and its flags.
var command = regexp.MustCompile("go -C bench run \\./(\\w+)([^`#\n]*)")

// TestCommandsInTexts checks that each command in the texts about the benchmarks names a program,
// and that the program knows the flags. The last flag is -h, so that the program only parses them.
func TestCommandsInTexts(t *testing.T) {
	var commands [][]string
	for _, file := range []string{"README.md", "internal/report/page.txt", "shapes/floors.txt", "../CONTRIBUTING.md", "../docs/messages.md", "../.ci/run"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := command.FindAllStringSubmatch(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s has no command", file)
		}
		for _, match := range found {
			commands = append(commands, append([]string{match[1]}, strings.Fields(match[2])...))
		}
	}
	slices.SortFunc(commands, slices.Compare)
	for _, args := range slices.CompactFunc(commands, slices.Equal) {
		run := exec.Command("go", append([]string{"run", "./" + args[0]}, append(args[1:], "-h")...)...)
		if out, err := run.CombinedOutput(); err != nil || !strings.Contains(string(out), "-") {
			t.Errorf("%s: %v\n%.300s", run, err, out)
		}
	}
}
