//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// validUTF8 selects the kernel. In Go this would take one more call, which is a fifth of the time
// for a line of text. Every jump that is taken costs about as much, so the preferred kernel is
// reached with the fewest.
//
// func validUTF8(b []byte) bool
TEXT ·validUTF8(SB), NOSPLIT, $0-25
	MOVQ b_len+8(FP), AX
	CMPQ AX, $const_window
	JHI  windows
	CMPQ AX, $const_tiny
	JLS  generic
	CMPB github·com∕assayjson∕assay∕asm·useAVX512(SB), $0
	JEQ  narrower
	JMP  ·validUTF8AVX512(SB)

narrower:
	CMPB github·com∕assayjson∕assay∕asm·useAVX2(SB), $0
	JEQ  generic
	JMP  ·validUTF8AVX2(SB)

generic:
	JMP ·validUTF8Generic(SB)

windows:
	JMP ·validUTF8Windows(SB)
