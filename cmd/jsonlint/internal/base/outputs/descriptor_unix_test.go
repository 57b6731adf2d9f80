//go:build unix

package outputs

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// An open file is written from its current position on, and is not replaced.
func TestDescriptor(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	f, err := os.Create(name)
	must(t, err)
	defer f.Close()
	io.WriteString(f, "before,")
	var s Set
	w, err := s.Create(fmt.Sprintf("/dev/fd/%d", f.Fd()))
	must(t, err)
	io.WriteString(w, "written,")
	io.WriteString(f, "after")
	must(t, s.Commit())
	text, err := os.ReadFile(name)
	if string(text) != "before,written,after" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	for _, name := range []string{"/dev/stdout", "/dev//stderr", "/dev/fd/2"} {
		f, err := descriptor(name)
		if f == nil || err != nil {
			t.Errorf("%s: %v, %v", name, f, err)
			continue
		}
		f.Close()
	}
	for _, name := range []string{"/dev/null", "/dev/fd/x", "/dev/fd", "stdout", "/dev/fd/-1"} {
		if f, err := descriptor(name); f != nil || err != nil {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	if _, err := descriptor("/dev/fd/987654"); err == nil {
		t.Error("a descriptor that is not open has no error")
	}
}
