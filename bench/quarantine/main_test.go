package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDivide(t *testing.T) {
	dir := t.TempDir()
	goodName, badName := filepath.Join(dir, "good"), filepath.Join(dir, "bad")
	good, bad, err := divide(strings.NewReader("1\nx\n[2]\n"), goodName, badName)
	if good != 2 || bad != 1 || err != nil {
		t.Errorf("%d, %d, %v", good, bad, err)
	}
	for name, want := range map[string]string{goodName: "1\n[2]\n", badName: "x\n"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}
