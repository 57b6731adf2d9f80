package asmtest

import "github.com/assayjson/assay/internal/longtest"

// Slow reports whether tests should thin out what takes tens of seconds under the race detector or in
// emulation.
func Slow() bool { return Race || longtest.Off() }
