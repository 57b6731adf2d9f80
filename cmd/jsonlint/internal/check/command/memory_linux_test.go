package command

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/assayjson/assay/cmd/jsonlint/internal/base/input"
	"github.com/assayjson/assay/internal/testing/longtest"
)

var streamSize = flag.Int("stream", 0, "MiB of each input of TestMemoryOfInputs; 0 is 24, or 32 in long tests")

// memoryArgs is the name of an environment variable. If it is set, TestMemoryOfInputs runs as
// jsonlint. The value contains the arguments, one per line.
const memoryArgs = "JSONLINT_MEMORY_ARGS"

// The memory that a large input needs is bounded. The bound holds for files, redirected files and
// pipes, with and without compression.
func TestMemoryOfInputs(t *testing.T) {
	if args := os.Getenv(memoryArgs); args != "" {
		os.Args = append([]string{"jsonlint"}, strings.Split(args, "\n")...)
		if status := Main("jsonlint", Commands, engine, nil); status != StatusValid {
			os.Exit(status)
		}
		fmt.Println(peakMemory())
		os.Exit(0)
	}
	if raceEnabled {
		t.Skip("the race detector takes memory of its own")
	}
	size := 24
	switch {
	case *streamSize > 0:
		size = *streamSize
	case !longtest.Off():
		size = 32
	}
	if size<<20 <= input.Whole {
		t.Fatalf("files of %d MiB are no streams", size)
	}
	least := memoryOf(t, strings.NewReader("[]"))
	const most = 20 * 1024 // how much memory in KiB may be used in addition to least: 8 MiB for package lint, and the rest for decoders and garbage
	for name, text := range map[string]struct{ begin, part, end string }{
		"spaces.json":    {"[", strings.Repeat(" ", 1<<10), "]"},
		"lines.json":     {"[", strings.Repeat("1,\n", 1<<10), "1]"},
		"brackets.json":  {"[", strings.Repeat("[", 1<<10) + strings.Repeat("]", 1<<10) + ",", "1]"},
		"strings.json":   {"[", strings.Repeat(`"a string",`, 1<<7), "1]"},
		"records.ndjson": {"", strings.Repeat(`{"a":[1,2.5,true],"b":{"c":"x"}}`+"\n", 1<<5), ""},
	} {
		if longtest.Off() && name != "lines.json" && name != "records.ndjson" {
			continue
		}
		for form, pack := range map[string]func(io.Writer) io.WriteCloser{
			"":     func(w io.Writer) io.WriteCloser { return unclosed{w} },
			".gz":  func(w io.Writer) io.WriteCloser { return must(gzip.NewWriterLevel(w, gzip.BestSpeed)) },
			".zst": func(w io.Writer) io.WriteCloser { return must(zstd.NewWriter(w)) },
		} {
			path := filepath.Join(t.TempDir(), name+form)
			file := must(os.Create(path))
			w := pack(file)
			must(io.WriteString(w, text.begin))
			for range size << 20 / len(text.part) {
				must(io.WriteString(w, text.part))
			}
			must(io.WriteString(w, text.end))
			must(0, w.Close())
			for _, way := range []string{"file", "redirected", "pipe"} {
				must(file.Seek(0, io.SeekStart))
				var used int
				switch way {
				case "file":
					used = memoryOf(t, nil, path)
				case "redirected":
					used = memoryOf(t, file, "--stdin-filename", path)
				case "pipe":
					used = memoryOf(t, struct{ io.Reader }{file}, "--stdin-filename", path)
				}
				t.Logf("%-18s %-10s %6d KiB besides %d", name+form, way, used-least, least)
				if used > least+most {
					t.Errorf("%s, %s: %d KiB, want at most %d", name+form, way, used, least+most)
				}
			}
			file.Close()
			os.Remove(path)
		}
	}
}

// jsonlint fmt needs little memory for a large file.
func TestMemoryOfFmt(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector takes memory of its own")
	}
	path := filepath.Join(t.TempDir(), "records.json")
	text := "[" + strings.Repeat(`{"a":[1,2.5,true],"b":{"c":"x"}},`, 1<<20) + "1]"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	least := memoryOf(t, strings.NewReader("[]"))
	const most = 20 * 1024
	for _, arg := range []string{"--write", "--check"} { // afterwards, --check finds nothing to change
		if used := memoryOf(t, nil, "fmt", path, arg); used > least+most {
			t.Errorf("%s: %d KiB, want at most %d", arg, used, least+most)
		}
	}
}

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// memoryOf returns the peak memory of jsonlint with the given arguments, in KiB.
func memoryOf(t *testing.T, stdin io.Reader, args ...string) int {
	t.Helper()
	c := exec.CommandContext(t.Context(), must(os.Executable()), "-test.run=^TestMemoryOfInputs$")
	c.Env = append(os.Environ(), memoryArgs+"="+strings.Join(append(args, "--no-config"), "\n"), "GOMAXPROCS=2") // decoders take more with more CPUs
	c.Stdin, c.Stderr = stdin, os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, out)
	}
	return must(strconv.Atoi(strings.TrimSpace(string(out))))
}

// peakMemory returns the peak memory of this process so far, in KiB.
func peakMemory() (kib int) {
	for line := range strings.Lines(string(must(os.ReadFile("/proc/self/status")))) {
		if n, err := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 && err == nil {
			return kib
		}
	}
	panic("no VmHWM")
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
