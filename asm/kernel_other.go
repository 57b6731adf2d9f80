//go:build purego || !(amd64 || arm64)

package asm

func vectorKernels() []string { return nil }

func use(string) {}
