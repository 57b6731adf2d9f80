package outputs

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// exchanges skips a test if the file system cannot exchange files, or does not know whether a file is open.
func exchanges(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	if err := errors.Join(os.WriteFile(a, nil, 0o666), os.WriteFile(b, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if err := exchange(everywhere{}, a, b); err != nil {
		t.Skipf("files cannot be exchanged here: %v", err)
	}
	f, err := os.OpenFile(a, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if !isBusy(everywhere{}, a) {
		t.Skip("it is not known here whether a file is open")
	}
	return dir
}

// An edit that is saved after the last comparison is put back. The comparison is left out here, so that the edit always comes after it.
func TestEditAfterComparison(t *testing.T) {
	dir := exchanges(t)
	read := VersionOf([]byte("old"))
	for _, c := range []struct{ saved, then string }{{"old", "new"}, {"edit", "edit"}, {"odd", "odd"}, {"", ""}} {
		from, to := filepath.Join(dir, "temporary"), filepath.Join(dir, "file")
		if err := errors.Join(os.WriteFile(from, []byte("new"), 0o666), os.WriteFile(to, []byte(c.saved), 0o666)); err != nil {
			t.Fatal(err)
		}
		isLeft, err := place(everywhere{}, from, to, &read)
		if got, _ := os.ReadFile(to); string(got) != c.then || (err == nil) != (c.saved == "old") || isLeft != (err != nil) {
			t.Errorf("saved %q: %v, and the file has %q", c.saved, err, got)
		}
		if left, _ := os.ReadFile(from); isLeft && string(left) != "new" {
			t.Errorf("saved %q: the temporary file has %q", c.saved, left)
		}
	}
}

// A file that a program has open for writing is not replaced, because what the program writes later would be lost.
func TestFileOpenForWriting(t *testing.T) {
	path := filepath.Join(exchanges(t), "a")
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := Replace(path, VersionOf(nil), []byte("new")); !errors.Is(err, ErrInUse) {
		t.Error(err)
	}
	if _, err := f.WriteString("later"); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(path); string(got) != "later" {
		t.Errorf("the file has %q, %v", got, err)
	}
}

// If another program saves the file while it is put back, the file has what was saved last.
func TestSavedWhilePuttingBack(t *testing.T) {
	dir := exchanges(t)
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	if err := errors.Join(os.WriteFile(from, []byte("first edit"), 0o666), os.WriteFile(to, []byte("new"), 0o666)); err != nil {
		t.Fatal(err)
	}
	ours, err := os.Lstat(to)
	if err != nil {
		t.Fatal(err)
	}
	save := filepath.Join(dir, "save")
	if err := errors.Join(os.WriteFile(save, []byte("last edit"), 0o666), os.Rename(save, to)); err != nil {
		t.Fatal(err)
	}
	if err := putBack(everywhere{}, from, to, ours); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(to); string(got) != "last edit" {
		t.Errorf("the file has %q", got)
	}
	if err := os.Remove(to); err != nil {
		t.Fatal(err)
	}
	if err := putBack(everywhere{}, from, to, ours); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(to); string(got) != "first edit" {
		t.Errorf("after it has been removed, the file has %q", got)
	}
}
