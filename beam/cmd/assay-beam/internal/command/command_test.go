package command

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// The tests start themselves as other programs, which these variables of the environment choose.
const (
	roleVariable = "ASSAY_BEAM_ROLE" // "program", "server" or "workers"
	portVariable = "ASSAY_BEAM_PORT" // of a server or of workers
	markVariable = "ASSAY_BEAM_MARK" // a file that is created at the first read of a slow file
	holdVariable = "ASSAY_BEAM_HOLD" // reads of a slow file wait until there is this file
)

func TestMain(m *testing.M) {
	ctx := context.Background()
	port, _ := strconv.Atoi(os.Getenv(portVariable)) // 0 if there is none
	switch os.Getenv(roleVariable) {
	case "program":
		os.Exit(Main())
	case "server": // what Prism's own command does
		if _, err := prism.CreateJobServer(ctx, prism.Options{Port: port}); err != nil {
			panic(err)
		}
		select {}
	case "workers":
		if _, err := extworker.StartLoopback(ctx, port); err != nil {
			panic(err)
		}
		select {}
	}
	os.Exit(m.Run())
}

// slow is a file system of local files whose names begin with slow://. Their reads take long.
type slow struct{ filesystem.Interface }

func init() {
	filesystem.Register("slow", func(ctx context.Context) filesystem.Interface { return slow{local.New(ctx)} })
	filesystem.Register("stuck", func(ctx context.Context) filesystem.Interface { return stuck{local.New(ctx)} })
	filesystem.Register("hanging", func(ctx context.Context) filesystem.Interface { return hanging{local.New(ctx)} })
}

// hanging is a file system that never lists anything.
type hanging struct{ filesystem.Interface }

func (hanging) List(context.Context, string) ([]string, error) {
	if err := os.WriteFile(os.Getenv(markVariable), nil, 0o600); err != nil {
		return nil, err
	}
	for {
		time.Sleep(time.Hour)
	}
}

// stuck is a file system whose names begin with stuck://. It cannot be reached.
type stuck struct{ filesystem.Interface }

func (stuck) List(context.Context, string) ([]string, error) { return nil, errors.New("no network") }
func (stuck) Remove(context.Context, string) error           { return errors.New("no network") }

func (s slow) List(_ context.Context, glob string) ([]string, error) {
	names, err := filepath.Glob(strings.TrimPrefix(glob, "slow://"))
	for i := range names {
		names[i] = "slow://" + names[i]
	}
	return names, err
}

func (s slow) OpenRead(_ context.Context, name string) (io.ReadCloser, error) {
	f, err := os.Open(strings.TrimPrefix(name, "slow://"))
	return &slowFile{f}, err
}

type slowFile struct{ *os.File }

func (f *slowFile) Read(p []byte) (int, error) {
	if at, _ := f.Seek(0, io.SeekCurrent); at >= 64<<10 { // not while the first line is examined
		if mark := os.Getenv(markVariable); mark != "" {
			if err := os.WriteFile(mark, nil, 0o600); err != nil {
				return 0, err
			}
		}
		time.Sleep(200 * time.Millisecond)
		for hold := os.Getenv(holdVariable); hold != ""; time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(hold); err == nil {
				break
			}
		}
	}
	return f.File.Read(p)
}

// start starts this program in a role. It is killed at the end of the test.
func start(t *testing.T, role string, port int, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), roleVariable+"="+role, fmt.Sprintf("%s=%d", portVariable, port))
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill() // may have ended
		c.Wait()
	})
	if port > 0 {
		waitFor(t, func() bool {
			conn, err := net.Dial("tcp", fmt.Sprintf("localhost:%d", port))
			if err == nil {
				conn.Close()
			}
			return err == nil
		})
	}
	return c, &out
}

func waitFor(t *testing.T, ready func() bool) {
	t.Helper()
	for range 3000 {
		if ready() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("waited too long")
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// ended waits for a program and returns its exit status and output.
func ended(c *exec.Cmd, out *bytes.Buffer) (int, string) {
	c.Wait() // the error is in the exit status
	return c.ProcessState.ExitCode(), out.String()
}

func program(t *testing.T, args ...string) (status int, output string) {
	t.Helper()
	return ended(start(t, "program", 0, args...))
}

// jsonlint builds the command to compare with.
func jsonlint(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "jsonlint")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	c := exec.Command("go", "build", "-o", name, "github.com/assayjson/assay/cmd/jsonlint")
	c.Dir = "../../../../.." // its module has the program's dependencies
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return name
}

var bits = []string{
	`{"id":1}`, `{"a":[1,2,{"b":null}]}`, `"x"`, `{"ä":"𝄞€"}`, `{"id":2,}`, `{"a":1,"a":2}`, `{"a":[1,{"b":`, `{"a":"b`, `nul`,
	`{"line 2, column 5":1, "line 2, column 5":2}`, "\n", "\n", "\r\n", "\n\n", "\r", " \t\n", "\uFEFF", "\xff", "\xc3", "\xed\xa0\x80",
}

// write writes random files into a new folder: with byte order marks, line ends of both kinds, blank lines, text that is not
// UTF-8, compressed ones and an empty one.
func write(t *testing.T, rng *rand.Rand, count, size int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i := range count {
		b := bytes.NewBufferString([]string{"", "\uFEFF"}[rng.IntN(2)])
		for b.Len() < size {
			b.WriteString(bits[rng.IntN(len(bits))])
			if rng.IntN(3) > 0 {
				b.WriteByte('\n')
			}
		}
		name, text := filepath.Join(dir, fmt.Sprintf("f%02d.ndjson", i)), b.Bytes()
		switch i % 5 {
		case 2:
			name, text = name+".gz", gzipped(t, text)
		case 3:
			e, err := zstd.NewWriter(nil)
			if err != nil {
				t.Fatal(err)
			}
			name, text = name+".zst", e.EncodeAll(text, nil)
		case 4:
			text = nil
		}
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func gzipped(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// names are the names of outputs in a folder.
type names struct{ report, bad, good string }

func in(dir string) names {
	return names{filepath.Join(dir, "report"), filepath.Join(dir, "bad"), filepath.Join(dir, "good")}
}

// expected returns what jsonlint writes for files.
func expected(t *testing.T, jsonlint, glob string, flags ...string) (texts [3]string, status int) {
	t.Helper()
	files, err := filepath.Glob(glob)
	if err != nil {
		t.Fatal(err)
	}
	n := in(t.TempDir())
	c := exec.Command(jsonlint, slices.Concat([]string{"--quiet", "--dialect", "ndjson", "--report", n.report, "--bad-to", n.bad, "--good-to", n.good}, flags, files)...)
	if err := c.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return texts3(t, n), c.ProcessState.ExitCode()
}

func texts3(t *testing.T, n names) (texts [3]string) {
	t.Helper()
	for i, name := range []string{n.report, n.bad, n.good} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = string(text)
	}
	return texts
}

// The outputs are those of jsonlint, byte for byte.
func TestEqualsJsonlint(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	lint := jsonlint(t)
	rounds := 20
	if longtest.Off() {
		rounds = 2
	}
	for round := range rounds {
		dir := write(t, rng, 10, 10<<10)
		n, glob := in(t.TempDir()), filepath.Join(dir, "*")
		want, wantStatus := expected(t, lint, glob)
		status, out := program(t, "--input", glob, "--report", n.report, "--quarantine", n.bad, "--good", n.good, "--piece-size", fmt.Sprint(1+rng.IntN(8_000)))
		if status != wantStatus {
			t.Fatalf("status %d, want %d: %s", status, wantStatus, out)
		}
		if texts3(t, n) != want {
			t.Fatalf("round %d: outputs differ", round)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(n.report), ".assay*")); len(left) > 0 {
			t.Errorf("left %v", left)
		}
	}
}

// The exit statuses are those of jsonlint, and what is wrong with the flags is said.
func TestStatus(t *testing.T) {
	dir := t.TempDir()
	good, bad, odd := filepath.Join(dir, "good.ndjson"), filepath.Join(dir, "bad.ndjson"), filepath.Join(dir, "a[1].ndjson")
	damaged := filepath.Join(t.TempDir(), "damaged.ndjson.gz")
	for name, text := range map[string]string{damaged: "\x1f\x8b\x08\x00", good: "{}\n", odd: "{}\n", bad: "{\"a\":1,\"a\":2}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   string
		status int
		output string
	}{
		{"--input " + good, 0, "1 record: 1 good, 0 bad"},
		{"--input " + bad, 0, "1 record: 1 good, 0 bad"},
		{"--input " + bad + " --fail-on warning", 1, "1 record: 0 good, 1 bad"},
		{"--input " + bad + " --error duplicate-keys", 1, "1 record: 0 good, 1 bad"},
		{"", 2, "--input is missing"},
		{"--input " + dir, 0, "3 records: 3 good, 0 bad"},
		{"--input " + dir + "/none*", 2, dir + "/none*: no file matches"},
		{"--input " + dir + "/none", 2, dir + "/none: no such file or directory"},
		{"--input " + good + " --report " + good, 2, "an input and --report are the same file: " + good},
		{"--input " + good + " --report x --quarantine ./x", 2, "--report and --quarantine are the same file: ./x"},
		{"--input " + good + " --error x", 2, `unknown rule "x"`},
		{"--input " + good + " --schema " + dir + "/none", 2, "none: no such file or directory"},
		{"--inptu x", 2, "unknown flag: --inptu; did you mean --input? (see assay-beam --help)"},
		{"--endpont x", 2, "unknown flag: --endpont; did you mean --endpoint?"},
		{"--input " + good + " --piece-size x", 2, `--piece-size: "x" is not a size; use a number and a unit, such as 256MB`},
		{"--input " + good + " --report", 2, "flag needs an argument: --report"},
		{"--input " + damaged, 2, damaged + ": the gzip data is truncated; what is left of its records can be recovered with jsonlint salvage\nassay-beam: no outputs have been written\n"},
		{"--help", 0, "Usage: assay-beam [flags]"},
		{"--help-beam", 0, "--environment_config"},
		{"--input " + good + " --fail-on x", 2, "--fail-on"},
		{"--input " + good + " x", 2, `unexpected argument "x"`},
		{"--input " + good + " --report " + dir + "/no/report", 2, "/no/report: the folder does not exist; make it first"},
		{"--input " + good + " --good " + dir + "/no/good", 2, "the folder does not exist; make it first"},
		{"--input " + good + " --temp " + dir + "/no", 2, "/no: the folder does not exist; make it first"},
		{"--input " + good + " --good s3://a/b", 2, "--good s3://a/b: of the stores, only gs:// can be written"},
		{"--input " + good + " --report " + os.DevNull, 2, "not a regular file"},
		{"--input " + good + " --report /dev/stdout", 2, "--report /dev/stdout: not a regular file\n"},
		{"--input " + good + " --good /proc/self/fd/1", 2, "--good /proc/self/fd/1: not a regular file\n"},
		{"--input " + good + " --report -", 2, "--report -: standard output is not supported; name a file\n"},
		{"--input " + good + " --environment_type EXTERNAL", 2, "--environment_type EXTERNAL requires --endpoint\n"},
		{"--input " + dir + " --extensions txt", 2, "no files to check in " + dir + "; try --extensions, --hidden, --no-ignore or --no-config\n"},
		{"--input " + good + " --temp stuck://temp", 0, "assay-beam: warning: the outputs are complete, but temporary files are left: stuck://temp/.assay-beam-"},
		{"--input " + damaged + " --temp stuck://temp", 2, ": no network\n"},
		{"--input " + good + " --piece-size 64MiB", 0, "1 record: "},
		{"--bad-to x", 2, "unknown flag: --bad-to; use --quarantine (see assay-beam --help)\n"},
		{"--dialect=ndjson", 2, "unknown flag: --dialect; each line of a file is a record, as with --dialect ndjson of jsonlint (see"},
		{"--input https://example.com/a", 2, "https://example.com/a: no files can be read or written there"},
		{"--input " + good + " --good https://example.com/a", 2, "https://example.com/a: no files can be read or written there"},
		{"--input -", 2, "--input -: standard input is not supported; name files\n"},
		{"--input " + os.DevNull, 2, os.DevNull + ": is not a regular file\n"},
		{"--input " + odd, 0, "1 record: 1 good, 0 bad"},
		{"--input " + good + " --runner none", 2, `--runner: "none" is not valid`},
		{"--input " + good + " --runner dataflow", 2, "--project"},
		{"--input " + good + " --log some", 2, "--log"},
		{"--input " + good + " --shards 100000", 2, "--shards: 100000 is more than 99999"},
		{"--input " + good + " --endpoint localhost:1", 2, "--endpoint localhost:1: "},
	} {
		status, output := program(t, strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(output, c.output) {
			t.Errorf("%s: status %d, %s; want %d, %s", c.args, status, output, c.status, c.output)
		}
		if status == 2 && strings.Count(strings.ReplaceAll(output, "\nassay-beam: stuck://", ""), "\n") > 2 {
			t.Errorf("%s: %s", c.args, output)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 3 {
		t.Errorf("there are %q, %v", left, err)
	}
}

// All shards together are the output in one file. Files of another number of shards are not mixed up with them.
func TestShards(t *testing.T) {
	lint := jsonlint(t)
	dir := write(t, rand.New(rand.NewPCG(11, 12)), 6, 20<<10)
	glob := filepath.Join(dir, "*")
	want, wantStatus := expected(t, lint, glob)
	out := t.TempDir()
	args := func(shards int) []string {
		return []string{"--input", glob, "--shards", fmt.Sprint(shards), "--report", filepath.Join(out, "report.ndjson"), "--quarantine", filepath.Join(out, "bad.ndjson"), "--good", filepath.Join(out, "good.ndjson.gz"), "--piece-size", "1000"}
	}
	if status, text := program(t, args(40)...); status != wantStatus {
		t.Fatalf("status %d, want %d: %s", status, wantStatus, text)
	}
	for i, name := range []string{"report-%05d-of-00040.ndjson", "bad-%05d-of-00040.ndjson", "good-%05d-of-00040.ndjson.gz"} {
		var b bytes.Buffer
		filled := 0
		for k := range 40 {
			text, err := os.ReadFile(filepath.Join(out, fmt.Sprintf(name, k)))
			if err != nil {
				t.Fatal(err)
			}
			if i == 2 {
				z, err := gzip.NewReader(bytes.NewReader(text))
				if err != nil {
					t.Fatal(err)
				}
				if text, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
			}
			if b.Write(text); len(text) > 0 {
				filled++
			}
		}
		if b.String() != want[i] || filled < 20 || filled == 40 && i > 0 {
			t.Errorf("%s: %d bytes, want %d, in %d files", name, b.Len(), len(want[i]), filled)
		}
	}
	if all, err := os.ReadDir(out); err != nil || len(all) != 120 {
		t.Errorf("%v, %d files", err, len(all))
	}
	status, text := program(t, args(41)...)
	if status != 2 || !strings.Contains(text, "-of-00040.ndjson is a shard of another job") {
		t.Errorf("status %d: %s", status, text)
	}
}

// An interrupt ends the program before the job begins, and the job after that.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs cannot be interrupted")
	}
	dir := write(t, rand.New(rand.NewPCG(17, 18)), 1, 100<<10)
	t.Setenv(holdVariable, filepath.Join(dir, "never"))
	for input, want := range map[string]string{
		"hanging://x":                       "",
		"slow://" + filepath.Join(dir, "*"): "assay-beam: interrupted; no outputs have been written, unless they were just being renamed\n",
	} {
		mark, out := filepath.Join(t.TempDir(), "mark"), t.TempDir()
		t.Setenv(markVariable, mark)
		c, text := start(t, "program", 0, "--input", input, "--report", filepath.Join(out, "report"))
		waitFor(t, func() bool {
			_, err := os.Stat(mark)
			return err == nil
		})
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if _, text := ended(c, text); text != want {
			t.Errorf("%s: %q, want %q", input, text, want)
		}
		if left, err := os.ReadDir(out); err != nil || len(left) > 0 {
			t.Errorf("%s: left %v, %v", input, left, err)
		}
	}
}

// If workers are in another process, a job may go on after an interrupt, so its temporary files are not removed.
func TestInterruptedRemoteJob(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("programs cannot be interrupted")
	}
	dir, out := write(t, rand.New(rand.NewPCG(21, 22)), 1, 100<<10), t.TempDir()
	mark := filepath.Join(t.TempDir(), "mark")
	t.Setenv(markVariable, mark)
	t.Setenv(holdVariable, mark+".never")
	port, workerPort := freePort(t), freePort(t)
	start(t, "server", port)
	start(t, "workers", workerPort)
	c, text := start(t, "program", 0, "--input", "slow://"+filepath.Join(dir, "*"), "--report", filepath.Join(out, "report"), fmt.Sprintf("--endpoint=localhost:%d", port),
		"--environment_type=EXTERNAL", fmt.Sprintf("--environment_config=localhost:%d", workerPort))
	waitFor(t, func() bool {
		_, err := os.Stat(mark)
		return err == nil
	})
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	status, got := ended(c, text)
	left, err := filepath.Glob(filepath.Join(out, tempName+"*"))
	if err != nil || len(left) != 1 {
		t.Fatalf("left %v, %v", left, err)
	}
	if want := "assay-beam: interrupted\nassay-beam: the job may go on and write outputs; its temporary files are not removed: " + left[0] + "\n"; status != 2 || got != want {
		t.Errorf("status %d, %q, want %q", status, got, want)
	}
}

// If the job server ends before the job, the program ends, too.
func TestKilledServer(t *testing.T) {
	dir, out := write(t, rand.New(rand.NewPCG(23, 24)), 1, 100<<10), t.TempDir()
	mark := filepath.Join(t.TempDir(), "mark")
	t.Setenv(markVariable, mark)
	t.Setenv(holdVariable, mark+".never")
	port := freePort(t)
	server, _ := start(t, "server", port)
	c, text := start(t, "program", 0, "--input", "slow://"+filepath.Join(dir, "*"), "--report", filepath.Join(out, "report"),
		fmt.Sprintf("--endpoint=localhost:%d", port), "--environment_type=LOOPBACK")
	waitFor(t, func() bool {
		_, err := os.Stat(mark)
		return err == nil
	})
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err == nil {
		t.Error("the server has not been killed")
	}
	status, got := ended(c, text)
	want := fmt.Sprintf("assay-beam: --endpoint localhost:%d: the job server has gone\nassay-beam: no outputs have been written\n", port)
	if status != 2 || got != want {
		t.Errorf("status %d, %q, want %q", status, got, want)
	}
	if left, err := os.ReadDir(out); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// The errors of Beam's runners say whether a job has ended.
func TestIsFailure(t *testing.T) {
	for text, want := range map[string]bool{
		"failed to wait\n\tcaused by:\njob job-001 failed:\nx":       true,
		"Job 2026-01-02_03 failed":                                   true,
		"rpc error: code = Unavailable desc = the connection failed": false,
		"failed to get job":                                          false,
	} {
		if isFailure(errors.New(text)) != want {
			t.Errorf("%s: %t", text, !want)
		}
	}
	if isFailure(nil) {
		t.Error("no error is a failure")
	}
}

// A shard that is a link to a file in another folder is written there, also through a temporary file there.
func TestLinkedShard(t *testing.T) {
	dir, out, other := write(t, rand.New(rand.NewPCG(19, 20)), 1, 1000), t.TempDir(), t.TempDir()
	target := filepath.Join(other, "target")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, filepath.Join(out, "report-00001-of-00002.ndjson")); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(out, "report-house-of-cards.ndjson"), nil, 0o600); err != nil { // which is not a shard
		t.Fatal(err)
	}
	status, text := program(t, "--input", dir, "--shards", "2", "--report", filepath.Join(out, "report.ndjson"))
	if status != 1 {
		t.Errorf("status %d: %s", status, text)
	}
	if got, err := os.ReadFile(target); err != nil || !strings.Contains(string(got), "total") {
		t.Errorf("%q, %v", got, err)
	}
	for folder, want := range map[string]int{out: 3, other: 1} {
		if all, err := os.ReadDir(folder); err != nil || len(all) != want {
			t.Errorf("%s: %v, %v", folder, all, err)
		}
	}
}

// A job removes the folder of one that has been killed, and leaves that of one that is running.
func TestKilledJob(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are not locked")
	}
	dir := write(t, rand.New(rand.NewPCG(13, 14)), 1, 100<<10)
	glob, out := filepath.Join(dir, "*"), t.TempDir()
	folders := func() []string {
		all, err := filepath.Glob(filepath.Join(out, tempName+"*"))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	foreign := filepath.Join(out, tempName+"foreign") // without a lock
	if err := os.Mkdir(foreign, 0o777); err != nil {
		t.Fatal(err)
	}
	mark := filepath.Join(t.TempDir(), "mark")
	t.Setenv(markVariable, mark)
	t.Setenv(holdVariable, mark+".never")
	victim, _ := start(t, "program", 0, "--input", "slow://"+glob, "--report", filepath.Join(out, "first"))
	waitFor(t, func() bool {
		_, err := os.Stat(mark)
		return err == nil
	})
	t.Setenv(holdVariable, "")
	for _, want := range []int{2, 1} {
		if status, text := program(t, "--input", glob, "--report", filepath.Join(out, "second")); status != 1 {
			t.Fatalf("status %d: %s", status, text)
		}
		if all := folders(); len(all) != want || !slices.Contains(all, foreign) {
			t.Errorf("%d folders are wanted: %q", want, all)
		}
		victim.Process.Kill() // may have been killed already
		victim.Wait()         // the error is that it has been killed
	}
}

// A separate Prism has several jobs with a worker each. One worker is killed: its job fails and writes nothing, and
// the others are not affected.
func TestKilledWorker(t *testing.T) {
	if testing.Short() {
		t.Skip("starts seven programs")
	}
	lint := jsonlint(t)
	dir := write(t, rand.New(rand.NewPCG(9, 10)), 2, 100<<10)
	glob := filepath.Join(dir, "*.ndjson")
	want, _ := expected(t, lint, glob)
	port := freePort(t)
	server, serverOut := prismServer(t, port)
	endpoint := fmt.Sprintf("--endpoint=localhost:%d", port)

	// The job whose worker is killed while it reads.
	mark := filepath.Join(t.TempDir(), "mark")
	t.Setenv(markVariable, mark)
	workerPort := freePort(t)
	workers, _ := start(t, "workers", workerPort)
	killed := in(t.TempDir())
	if err := os.WriteFile(killed.report, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	victim, victimOut := start(t, "program", 0, "--input", "slow://"+glob, "--report", killed.report, "--quarantine", killed.bad, endpoint,
		"--environment_type=EXTERNAL", fmt.Sprintf("--environment_config=localhost:%d", workerPort))
	waitFor(t, func() bool {
		_, err := os.Stat(mark)
		return err == nil
	})

	// Jobs beside it.
	var others []*exec.Cmd
	var outs []*bytes.Buffer
	var theirs []names
	for range 2 {
		n := in(t.TempDir())
		c, out := start(t, "program", 0, "--input", glob, "--report", n.report, "--quarantine", n.bad, "--good", n.good, endpoint, "--environment_type=LOOPBACK", "--piece-size", "20000")
		others, outs, theirs = append(others, c), append(outs, out), append(theirs, n)
	}
	if err := workers.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for i, c := range others {
		if status, out := ended(c, outs[i]); status != 1 || texts3(t, theirs[i]) != want {
			t.Errorf("job %d: status %d, or other outputs: %s", i, status, out)
		}
	}
	status, out := ended(victim, victimOut)
	if status != 2 || !strings.Contains(out, "no outputs have been written") {
		t.Errorf("status %d: %s", status, out)
	}
	t.Logf("killed: %s", out)
	if text, err := os.ReadFile(killed.report); err != nil || string(text) != "old" {
		t.Errorf("report %q, %v", text, err)
	}
	if _, err := os.Stat(killed.bad); err == nil {
		t.Error("there are bad records")
	}
	if server.ProcessState != nil {
		t.Errorf("Prism has ended: %s", serverOut)
	}

	// The same job succeeds when it is repeated with other workers, which also write shards.
	workerPort = freePort(t)
	start(t, "workers", workerPort)
	dir = t.TempDir()
	n := in(dir)
	status, out = program(t, "--input", glob, "--report", n.report, "--quarantine", n.bad, "--good", n.good, "--shards=2", endpoint,
		"--environment_type=EXTERNAL", fmt.Sprintf("--environment_config=localhost:%d", workerPort))
	var got [3]string
	for i, name := range []string{"report", "bad", "good"} {
		for k := range 2 {
			text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%s-%05d-of-00002", name, k)))
			if err != nil {
				t.Fatal(err)
			}
			got[i] += string(text)
		}
	}
	if all, err := os.ReadDir(dir); status != 1 || got != want || err != nil || len(all) != 6 {
		t.Errorf("repeated: status %d, %v, or other outputs: %s", status, all, out)
	}
}

// prismServer starts Prism, which is its own command in long tests.
func prismServer(t *testing.T, port int) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	if longtest.Off() {
		return start(t, "server", port)
	}
	name := filepath.Join(t.TempDir(), "prism")
	if out, err := exec.Command("go", "build", "-o", name, "github.com/apache/beam/sdks/v2/go/cmd/prism").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	self := os.Args[0]
	os.Args[0] = name
	defer func() { os.Args[0] = self }()
	return start(t, "", port, fmt.Sprintf("--job_port=%d", port), "--serve_http=false")
}
