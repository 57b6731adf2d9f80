//go:build !purego

package leb128simd

import "github.com/assayjson/assay/asm"

func hasKernel() bool { return asm.AVX512() || asm.AVX2() }

// uint64s is uint64sGeneric for src of at least step bytes, except that it may stop up to step bytes before
// the end of src. It stops only after at least one value, unless no valid value is at the beginning.
func uint64s(dst []uint64, src []byte) (values, bytes int) {
	if asm.AVX512() {
		return uint64sAVX512(dst, src)
	}
	return uint64sAVX2(dst, src)
}

// int64s is to int64sGeneric what uint64s is to uint64sGeneric.
func int64s(dst []int64, src []byte) (values, bytes int) {
	if asm.AVX512() {
		return int64sAVX512(dst, src)
	}
	return int64sAVX2(dst, src)
}
