//go:build !purego

package names

import "github.com/assayjson/assay/asm"

func hasQuotedKernel() bool { return asm.AVX512() || asm.AVX2() }

func indexQuoted(b []byte, first byte, n int) int { return indexQuotedAVX2(b, first, n) }
