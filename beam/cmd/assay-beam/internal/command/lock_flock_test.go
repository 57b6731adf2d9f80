//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package command

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What is not a lock of a job of this user is left alone. A pipe in its place does not block.
func TestRemoveDead(t *testing.T) {
	dir := t.TempDir()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	lock := func(name string) string {
		folder := filepath.Join(dir, tempName+name)
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(folder, lockName)
	}
	for name, text := range map[string]string{"dead": host, "foreign": host + "x"} {
		if err := os.WriteFile(lock(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(lock("pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Join(dir, tempName+"foreign", lockName), lock("link")); err != nil {
		t.Skip(err)
	}
	removeDead(dir)
	for name, want := range map[string]bool{"dead": false, "foreign": true, "pipe": true, "link": true} {
		if _, err := os.Stat(filepath.Join(dir, tempName+name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
