//go:build !purego

#include "textflag.h"

#define cursor    R0
#define unitsLeft R1
#define unit      R2
#define pairsLeft R3
#define nonASCIIs R4
#define deleted   R5
#define escaped   R6
#define raised    R7
#define rows      R8
#define half0     R9
#define half1     R10

#define x0     V0
#define x1     V1
#define next0  V2
#define next1  V3
#define fourth0 V4
#define fourth1 V5
#define row    V6
#define letter V7

// What all blocks of a unit so far have in common, for each lane: all bits that were set, and the
// smallest differences from the bytes of each sign.
#define all           V8
#define fromDelete    V9
#define fromEscape    V10
#define fromExponent  V11

#define slash   V16
#define u       V17
#define e       V18
#define caseBit V19
#define zero    V20
#define nine    V21
#define delete  V22
#define none    V23

// DIFFER combines the differences of the block x with those so far. next and fourth are the blocks
// one and four bytes after x. It leaves the values of digits in x.
#define DIFFER(x, next, fourth) \
	VORR  x.B16, all.B16, all.B16;                       \
	VEOR  x.B16, delete.B16, letter.B16;                 \
	VUMIN letter.B16, fromDelete.B16, fromDelete.B16;    \
	VORR  next.B16, caseBit.B16, letter.B16;             \
	VEOR  letter.B16, e.B16, letter.B16;                 \
	VEOR  next.B16, u.B16, next.B16;                     \
	VEOR  x.B16, slash.B16, row.B16;                     \
	VORR  row.B16, next.B16, next.B16;                   \
	VUMIN next.B16, fromEscape.B16, fromEscape.B16;      \
	VSUB  zero.B16, x.B16, x.B16;                        \
	VSUB  zero.B16, fourth.B16, fourth.B16;              \
	VUMAX x.B16, fourth.B16, fourth.B16;                 \
	MORE_THAN_NINE(fourth);                              \
	VORR  letter.B16, fourth.B16, fourth.B16;            \
	VUMIN fourth.B16, fromExponent.B16, fromExponent.B16

// MORE_THAN_NINE sets bytes of at most 9 to zero, and others to something else.
#define MORE_THAN_NINE(x) \
	VUMAX x.B16, nine.B16, x.B16; \
	VEOR  x.B16, nine.B16, x.B16

// SET sets the bit of the unit in mask if v is not zero.
#define SET(v, mask) \
	VMOV v.D[0], half0;         \
	VMOV v.D[1], half1;         \
	ORR  half1, half0;          \
	CMP  $0, half0;             \
	CSET NE, half0;             \
	LSL  unit, half0, half0;    \
	ORR  half0, mask

#define SET_IF_ZERO(v, mask) \
	VCMEQ v.B16, none.B16, v.B16; \
	SET(v, mask)

// findSignsNEON is the same as the kernels for amd64, see _gen/search/lint_signs.go. A row of
// digits has 32.
//
// func findSignsNEON(b *byte, units int) (nonASCII, deletes, escapes, exponents, digits uint64)
TEXT ·findSignsNEON(SB), NOSPLIT, $0-56
	MOVD  b+0(FP), cursor
	MOVD  units+8(FP), unitsLeft
	VMOVI $0x5C, slash.B16
	VMOVI $0x75, u.B16
	VMOVI $0x65, e.B16
	VMOVI $0x20, caseBit.B16
	VMOVI $0x30, zero.B16
	VMOVI $9, nine.B16
	VMOVI $0x7F, delete.B16
	VMOVI $0, none.B16
	MOVD  ZR, unit
	MOVD  ZR, nonASCIIs
	MOVD  ZR, deleted
	MOVD  ZR, escaped
	MOVD  ZR, raised
	MOVD  ZR, rows

nextUnit:
	VMOVI $0, all.B16
	VMOVI $0xFF, fromDelete.B16
	VMOVI $0xFF, fromEscape.B16
	VMOVI $0xFF, fromExponent.B16
	MOVD  $8, pairsLeft

pair:
	VLD1.P 32(cursor), [x0.B16, x1.B16]
	FMOVQ  -31(cursor), F2
	FMOVQ  -15(cursor), F3
	FMOVQ  -28(cursor), F4
	FMOVQ  -12(cursor), F5
	DIFFER(x0, next0, fourth0)
	DIFFER(x1, next1, fourth1)
	TST    $3, pairsLeft
	BNE    passed
	VUMAX  x0.B16, x1.B16, x0.B16
	MORE_THAN_NINE(x0)
	VMOV   x0.D[0], half0
	VMOV   x0.D[1], half1
	ORR    half1, half0
	CMP    $0, half0
	CINC   EQ, rows, rows

passed:
	SUBS $1, pairsLeft
	BNE  pair
	VMOVI $0x80, letter.B16
	VAND  letter.B16, all.B16, all.B16
	SET(all, nonASCIIs)
	SET_IF_ZERO(fromDelete, deleted)
	SET_IF_ZERO(fromEscape, escaped)
	SET_IF_ZERO(fromExponent, raised)
	ADD  $1, unit
	SUBS $1, unitsLeft
	BNE  nextUnit

	MOVD nonASCIIs, nonASCII+16(FP)
	MOVD deleted, deletes+24(FP)
	MOVD escaped, escapes+32(FP)
	MOVD raised, exponents+40(FP)
	MOVD rows, digits+48(FP)
	RET
