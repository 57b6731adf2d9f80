package asm

// Kernel returns the name of the kernels in use, for benchmarks and bug reports
// to print. It is "generic" where the portable code runs.
func Kernel() string { return "generic" }
