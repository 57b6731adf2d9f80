package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// Ten thousand files are checked in one run and reported in order.
func TestManyFiles(t *testing.T) {
	files := 10_000
	if longtest.Off() {
		files = 500
	}
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	for name, text := range map[string]string{good: `{"a": [1, 2, 3]}`, bad: `{"a": [1, 2, 3]`} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var want strings.Builder
	for i := range files {
		folder := filepath.Join(dir, fmt.Sprintf("%03d", i/100))
		if i%100 == 0 {
			if err := os.Mkdir(folder, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		name := filepath.Join(folder, fmt.Sprintf("%05d.json", i))
		from := good
		if i%97 == 0 {
			from = bad
			fmt.Fprintf(&want, "%s:1:16: ", name)
		}
		if err := os.Link(from, name); err != nil { // faster than writing files
			t.Skip(err)
		}
	}
	status, out, errs := runWith(nil, "--summary", "--off", "final-newline", dir)
	var got strings.Builder
	for line := range strings.Lines(out) {
		place, _, _ := strings.Cut(line, ": ")
		got.WriteString(place + ": ")
	}
	if status != StatusFindings || got.String() != want.String() {
		t.Errorf("status %d, %d bytes of output", status, len(out))
	}
	if prefix := fmt.Sprintf("%d files checked, %d failed: %[2]d errors", files, (files+96)/97); !strings.HasPrefix(errs, prefix) {
		t.Errorf("%s, want %s", errs, prefix)
	}
}
