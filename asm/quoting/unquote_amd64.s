//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// unquote selects the kernel in assembly, for the same reasons as validUTF8.
//
// func unquote(dst []byte, src string) (written, read int, valid bool)
TEXT ·unquote(SB), NOSPLIT, $0-57
	MOVQ src_len+32(FP), AX
	CMPQ AX, $const_window
	JHI  windows
	CMPB github·com∕assayjson∕assay∕asm·useAVX512(SB), $0
	JEQ  narrower
	JMP  ·unquoteAVX512(SB)

narrower:
	CMPB github·com∕assayjson∕assay∕asm·useAVX2(SB), $0
	JEQ  generic
	JMP  ·unquoteAVX2(SB)

generic:
	JMP ·unquoteGeneric(SB)

windows:
	JMP ·unquoteWindows(SB)
