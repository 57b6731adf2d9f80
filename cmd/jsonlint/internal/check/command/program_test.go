package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// The results of the built program are correct, with and without schemas, and also on one CPU.
func TestProgram(t *testing.T) {
	program := build(t)
	t.Run("collects late", func(t *testing.T) { checkCollectsLate(t, program) })
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
		{"--schema list.json object.json", 2, "list.json:1:1: must be a boolean or an object"},
		{"declares.json", 1, "declares.json:1:1: must be an array"},
	} {
		for _, cpus := range []string{"1", "2"} {
			out, status := start(t, program, c.args, "GOMAXPROCS="+cpus)
			if status != c.status || !bytes.HasPrefix(out, []byte(c.told)) || len(out) > 0 != (c.told != "") {
				t.Errorf("%s on %s CPU: status %d, %s; want %d, %q", c.args, cpus, status, out, c.status, c.told)
			}
		}
	}
}

// checkCollectsLate checks when garbage is collected in a run with many findings. The first
// collection starts when the heap reaches 16 MB, and each later one when the heap has doubled. A
// value of GOGC other than 100 takes precedence.
//
// Another goroutine restores the usual limit, and collections do not wait for it. Usually at most the
// second one comes first, but there may be more on a busy machine, so the program is run again before
// this is an error.
func checkCollectsLate(t *testing.T, program string) {
	file := filepath.Join(t.TempDir(), "many.json")
	for _, c := range []struct {
		limit           string
		findings, first int
		late            bool // the limit may be restored only after the second collection
	}{
		{"GOGC=100", 250_000, 16, true},
		{"GOGC=50", 100_000, 2, false},
	} {
		if err := os.WriteFile(file, []byte("["+strings.Repeat(`"\ud800",`, c.findings)+"0]"), 0o600); err != nil {
			t.Fatal(err)
		}
		const most = 10 // runs
		for run := 1; ; run++ {
			out, _ := start(t, program, "--max-problems 300000 "+file, "GODEBUG=gctrace=1", c.limit)
			complaint := complainOfGoals(t, out, c.first, c.late)
			if complaint == "" {
				break
			}
			if run == most {
				t.Errorf("%s: %s, in the last of %d runs: %.3000s", c.limit, complaint, most, out)
				break
			}
		}
	}
}

// complainOfGoals returns what is wrong with the goals in the trace of a run, or "". The first goal must be the given
// number of MB, and each later one at most three times what was left by the collection before.
func complainOfGoals(t *testing.T, trace []byte, first int, late bool) string {
	t.Helper()
	collection := regexp.MustCompile(`^gc .*->(\d+) MB, (\d+) MB goal`)
	var collections [][][]byte
	for line := range bytes.Lines(trace) { // almost all of them are findings
		if found := collection.FindSubmatch(line); found != nil {
			collections = append(collections, found)
		}
	}
	if len(collections) < 3 {
		return fmt.Sprintf("%d collections", len(collections))
	}
	left := 0
	for i, collection := range collections {
		most, goal := max(4, 3*left), atoi(t, collection[2])
		if i == 1 && late {
			most = 6 * left
		}
		if i == 0 && goal != first || i > 0 && goal > most {
			return fmt.Sprintf("goal %d of %d MB, when at most %d were expected", i, goal, most)
		}
		left = atoi(t, collection[1])
	}
	return ""
}

func atoi(t *testing.T, b []byte) int {
	t.Helper()
	n, err := strconv.Atoi(string(b))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// programDir is the folder of the built program, which TestMain removes.
var programDir string

// build returns the path of the program, built in the same way as for users. It is built once for all tests.
func build(t *testing.T) (path string) {
	t.Helper()
	path, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var buildOnce = sync.OnceValues(func() (path string, err error) {
	if programDir, err = os.MkdirTemp("", "jsonlint"); err != nil {
		return "", err
	}
	path = filepath.Join(programDir, "jsonlint")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, "github.com/assayjson/assay/cmd/jsonlint").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// RemoveProgram removes the built program.
func RemoveProgram() { os.RemoveAll(programDir) }

// start runs the program in testdata/program and returns its output and exit status.
func start(t *testing.T, program, args string, env ...string) (out []byte, status int) {
	t.Helper()
	cmd := exec.Command(program, strings.Fields(args)...)
	cmd.Dir = "testdata/program"
	cmd.Env = append(append(cmd.Environ(), "NO_COLOR=1"), env...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out, cmd.ProcessState.ExitCode()
}
