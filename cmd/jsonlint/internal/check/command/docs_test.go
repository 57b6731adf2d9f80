package command

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/reference/cli.md")

// docs/reference/cli.md is generated from the table of flags. To rewrite it, run the test with -update.
func TestReferenceIsThatOfTheFlags(t *testing.T) {
	const path = "../../../../../docs/reference/cli.md"
	want := Program(Commands()).Markdown()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/reference/cli.md is not what the flags make; run go test -update")
	}
}

// The help fits on a terminal and contains every flag and command.
func TestUsage(t *testing.T) {
	usage := Program(Commands()).Usage()
	for line := range strings.Lines(usage) {
		if len(line) > 90 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	names := map[string]bool{}
	for _, o := range Program(Commands()).Options() {
		if !strings.Contains(usage, "--"+o.Name) || o.Doc == "" || names[o.Name] || o.Short != "" && names[o.Short] {
			t.Errorf("--%s is not described, or twice", o.Name)
		}
		names[o.Name], names[o.Short] = true, true
	}
}

// Each completion script is valid. A script is checked only if its shell is installed.
func TestCompletions(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script := Program(Commands()).Completion(shell)
		for _, o := range Program(Commands()).Options() {
			if !strings.Contains(script, o.Name) {
				t.Errorf("%s: no %s", shell, o.Name)
			}
		}
		if _, err := exec.LookPath(shell); err != nil {
			continue
		}
		cmd := exec.Command(shell, "-n")
		cmd.Stdin = strings.NewReader(script)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s -n: %v %s", shell, err, out)
		}
	}
	if _, err := exec.LookPath("bash"); err != nil {
		return
	}
	for line, want := range map[string]string{
		"--form": "--format", "--format sar": "sarif", "--warn bo": "bom", "expl": "explain", "--color=al": "always",
		"explain dup": "duplicate-keys", "completion z": "zsh", "schema up": "update", "schema --dr": "--dry-run", "fmt --ind": "--indent",
		"--from windows-125": "windows-1252", "--from=koi": "koi8-r",
	} {
		if got := complete(t, line); !regexp.MustCompile(`(^|\s)` + want + `(\s|$)`).MatchString(got) {
			t.Errorf("jsonlint %s: %q, want %s", line, got, want)
		}
	}
}

// A file name is one completion, even if it contains spaces.
func TestCompletionOfFiles(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("two words.json", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := complete(t, "two"); got != "two words.json\n" {
		t.Errorf("%q", got)
	}
}

// zsh accepts the script as a file in fpath and as a sourced file.
func TestZsh(t *testing.T) {
	if _, err := exec.LookPath("zsh"); err != nil {
		t.Skip("there is no zsh")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "_jsonlint"), []byte(Program(Commands()).Completion("zsh")), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, setup := range map[string]string{
		"sourced": "autoload -U compinit; compinit -u -D; source ./_jsonlint",
		"fpath":   "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D",
	} {
		cmd := exec.Command("zsh", "-fc", setup+"; print $_comps[jsonlint]")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != "_jsonlint\n" {
			t.Errorf("%s: %v %s", name, err, out)
		}
	}
}

// complete returns the completions that bash offers at the end of a command line.
func complete(t *testing.T, line string) string {
	t.Helper()
	words := strings.Fields(strings.ReplaceAll(line, "=", " = "))
	script := Program(Commands()).Completion("bash") + "\nCOMP_WORDS=(jsonlint " + strings.Join(words, " ") +
		"); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _jsonlint; printf '%s\\n' \"${COMPREPLY[@]}\""
	cmd := exec.Command("bash")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestManualPage(t *testing.T) {
	page := Program(Commands()).Man("v1")
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !regexp.MustCompile(`^\.(TH|SH|SS|TP|B|br|PP)\b`).MatchString(line) {
			t.Errorf("troff obeys %q", line)
		}
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("there is no groff")
	}
	cmd := exec.Command("groff", "-man", "-Tutf8", "-ww", "-z")
	cmd.Stdin = strings.NewReader(page)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("groff: %v %s", err, out)
	}
}
