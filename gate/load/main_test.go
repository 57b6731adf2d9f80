package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestMain also plays the roles of the processes that the test starts.
func TestMain(m *testing.M) {
	if name := os.Getenv(roleVariable); name != "" {
		fmt.Fprintln(os.Stderr, play(name, os.Args[1:]))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// All contestants accept what fits, and everything is printed. The figures of a run this short mean nothing.
func TestRun(t *testing.T) {
	var out strings.Builder
	if err := run([]string{"-rounds", "1", "-requests", "50", "-attack", "20ms"}, &out); err != nil {
		t.Fatal(err)
	}
	for _, name := range proxies {
		if strings.Count(out.String(), name) < 2 {
			t.Errorf("there is nothing about %s in:\n%s", name, &out)
		}
	}
}
