package schemas

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/assayjson/assay/bench/internal/contest"
	"github.com/assayjson/assay/bench/internal/report"
	"github.com/assayjson/assay/bench/internal/ruler"
)

// hintSourcemeta describes how to install Sourcemeta's program.
const hintSourcemeta = "npm install @sourcemeta/jsonschema, its node_modules/.bin on PATH"

// sourcemeta returns the contestants of Sourcemeta's command, whose engine is Blaze. It has no library
// for node or Go, so the program is measured in two ways:
//
//   - with parsing: the CPU time of the program for a file of many documents (JSON Lines), less its
//     time for the same documents once. The difference has what each document costs: it is read,
//     parsed to values, of which the program keeps all until its end, and checked.
//   - without parsing: what its option --benchmark prints, the wall time of the checks alone, on
//     values that are in memory.
func sourcemeta(dir string) ([]contestant, error) {
	path, err := findSourcemeta()
	if err != nil {
		return nil, err
	}
	out, err := exec.Command(path, "version").Output()
	version := strings.TrimSpace(string(out))
	if err != nil || !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(version) {
		return nil, fmt.Errorf("%s is another program: its version is %.40q", path, version)
	}
	var all []contestant
	for _, c := range []struct {
		name, note string
		role       contest.Role
		run        func(s *command, passes int) (ruler.Sample, error)
	}{
		{nameBlaze, "--fast; CPU time of the program for many documents, less its time for one pass", contest.Peer, (*command).difference},
		{"sourcemeta, without parsing", "--fast --benchmark; wall time of the checks alone", contest.Limit, (*command).benchmark},
	} {
		all = append(all, contestant{
			engine:     "blaze",
			Contestant: report.Contestant{Category: category, Role: c.role, Name: c.name, Note: c.note, Language: "C++", Version: version},
			open:       func(e example) (session, error) { return newCommand(path, dir, e, c.run) },
		})
	}
	return all, nil
}

// findSourcemeta returns the path of the executable. npm installs a script for node that starts it,
// which would be measured too.
func findSourcemeta() (string, error) {
	path, err := exec.LookPath("jsonschema")
	if err != nil {
		return "", err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil || filepath.Ext(path) != ".js" {
		return path, err
	}
	builds, err := filepath.Glob(filepath.Join(filepath.Dir(path), "..", "build", "*", "jsonschema-"+platform()+"*"))
	if err != nil || len(builds) == 0 {
		return "", errors.Join(err, fmt.Errorf("no executable for %s beside %s", platform(), path))
	}
	return builds[0], nil
}

// A command is a session with Sourcemeta's program.
type command struct {
	path, schema, lines, probe string
	once                       []byte // the documents, one on each line
	docs                       int
	run                        func(c *command, passes int) (ruler.Sample, error)
	written                    int // how often the file has the documents
}

func newCommand(path, dir string, e example, run func(*command, int) (ruler.Sample, error)) (*command, error) {
	c := &command{
		path: path, run: run, docs: len(e.docs), written: -1,
		schema: filepath.Join(dir, "sourcemeta-schema.json"), probe: filepath.Join(dir, "sourcemeta-document.json"),
	}
	for _, doc := range e.docs {
		var line bytes.Buffer
		if err := json.Compact(&line, doc); err != nil {
			return nil, err
		}
		c.once = append(append(c.once, line.Bytes()...), '\n')
	}
	f, err := os.CreateTemp(dir, "*.jsonl")
	if err != nil {
		return nil, err
	}
	c.lines = f.Name()
	return c, errors.Join(f.Close(), os.WriteFile(c.schema, e.schema, 0o600))
}

func (c *command) Close() error { return os.Remove(c.lines) }

// accepts implements [session]: the exit status is 2 if the document is invalid.
func (c *command) accepts(doc []byte) (bool, error) {
	if err := os.WriteFile(c.probe, doc, 0o600); err != nil {
		return false, err
	}
	_, out, err := c.start(c.probe)
	var exit *exec.ExitError
	switch {
	case err == nil:
		return true, nil
	case errors.As(err, &exit) && exit.ExitCode() == 2:
		return false, nil
	}
	complaint, _, _ := strings.Cut(string(out), "\n")
	return false, fmt.Errorf("%w: %s", err, complaint)
}

// start runs the program on a file, and returns its CPU time and output.
func (c *command) start(file string, more ...string) (time.Duration, []byte, error) {
	args := append([]string{"validate", c.schema, file, "--fast", "--format-assertion"}, more...)
	cmd := exec.Command(c.path, args...)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		return 0, out, err
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), out, err
}

// write makes a file that has the documents the given number of times.
func (c *command) write(times int) error {
	if c.written == times {
		return nil
	}
	c.written = times
	return os.WriteFile(c.lines, bytes.Repeat(c.once, times), 0o600)
}

// scale is how much more work this contestant does in a turn than others, because the time from the
// start of the program to its end, which does not count, varies by about a millisecond.
const scale = 8

// Run implements [ruler.Lane].
func (c *command) Run(passes int) (ruler.Sample, error) { return c.run(c, passes) }

// difference measures the program with parsing.
func (c *command) difference(passes int) (s ruler.Sample, err error) {
	var used [2]time.Duration
	for i, times := range []int{1, 1 + scale*passes} {
		if err := c.write(times); err != nil {
			return s, err
		}
		var out []byte
		if used[i], out, err = c.start(c.lines); err != nil {
			return s, fmt.Errorf("%w: %.100s", err, out)
		}
	}
	s.CPU = max(0, used[1]-used[0]) / scale
	return s, nil
}

// took matches the mean time of a document in the output of --benchmark, in microseconds.
var took = regexp.MustCompile(`(?m)PASS (\d+\.\d+) \+- `)

// benchmark measures the program without parsing.
func (c *command) benchmark(passes int) (s ruler.Sample, err error) {
	if err := c.write(1); err != nil {
		return s, err
	}
	_, out, err := c.start(c.lines, "--benchmark", "--loop", strconv.Itoa(passes))
	if err != nil {
		return s, fmt.Errorf("%w: %.100s", err, out)
	}
	times := took.FindAllSubmatch(out, -1)
	if len(times) != c.docs {
		return s, fmt.Errorf("%d times for %d documents: %.100s", len(times), c.docs, out)
	}
	for _, t := range times {
		micros, err := strconv.ParseFloat(string(t[1]), 64)
		if err != nil {
			return s, err
		}
		s.CPU += time.Duration(micros * float64(passes) * float64(time.Microsecond))
	}
	return s, nil
}

// platform is the name of this platform in the names of the executables.
func platform() string {
	arch := map[string]string{"amd64": "x86_64"}[runtime.GOARCH]
	return runtime.GOOS + "-" + cmp.Or(arch, runtime.GOARCH)
}
