//go:build !unix

package asmtest

import "testing"

// Guarded skips the test: there are no guard pages on this system.
func Guarded(t testing.TB, size int) []byte {
	t.Helper()
	t.Skip("no guard pages on this system")
	return nil
}
