//go:build purego || !amd64

package leb128simd

func hasKernel() bool { return false }

func uint64s([]uint64, []byte) (values, bytes int) { return 0, 0 }

func int64s([]int64, []byte) (values, bytes int) { return 0, 0 }
