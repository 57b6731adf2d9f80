//go:build purego || !amd64

package asm

func vectorKernels() []string { return nil }

func use(string) {}
