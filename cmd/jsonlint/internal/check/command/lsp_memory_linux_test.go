package command

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/lsptest"
	"github.com/assayjson/assay/cmd/jsonlint/internal/editor/lsp/protocol"
	"github.com/assayjson/assay/internal/testing/longtest"
)

// This flag is used like this: go test ./cmd/jsonlint/internal/check/command -run TestMemoryOfLSP -v -opened 200
var openedSize = flag.Int("opened", 0, "MiB of the documents of TestMemoryOfLSP; 0 is 12, or 24 in long tests")

// The language server needs at most three times the memory of a document, when it is opened and when it is edited. The peak of
// the resident memory includes what is garbage. A text in JSON5 whose tokens must all be converted needs more, because it is also
// kept as JSON, with a map of the positions.
func TestMemoryOfLSP(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector takes memory of its own")
	}
	size := 12
	switch {
	case *openedSize > 0:
		size = *openedSize
	case !longtest.Off():
		size = 24
	}
	least := openedMemory(t, "a.json", "[]\n")
	for _, name := range []string{"records.json", "german.json", "lines.ndjson", "settings.json5"} {
		if longtest.Off() && name != "records.json" && *openedSize == 0 {
			continue
		}
		text := editedTexts[name](size << 20)
		used := openedMemory(t, name, text) - least
		times := float64(used) * 1024 / float64(len(text))
		t.Logf("%s of %d MiB: %d MiB besides %d, which is %.2f times the text", name, size, used>>10, least>>10, times)
		const most, fixed = 3, 4 << 10 // the latter is in KiB, for memory that does not depend on the text
		if used > most*len(text)/1024+fixed && name != "settings.json5" {
			t.Errorf("%s: %.2f times the text, want at most %d", name, times, most)
		}
	}
}

// openedMemory returns the peak memory in KiB of a server in another process, in which a document is opened and edited.
func openedMemory(t *testing.T, name, text string) (kib int) {
	t.Helper()
	dir := t.TempDir()
	started := make(chan int, 1)
	c := lsptest.Start(t, func(r *io.PipeReader, w *io.PipeWriter) error {
		c := exec.CommandContext(t.Context(), must(os.Executable()), "-test.run=^TestMemoryOfInputs$")
		c.Env = append(os.Environ(), memoryArgs+"=lsp", "GOMAXPROCS=2")
		c.Stdin, c.Stdout, c.Stderr = r, w, os.Stderr
		if err := c.Start(); err != nil {
			return err
		}
		started <- c.Process.Pid
		return c.Wait()
	})
	c.Initialize(encodingCapability("utf-16"), dir)
	uri := protocol.URI(dir + "/" + name)
	start := time.Now()
	c.Open(uri, "json", text)
	c.Published(uri)
	opened := time.Since(start)
	pid := <-started
	t.Logf("%s: opened in %v with %d KiB", name, opened.Round(time.Millisecond), peakMemoryOf(pid))
	for _, kind := range editKinds {
		there, back := kind.edits(text)
		start := time.Now()
		c.Edit(uri, there.Range, there.NewText)
		c.Published(uri)
		edited := time.Since(start)
		c.Edit(uri, back.Range, back.NewText)
		c.Published(uri)
		t.Logf("%s: %s took %v; %d KiB", name, kind.name, edited.Round(time.Millisecond), peakMemoryOf(pid))
		if len(text) < 100 {
			break
		}
	}
	kib = peakMemoryOf(pid)
	c.Notify("exit", nil)
	return kib
}

// peakMemoryOf returns the peak memory of a process so far, in KiB.
func peakMemoryOf(pid int) (kib int) {
	for line := range strings.Lines(string(must(os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))))) {
		if n, err := fmt.Sscanf(line, "VmHWM: %d kB", &kib); n == 1 && err == nil {
			return kib
		}
	}
	panic("no VmHWM")
}
