package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The program runs where there is nothing but the layer.
func TestImageRuns(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("chroot needs root")
	}
	_, data := get(t, release(t), "_image.tar")
	entries := untar(t, data)
	var docker []struct{ Layers []string }
	decode(t, entries["manifest.json"].data, &docker)
	root := t.TempDir()
	for _, f := range untar(t, entries[docker[0].Layers[0]].data) {
		path := filepath.Join(root, f.name)
		if f.mode.IsDir() {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.data, f.mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(root, "work"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "work", "a b.json"), []byte("{,}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	inside := func(args ...string) string {
		cmd := exec.Command("/jsonlint", args...)
		cmd.SysProcAttr, cmd.Dir, cmd.Env = &syscall.SysProcAttr{Chroot: root}, "/work", []string{"PATH=/"}
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	if got := inside("--version"); !strings.HasPrefix(got, "jsonlint v1.2.3 ") {
		t.Errorf("version %q", got)
	}
	if got := inside("."); !strings.Contains(got, "a b.json:1:2: ") {
		t.Errorf("check %q", got)
	}
}
