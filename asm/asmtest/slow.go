package asmtest

import "github.com/assayjson/assay/internal/testing/longtest"

// Slow reports whether tests should reduce work that would take tens of seconds under the race
// detector or in emulation.
func Slow() bool { return Race || longtest.Off() }
