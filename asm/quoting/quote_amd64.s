//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// quote selects the kernel in assembly, for the same reasons as validUTF8.
//
// func quote(dst []byte, src string, t *Table) (written, read int, valid bool)
TEXT ·quote(SB), NOSPLIT, $0-65
	CMPQ src_len+32(FP), $const_window
	JHI  windows
	CMPB github·com∕assayjson∕assay∕asm·useAVX512(SB), $0
	JEQ  narrower
	JMP  ·quoteAVX512(SB)

narrower:
	CMPB github·com∕assayjson∕assay∕asm·useAVX2(SB), $0
	JEQ  generic
	CMPQ src_len+32(FP), $const_quotePart
	JHI  parts
	JMP  ·quoteAVX2(SB)

parts:
	JMP ·quoteParts(SB)

generic:
	JMP ·quoteGeneric(SB)

windows:
	JMP ·quoteWindows(SB)
