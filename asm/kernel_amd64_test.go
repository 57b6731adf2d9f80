//go:build !purego

package asm

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A gate is the list of features that are checked before a set of kernels is used. It must include
// every feature that the generated code requires, as listed in its comments.
func TestGatesCoverRequirements(t *testing.T) {
	gates := map[string][]feature{"avx2": avx2, "avx512": avx512}
	for set, gate := range gates {
		files, err := filepath.Glob("*/z*_" + set + "_amd64.s")
		if err != nil || len(files) == 0 {
			t.Fatalf("no kernels of %s: %v", set, err)
		}
		for _, file := range files {
			for _, name := range requirements(t, file) {
				if !slices.ContainsFunc(slices.Concat(gate, baseline), func(f feature) bool { return f.name == name }) {
					t.Errorf("%s requires %s, which the gate of %s does not ask for", file, name, set)
				}
			}
		}
	}
}

// requirements returns the features listed in the "Requires: A, B" comments of the file.
func requirements(t *testing.T, file string) []string {
	t.Helper()
	code, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(string(code)) {
		if list, ok := strings.CutPrefix(line, "// Requires: "); ok {
			names = append(names, strings.Split(strings.TrimSpace(list), ", ")...)
		}
	}
	if len(names) == 0 {
		t.Errorf("%s requires nothing: has the comment changed its form?", file)
	}
	return names
}

// A set of kernels must not be used if a single feature of its gate is missing.
func TestGatesAskForAll(t *testing.T) {
	for _, gate := range [][]feature{avx2, avx512} {
		for i := range gate {
			some := slices.Clone(gate)
			for j := range some {
				some[j].has = j != i
			}
			if hasAll(some) {
				t.Errorf("open without %s", gate[i].name)
			}
		}
	}
}
