//go:build !purego

#include "textflag.h"
#include "zutf8_neon_arm64.h"

#define groupsLeft R7
#define groupsNow  R8
#define total      R9

// validUTF8NEON is the validator of Keiser and Lemire ("Validating UTF-8 in less than one
// instruction per byte", 2021). Three nibbles of each pair of adjacent bytes are looked up; the
// bits that the three entries have in common are the errors of the pair. A pair of continuations
// also sets a bit. It is an error unless the lead of a longer sequence comes two or three bytes
// before the second of the pair, and such a lead requires that pair. So the two conditions are
// compared. The tables are in _gen/isa/utf8_table.go. See validUTF8Generic for the same in Go.
//
// Groups that are entirely ASCII are skipped. This would miss an unfinished sequence before such a
// group, so the preceding block is then compared with the largest bytes it may end with.
//
// The end of the input, less than a group, is processed block by block. The last block is filled up
// with zeros, which are ASCII, so an unfinished sequence at the end becomes an error like any
// other, even if the last block has nothing but zeros.
//
// func validUTF8NEON(b []byte) bool
TEXT ·validUTF8NEON(SB), NOSPLIT, $0-25
	MOVD b_base+0(FP), cursor
	MOVD b_len+8(FP), left
	ADD  cursor, left, end
	SUBS $64, left
	BHS  groups
	ADDS $64-16, left
	BLO  short

	// At least one block, but fewer than four. Up to two blocks are covered by one at the beginning
	// and one at the end, more by two at each.
	VLD1 (cursor), [x0.B16]
	ADD  $16, left, step
	AND  $32, step
	LSR  $1, step
	ADD  step, cursor, address
	VLD1 (address), [x1.B16]
	SUB  $16, end, address
	VLD1 (address), [x2.B16]
	SUB  step, address
	VLD1 (address), [x3.B16]
	TEST_ASCII
	BEQ  valid
	BEGIN
	B    block

groups:
	BEGIN

ascii:
	VLD1.P 64(cursor), [x0.B16, x1.B16, x2.B16, x3.B16]
	TEST_ASCII
	BNE    judge
	SUBS   $64, left
	BHS    ascii
	B      rest

judge:
	JUDGE(x0, previous, longsB, longsA)
	JUDGE(x1, x0, longsA, longsB)
	JUDGE(x2, x1, longsB, longsA)
	JUDGE(x3, x2, longsA, longsB)
	VMOV   x3.B16, previous.B16
	SUBS   $64, left
	BLO    rest
	VLD1.P 64(cursor), [x0.B16, x1.B16, x2.B16, x3.B16]
	TEST_ASCII
	BNE    judge

	JUDGE_UNFINISHED
	SUBS   $64, left
	BHS    ascii

	// If the last 64 bytes are ASCII, no sequence is unfinished at the cursor, which is within them
	// or just after them.
rest:
	SUB  $64, end, address
	VLD1 (address), [x0.B16, x1.B16, x2.B16, x3.B16]
	TEST_ASCII
	BEQ  finish
	ADDS $64-16, left
	BMI  lastBlock

block:
	VLD1.P 16(cursor), [x0.B16]
	JUDGE(x0, previous, longsB, longsA)
	VMOV   x0.B16, previous.B16
	VMOV   longsB.B16, longsA.B16
	SUBS   $16, left
	BHS    block

	// The remaining bytes, fewer than a block, are the end of the last 16 bytes of the input. The
	// lookup that shifts them to the beginning has out-of-range indices for the other lanes, which
	// become zeros.
lastBlock:
	SUB  $16, end, address
	VLD1 (address), [x0.B16]
	VMOVQ $0x0706050403020100, $0x0F0E0D0C0B0A0908, lanes
	NEG  left, left
	VDUP left, shift.B16
	VADD lanes.B16, shift.B16, shift.B16
	VTBL shift.B16, [x0.B16], x0.B16

judgeLast:
	JUDGE(x0, previous, longsB, longsA)

finish:
	VMOV errors.D[0], half0
	VMOV errors.D[1], half1
	ORR  half1, half0
	CMP  $0, half0
	CSET EQ, half0
	MOVB half0, ret+24(FP)
	RET

valid:
	MOVD $1, half0
	MOVB half0, ret+24(FP)
	RET

	// 8 to 15 bytes: the first 8, and of the last 8 those that are not among them.
short:
	MOVD (cursor), half0
	MOVD -8(end), half1
	VMOV half0, x0.D[0]
	VMOV half1, x0.D[1]
	ORR  half1, half0
	TST  $0x8080808080808080, half0
	BEQ  valid
	BEGIN
	VMOVQ $0x0706050403020100, $0x0F0E0D0C0B0A0908, lanes
	NEG  left, left
	VDUP left, shift.B16
	VMOV ZR, shift.D[0]
	VADD lanes.B16, shift.B16, shift.B16
	VTBL shift.B16, [x0.B16], x0.B16
	B    judgeLast

// isASCIINEON tests the top bits of one group at a time. The last group ends at the end of the
// input and may overlap the one before. See isASCIIGeneric.
//
// func isASCIINEON(b []byte) bool
TEXT ·isASCIINEON(SB), NOSPLIT, $0-25
	MOVD b_base+0(FP), cursor
	MOVD b_len+8(FP), left
	SUB  $64, left
	ADD  cursor, left, address

group:
	VLD1.P 64(cursor), [x0.B16, x1.B16, x2.B16, x3.B16]
	TEST_ASCII
	BNE    done
	CMP    address, cursor
	BLO    group
	VLD1   (address), [x0.B16, x1.B16, x2.B16, x3.B16]
	TEST_ASCII

done:
	CSET EQ, half0
	MOVB half0, ret+24(FP)
	RET

#define keep0     V4 // masks for the last group, in consecutive registers for VLD1
#define keep1     V5
#define keep2     V6
#define keep3     V7
#define zero      V16
#define upperBits V17 // the upper bit of each pair of bits
#define counts    V18 // one count for each lane

// maxGroups is the number of groups that can be counted in one byte for each lane: a group adds at
// most four to a lane.
#define maxGroups 63

// countContinuationsNEON counts the bytes whose upper two bits are 10. These bits of the four
// blocks of a group are first gathered in one vector, so that a single test is enough for the
// group. See countContinuationsGeneric.
//
// The last group ends at the end of the input; its bytes that belong to the group before are
// cleared.
//
// func countContinuationsNEON(b []byte) int
TEXT ·countContinuationsNEON(SB), NOSPLIT, $0-32
	MOVD  b_base+0(FP), cursor
	MOVD  b_len+8(FP), left
	ADD   cursor, left, end
	LSR   $6, left, groupsLeft
	AND   $63, left
	MOVD  ZR, total
	VMOVI $0xAA, upperBits.B16
	VEOR  zero.B16, zero.B16, zero.B16

groups:
	MOVD $maxGroups, groupsNow
	CMP  groupsNow, groupsLeft
	CSEL LO, groupsLeft, groupsNow, groupsNow
	SUB  groupsNow, groupsLeft
	VEOR counts.B16, counts.B16, counts.B16

group:
	VLD1.P 64(cursor), [x0.B16, x1.B16, x2.B16, x3.B16]

count:
	VSRI $2, x1.B16, x0.B16
	VSRI $2, x3.B16, x2.B16
	VSRI $4, x2.B16, x0.B16
	VADD x0.B16, x0.B16, x1.B16 // moves the lower bit of each pair to where the upper was
	VBIT x1.B16, zero.B16, x0.B16
	VAND upperBits.B16, x0.B16, x0.B16
	VCNT x0.B16, x0.B16
	VADD x0.B16, counts.B16, counts.B16
	SUBS $1, groupsNow
	BNE  group

	VUADDLV counts.B16, counts
	VMOV    counts.H[0], half0
	ADD     half0, total
	CBNZ    groupsLeft, groups

	CBZ  left, done
	MOVD $keepLast<>(SB), address
	ADD  left, address
	VLD1 (address), [keep0.B16, keep1.B16, keep2.B16, keep3.B16]
	SUB  $64, end, address
	VLD1 (address), [x0.B16, x1.B16, x2.B16, x3.B16]
	VAND keep0.B16, x0.B16, x0.B16
	VAND keep1.B16, x1.B16, x1.B16
	VAND keep2.B16, x2.B16, x2.B16
	VAND keep3.B16, x3.B16, x3.B16
	MOVD ZR, left
	MOVD $1, groupsNow
	VEOR counts.B16, counts.B16, counts.B16
	B    count

done:
	MOVD total, ret+24(FP)
	RET

// keepLast is 64 bytes of 00 followed by 64 bytes of FF. The 64 bytes at offset n are a mask that
// keeps the last n bytes of a group.
DATA keepLast<>+64(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA keepLast<>+72(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA keepLast<>+80(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA keepLast<>+88(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA keepLast<>+96(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA keepLast<>+104(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA keepLast<>+112(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA keepLast<>+120(SB)/8, $0xFFFFFFFFFFFFFFFF
GLOBL keepLast<>(SB), RODATA|NOPTR, $128
