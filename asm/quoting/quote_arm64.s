//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// quote selects the kernel. In Go this would take one more call, which is noticeable for short
// strings.
//
// func quote(dst []byte, src string, t *Table) (written, read int, valid bool)
TEXT ·quote(SB), NOSPLIT, $0-65
	MOVBU github·com∕assayjson∕assay∕asm·useNEON(SB), R0
	CBZ   R0, generic
	MOVD  src_len+32(FP), R1
	CMP   $const_window, R1
	BHI   windows
	B     ·quoteNEON(SB)

generic:
	B ·quoteGeneric(SB)

windows:
	B ·quoteWindows(SB)
