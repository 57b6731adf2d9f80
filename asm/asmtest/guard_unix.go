//go:build unix

package asmtest

import (
	"os"
	"syscall"
	"testing"
)

// Guarded returns at least size bytes of memory between two inaccessible pages: an access just
// before the first byte or just after the last one crashes the process. The memory is released at
// the end of the test.
func Guarded(t testing.TB, size int) []byte {
	t.Helper()
	page := os.Getpagesize()
	inner := (size + page - 1) / page * page
	all, err := syscall.Mmap(-1, 0, inner+2*page, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal("mmap: ", err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(all); err != nil {
			t.Error("munmap: ", err)
		}
	})
	for _, guard := range [][]byte{all[:page], all[page+inner:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal("mprotect: ", err)
		}
	}
	return all[page : page+inner : page+inner]
}
