package assaybeam

import (
	"os"
	"path/filepath"
	"strings"
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
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	for _, name := range []string{os.DevNull, dir} {
		if _, err := create(t.Context(), name, ".assay-"); err == nil {
			t.Errorf("%s can be created", name)
		}
	}
}

// If an output cannot get its name, the error says whether others may have theirs. A file that is missing may have been renamed
// by a worker that has died since.
func TestSomeWritten(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("temp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	all := []written{{0, []string{at("temp")}, []string{at("first")}}, {1, []string{at("none")}, []string{at("second")}}}
	want := at("second") + ": no such file or directory"
	if err := commitAll(t.Context(), all); err == nil || err.Error() != want+"; "+SomeWritten {
		t.Errorf("%v", err)
	}
	if err := commitAll(t.Context(), all[1:]); err == nil || err.Error() != want+"; "+SomeWritten {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(at("temp"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := commitAll(t.Context(), []written{{0, []string{at("temp")}, []string{dir}}}); err == nil || strings.Contains(err.Error(), SomeWritten) {
		t.Errorf("%v", err)
	}
	if err := commitAll(t.Context(), []written{{0, []string{"unmoved://temp"}, []string{"unmoved://final"}}}); err == nil || !strings.HasSuffix(err.Error(), SomeWritten) {
		t.Errorf("%v", err)
	}
}
