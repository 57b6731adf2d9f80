//go:build !unix

package asmtest

import "testing"

// Guarded skips the test, because this system has no guard pages.
func Guarded(t testing.TB, size int) []byte {
	t.Helper()
	t.Skip("no guard pages on this system")
	return nil
}
