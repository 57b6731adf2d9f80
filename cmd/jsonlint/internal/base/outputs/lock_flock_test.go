//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package outputs

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// locked returns a set of two files in a folder that another program has locked, as flock(1) does while it runs this program.
func locked(t *testing.T) (s *Set, folder *os.File) {
	t.Helper()
	s = new(Set)
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { folder.Close() }) // fails if a test has closed it
	if err := unix.Flock(int(folder.Fd()), unix.LOCK_EX); err != nil {
		t.Skipf("folders cannot be locked here: %v", err)
	}
	for _, name := range []string{"a", "b"} {
		if _, err := s.Create(filepath.Join(folder.Name(), name)); err != nil {
			t.Fatal(err)
		}
	}
	return s, folder
}

// A folder that stays locked does not keep files from being written.
func TestFolderStaysLocked(t *testing.T) {
	_, folder := locked(t)
	lockFolder(folder.Name(), 1)()
}

// A set that waits for a lock can be aborted.
func TestAbortWhileFolderIsLocked(t *testing.T) {
	s, folder := locked(t)
	committed := make(chan error)
	go func() { committed <- s.commit(24 * time.Hour) }() // however slow the machine is
	for isFinished := false; !isFinished; {
		s.mu.Lock()
		isFinished = s.files[1].file.finished || s.ended
		s.mu.Unlock()
		runtime.Gosched()
	}
	if err := errors.Join(s.Abort(), folder.Close()); err != nil {
		t.Error(err)
	}
	if err := <-committed; !errors.Is(err, ErrAborted) {
		t.Error(err)
	}
	if left, _ := os.ReadDir(folder.Name()); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
