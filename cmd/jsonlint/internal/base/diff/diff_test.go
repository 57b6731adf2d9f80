package diff

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Git and patch can apply a diff to a file with any name.
func TestDiffIsAppliedToItsFile(t *testing.T) {
	for _, name := range []string{
		"a.json", "sub/a.json", "with spaces.json", "é.json", "tab\tand\nline.json", `"quoted".json`, `back\slash.json`, "bytes \xFF\xE9.json",
		"bidi \u202E.json",
	} {
		diff := Unified(name, []byte("[1,]\n"), []byte("[1]\n"))
		for _, command := range [][]string{{"git", "apply", "-"}, {"patch", "-p1"}} {
			if _, err := exec.LookPath(command[0]); err != nil {
				continue
			}
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			if os.MkdirAll(filepath.Dir(path), 0o777) != nil || os.WriteFile(path, []byte("[1,]\n"), 0o666) != nil {
				continue // the system does not allow such names
			}
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Dir = dir
			cmd.Env = append(cmd.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
			cmd.Stdin = bytes.NewReader(diff)
			out, err := cmd.CombinedOutput()
			if got, _ := os.ReadFile(path); err != nil || string(got) != "[1]\n" {
				t.Errorf("%s: %q: %v: %s\n%s", command[0], name, err, out, diff)
			}
		}
	}
}
