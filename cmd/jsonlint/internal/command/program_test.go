package command

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program as it is built begins before all packages are initialised. It does what it
// should all the same, whether it needs schemas or not, and on one CPU, too.
func TestProgram(t *testing.T) {
	program := build(t)
	t.Run("begins early", func(t *testing.T) { checkBeginsEarly(t, program) })
	for _, c := range []struct {
		args   string
		status int
		told   string
	}{
		{"object.json", 0, ""},
		{"comma.json", 1, "comma.json:1:14: trailing comma"},
		{"no/such/file", 2, "jsonlint: no/such/file: "},
		{"--schema array.json list.json", 0, ""},
		{"--schema array.json object.json", 1, "object.json:1:1: must be an array"},
		{"--schema list.json object.json", 2, "jsonlint: list.json:1:1: "},
		{"declares.json", 1, "declares.json:1:1: must be an array"},
	} {
		for _, cpus := range []string{"1", "2"} {
			out, status := start(t, program, "GOMAXPROCS="+cpus, c.args)
			if status != c.status || !bytes.HasPrefix(out, []byte(c.told)) || len(out) > 0 != (c.told != "") {
				t.Errorf("%s on %s CPU: status %d, %s; want %d, %q", c.args, cpus, status, out, c.status, c.told)
			}
		}
	}
}

// checkBeginsEarly holds the order of paths, which lets the program begin before the schema engine.
func checkBeginsEarly(t *testing.T, program string) {
	out, _ := start(t, program, "GODEBUG=inittrace=1", "--schema array.json list.json")
	early := bytes.Index(out, []byte("init github.com/assayjson/assay/cmd/jsonlint/internal/early "))
	engine := bytes.Index(out, []byte("init github.com/santhosh-tekuri/jsonschema/v6 "))
	if early < 0 || engine < early {
		t.Errorf("the program begins at byte %d and the engine at byte %d of\n%s", early, engine, out)
	}
}

// build returns the path of the program, built as its users have it.
func build(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "jsonlint.exe")
	if out, err := exec.Command("go", "build", "-o", path, "github.com/assayjson/assay/cmd/jsonlint").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// start runs the program in testdata/program and returns what it tells, and its status.
func start(t *testing.T, program, env, args string) (out []byte, status int) {
	t.Helper()
	cmd := exec.Command(program, strings.Fields(args)...)
	cmd.Dir = "testdata/program"
	cmd.Env = append(cmd.Environ(), env)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out, cmd.ProcessState.ExitCode()
}
