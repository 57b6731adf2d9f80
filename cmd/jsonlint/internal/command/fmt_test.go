package command

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assayjson/assay/format"
	"github.com/assayjson/assay/internal/longtest"
)

// The scripts fmt.txtar and fmt_prettier.txtar use every flag of jsonlint fmt.
func TestFmtFlags(t *testing.T) {
	script, err := os.ReadFile("testdata/fmt.txtar")
	if err != nil {
		t.Fatal(err)
	}
	more, err := os.ReadFile("testdata/fmt_prettier.txtar")
	if err != nil {
		t.Fatal(err)
	}
	script = append(script, more...)
	for _, o := range fmtProgram().Options() {
		if !bytes.Contains(script, []byte("--"+o.Name)) {
			t.Errorf("--%s is not in the script", o.Name)
		}
		if o.Short != "" && !regexp.MustCompile(` -`+o.Short+`\s`).Match(script) {
			t.Errorf("-%s is not in the script", o.Short)
		}
	}
}

// Whenever the program is killed, the file has either its old or its new contents.
func TestFmtKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	before := []byte("[" + strings.Repeat(`{"a":[1,2,3]},`, 20_000) + "0]")
	after, err := format.Append(nil, before, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	runs := 40
	if longtest.Off() {
		runs = 8
	}
	finished := 0
	longest := 50 * time.Millisecond
	for range runs {
		if err := os.WriteFile(path, before, 0o600); err != nil {
			t.Fatal(err)
		}
		c := exec.Command(exe, "fmt", "-w", "--width=0", path)
		c.Args[0] = "jsonlint" // TestMain runs the command under this name
		begin := time.Now()
		if err := c.Start(); errors.Is(err, syscall.ENOEXEC) {
			t.Skip("an emulated machine cannot start programs")
		} else if err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(rand.Int64N(int64(longest))), func() { c.Process.Kill() })
		if c.Wait() == nil {
			longest = time.Since(begin) // makes it likely that the next runs are killed while they work
		}
		timer.Stop()
		switch got, err := os.ReadFile(path); {
		case err != nil:
			t.Fatal(err)
		case bytes.Equal(got, after):
			finished++
		case !bytes.Equal(got, before):
			t.Fatalf("%d bytes, neither those before (%d) nor those after (%d)", len(got), len(before), len(after))
		}
	}
	t.Logf("%d of %d finished", finished, runs)
}

func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(path); string(got) != "new" {
		t.Errorf("%q", got)
	}
	if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
	if err := replaceFile(dir, nil); err == nil {
		t.Error("a folder has been replaced")
	}
	if err := replaceFile(filepath.Join(dir, "missing"), nil); err == nil {
		t.Error("a missing file has been replaced")
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files are left", len(files))
	}
}

func TestFmtWriteFails(t *testing.T) {
	for _, args := range [][]string{{"--help"}, nil, {"--check"}, {"--diff"}} {
		var errs strings.Builder
		status := run(append([]string{"fmt"}, args...), Stdio{In: strings.NewReader("[1 ]"), Out: failingWriter{}, Err: &errs})
		if status != 2 || errs.String() != "jsonlint: disk full\n" {
			t.Errorf("%v: status %d, err %q", args, status, errs.String())
		}
	}
}
