package asm_test

import (
	"slices"
	"testing"

	"github.com/assayjson/assay/asm"
)

func TestUse(t *testing.T) {
	kernels := asm.Kernels()
	if asm.Kernel() != kernels[0] {
		t.Errorf("in use at the start: %s of %v", asm.Kernel(), kernels)
	}
	if kernels[len(kernels)-1] != "generic" {
		t.Errorf("generic is not the last of %v", kernels)
	}
	t.Cleanup(func() { _ = asm.Use(kernels[0]) })
	for _, name := range slices.Backward(kernels) {
		if err := asm.Use(name); err != nil || asm.Kernel() != name {
			t.Errorf("Use(%q): %v, in use %s", name, err, asm.Kernel())
		}
	}
	if err := asm.Use("mmx"); err == nil || asm.Kernel() != kernels[0] {
		t.Errorf("Use(mmx): %v, in use %s", err, asm.Kernel())
	}
}
