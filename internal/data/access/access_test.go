package access

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestOld(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("a", []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if old, err := Old("a"); err != nil || old.Size() != 4 {
		t.Errorf("%v, %v", old, err)
	}
	for _, name := range []string{"new", filepath.Join("no", "new")} {
		if old, err := Old(name); err != nil || old != nil {
			t.Errorf("%s: %v, %v", name, old, err)
		}
	}
	special := []string{dir, os.DevNull}
	if runtime.GOOS != "windows" { // whatever is there
		special = append(special, "/dev/stdout", "/dev/fd/1", "/dev/../proc/self/fd/1", "/dev/stdout-00000-of-00002")
	}
	for _, name := range special {
		if _, err := Old(name); !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestKeep(t *testing.T) {
	dir := t.TempDir()
	for _, mode := range []os.FileMode{0o600, 0o644, 0o666} {
		if err := os.WriteFile(filepath.Join(dir, "old"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, "old"), mode); err != nil {
			t.Fatal(err)
		}
		old, err := os.Stat(filepath.Join(dir, "old"))
		if err != nil {
			t.Fatal(err)
		}
		f, err := os.CreateTemp(dir, "new")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := Keep(f, old); err != nil {
			t.Fatal(err)
		}
		if now, err := f.Stat(); err != nil || now.Mode() != old.Mode() {
			t.Errorf("%v, %v, want %v", now.Mode(), err, old.Mode())
		}
	}
}
