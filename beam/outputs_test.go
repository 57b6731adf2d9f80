package assaybeam

import (
	"os"
	"path/filepath"
	"testing"
)

// An output through a symbolic link replaces the file to which it leads. A device is never replaced.
func TestLocalOutputs(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	o, err := create(t.Context(), link, ".assay-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Write([]byte("new")); err != nil {
		t.Fatal(err)
	}
	if text := read(t, dir, "target"); text != "old" {
		t.Errorf("before commit: %q", text)
	}
	if err := o.complete(); err != nil {
		t.Fatal(err)
	}
	if err := commitAll(t.Context(), []written{{Temp: []string{o.temp}, Final: []string{o.name}}}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 || read(t, dir, "target") != "new" {
		t.Errorf("%v, %v, %q", info, err, read(t, dir, "target"))
	}
	for _, name := range []string{os.DevNull, dir} {
		if _, err := create(t.Context(), name, ".assay-"); err == nil {
			t.Errorf("%s can be created", name)
		}
	}
}
