//go:build !js

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assayjson/assay/internal/testing/longtest"
)

// TestInNode runs the program in Node.js, with the file system of a browser: none.
func TestInNode(t *testing.T) {
	if longtest.Off() {
		t.Skip("a long test, because it builds the program")
	}
	wasm := filepath.Join(t.TempDir(), "assay.wasm")
	build := exec.Command("go", "build", "-tags", "small", "-o", wasm, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	loader := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	for _, script := range []string{"server.cjs", "tools.cjs"} {
		if out, err := exec.Command("node", filepath.Join(scripts, "load.cjs"), loader, wasm, filepath.Join(scripts, script)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
	}
}
