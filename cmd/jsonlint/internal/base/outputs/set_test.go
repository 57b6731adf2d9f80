package outputs

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// contents returns the contents of all files in a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

func expect(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := contents(t, dir)
	if len(got) != len(want) {
		t.Errorf("files %q, want %q", got, want)
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s is %q, want %q", name, got[name], text)
		}
	}
}

// begin returns a folder with an old file a, and a set with new contents for the files a and b.
func begin(t *testing.T) (dir string, s *Set, w io.Writer) {
	t.Helper()
	dir, s = t.TempDir(), new(Set)
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		var err error
		if w, err = s.Create(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, "new "+name); err != nil {
			t.Fatal(err)
		}
	}
	return dir, s, w
}

func TestCommit(t *testing.T) {
	dir, s, w := begin(t)
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := s.Abort(); err != nil {
		t.Fatal(err)
	}
	expect(t, dir, map[string]string{"a": "new a", "b": "new b"})
	if info, err := os.Stat(filepath.Join(dir, "a")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := w.Write([]byte("more")); err == nil {
		t.Error("written after Commit")
	}
}

func TestAbort(t *testing.T) {
	dir, s, w := begin(t)
	for range 2 {
		if err := s.Abort(); err != nil {
			t.Fatal(err)
		}
	}
	var failed *Error
	if _, err := w.Write([]byte("more")); !errors.Is(err, ErrAborted) || !errors.As(err, &failed) || failed.Name != filepath.Join(dir, "b") {
		t.Errorf("written after Abort: %v", err)
	}
	if err := s.Commit(); !errors.Is(err, ErrAborted) {
		t.Errorf("committed after Abort: %v", err)
	}
	if _, err := s.Create(filepath.Join(dir, "c")); !errors.Is(err, ErrAborted) {
		t.Errorf("created after Abort: %v", err)
	}
	expect(t, dir, map[string]string{"a": "old"})
}

// If one file cannot be completed, no file is kept.
func TestCommitFails(t *testing.T) {
	dir, s, _ := begin(t)
	s.files[1].file.Close() // so that it can no longer be synced
	var failed *Error
	if err := s.Commit(); !errors.As(err, &failed) || failed.Name != filepath.Join(dir, "b") {
		t.Errorf("committed: %v", err)
	}
	if err := s.Abort(); err != nil {
		t.Fatal(err)
	}
	expect(t, dir, map[string]string{"a": "old"})
}

// Devices are written to directly.
func TestDevices(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("requires /dev/full")
	}
	var s Set
	null, err := s.Create(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := null.Write([]byte("gone")); n != 4 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	full, err := s.Create("/dev/full")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := full.Write([]byte("x")); !errors.Is(err, syscall.ENOSPC) || err.Error() != "/dev/full: no space left on device" {
		t.Errorf("full device: %v", err)
	}
	if err := s.Commit(); err != nil {
		t.Error(err)
	}
}

func TestCreateFails(t *testing.T) {
	dir := t.TempDir()
	var s Set
	for _, name := range []string{filepath.Join(dir, "missing", "a"), dir} {
		var failed *Error
		if _, err := s.Create(name); !errors.As(err, &failed) || failed.Name != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// If a file cannot get its name, Kept returns the files that have theirs.
func TestKept(t *testing.T) {
	dir, s, _ := begin(t)
	if err := os.MkdirAll(filepath.Join(dir, "b", "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	var failed *Error
	if err := s.Commit(); !errors.As(err, &failed) || failed.Name != filepath.Join(dir, "b") {
		t.Fatal(err)
	}
	if kept := s.Kept(); len(kept) != 1 || kept[0] != filepath.Join(dir, "a") {
		t.Errorf("kept %q", kept)
	}
	if err := s.Abort(); err != nil {
		t.Error(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	expect(t, dir, map[string]string{"a": "new a"})
}

// The results of the function are those of Guard.
func TestGuard(t *testing.T) {
	var s Set
	want := errors.New("an error")
	if status, err := s.Guard(func() (int, error) { return 7, want }); status != 7 || err != want {
		t.Errorf("%d, %v", status, err)
	}
}
