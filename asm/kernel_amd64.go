//go:build !purego

package asm

import "golang.org/x/sys/cpu"

// Assembly reads these variables too.
var useAVX512, useAVX2 bool

// AVX512 reports whether the AVX-512 kernels are in use.
func AVX512() bool { return useAVX512 }

// AVX2 reports whether the AVX2 kernels are in use.
func AVX2() bool { return useAVX2 }

// A feature is a part of the instruction set: its name in the "Requires:" lines of the generated
// code, and whether this CPU has it.
type feature struct {
	name string
	has  bool
}

// The features that the kernels of each set may use. A test compares these lists with the generated
// code.
var (
	// Intel has had these since Haswell, AMD since Excavator.
	avx2 = []feature{
		{"AVX", cpu.X86.HasAVX},
		{"AVX2", cpu.X86.HasAVX2},
		{"BMI", cpu.X86.HasBMI1},
		{"BMI2", cpu.X86.HasBMI2},
		{"LZCNT", cpu.X86.HasBMI2}, // package cpu does not report LZCNT, but every CPU with BMI2 has it
		{"PCLMULQDQ", cpu.X86.HasPCLMULQDQ},
		{"POPCNT", cpu.X86.HasPOPCNT},
	}
	// Intel has had these since Ice Lake, AMD since Zen 4.
	avx512 = append([]feature{
		{"AVX512F", cpu.X86.HasAVX512F},
		{"AVX512BW", cpu.X86.HasAVX512BW},
		{"AVX512DQ", cpu.X86.HasAVX512DQ},
		{"AVX512VL", cpu.X86.HasAVX512VL},
		{"AVX512VBMI", cpu.X86.HasAVX512VBMI},
		{"AVX512VBMI2", cpu.X86.HasAVX512VBMI2},
		{"AVX512VPOPCNTDQ", cpu.X86.HasAVX512VPOPCNTDQ},
		{"GFNI", cpu.X86.HasAVX512GFNI},
		{"VPCLMULQDQ", cpu.X86.HasAVX512VPCLMULQDQ},
	}, avx2...)
	// Every amd64 CPU has these.
	baseline = []feature{{"CMOV", true}, {"SSE2", true}}
)

func vectorKernels() []string {
	var names []string
	if hasAll(avx512) {
		names = append(names, "avx512")
	}
	if hasAll(avx2) {
		names = append(names, "avx2")
	}
	return names
}

func hasAll(features []feature) bool {
	for _, f := range features {
		if !f.has {
			return false
		}
	}
	return true
}

func use(name string) {
	useAVX512 = name == "avx512"
	useAVX2 = name == "avx2"
}
