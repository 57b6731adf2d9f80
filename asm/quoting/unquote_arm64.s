//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// unquote selects the kernel. In Go this would take one more call, which is noticeable for short
// strings.
//
// func unquote(dst []byte, src string) (written, read int, valid bool)
TEXT ·unquote(SB), NOSPLIT, $0-57
	MOVBU github·com∕assayjson∕assay∕asm·useNEON(SB), R0
	CBZ   R0, generic
	MOVD  src_len+32(FP), R1
	CMP   $const_window, R1
	BHI   windows
	B     ·unquoteNEON(SB)

generic:
	B ·unquoteGeneric(SB)

windows:
	B ·unquoteWindows(SB)
