// The lookups of Keiser and Lemire for the NEON kernels that validate UTF-8, alone or while
// they do something else, and the registers that they use.
//
// A block is 16 bytes, a vector. A group is four blocks: one load, one test for ASCII.
//
// The assembler has neither saturating subtraction, nor "less than", nor the maximum
// across lanes. What follows does without.

#include "zutf8_tables_arm64.h"

#define cursor  R0
#define left    R1 // bytes from the cursor to the end, or less what a loop takes at once
#define end     R2
#define address R3
#define half0   R4
#define half1   R5
#define step    R6

#define x0 V0 // the blocks at hand, which VLD1 wants in a row
#define x1 V1
#define x2 V2
#define x3 V3

#define some   V4
#define others V5

// TEST_ASCII sets the flags to EQ if no byte of the group at hand has its top bit set.
#define TEST_ASCII \
	VORR x0.B16, x1.B16, some.B16;       \
	VORR x2.B16, x3.B16, others.B16;     \
	VORR some.B16, others.B16, some.B16; \
	VMOV some.D[0], half0;               \
	VMOV some.D[1], half1;               \
	ORR  half1, half0;                   \
	TST  $0x8080808080808080, half0

#define first      V4  // the first byte of each pair
#define high1      V5  // its high nibble
#define low1       V6  // its low nibble
#define high2      V7  // the high nibble of the second
#define lead4      V16 // 80 where the first is a lead of four bytes
#define required   V17 // 80 where both must be continuations
#define errors     V18 // what has been found so far, a class in each bit
#define previous   V19 // the block before the one at hand
#define longsA     V20 // the longs of one block and of the next, by turns: see JUDGE
#define longsB     V21
#define lowNibbles V22
#define tableHigh1 V23
#define tableLow1  V24
#define tableHigh2 V25
#define tableLead3 V26 // 80 for the high nibbles of leads of three and four bytes
#define tableLead4 V27 // 80 for that of leads of four
#define lastLimits V28 // for each byte of the last block: the largest it may be
#define lanes      V29 // the number of each lane
#define shift      V30

// JUDGE adds the errors of the block x to errors, given the block before it and the
// longs of that one. It leaves the longs of x for the next.
//
// The longs of a byte are 80 if it is a lead of three or four bytes, or if the byte
// before it is a lead of four. Then the byte two places after it must be the second of
// two continuations, which the classes of pairs give the same bit. So the lookups of
// high nibbles, which are there anyway, stand in for saturating subtractions, and two
// shifts by whole bytes, of x and of its longs, stand in for three.
#define JUDGE(x, before, longs, longsBefore) \
	VEXT  $15, x.B16, before.B16, first.B16;             \
	VUSHR $4, x.B16, high2.B16;                          \
	VUSHR $4, first.B16, high1.B16;                      \
	VAND  lowNibbles.B16, first.B16, low1.B16;           \
	VTBL  high2.B16, [tableLead3.B16], longs.B16;        \
	VTBL  high1.B16, [tableLead4.B16], lead4.B16;        \
	VTBL  high1.B16, [tableHigh1.B16], high1.B16;        \
	VTBL  low1.B16, [tableLow1.B16], low1.B16;           \
	VTBL  high2.B16, [tableHigh2.B16], high2.B16;        \
	VORR  lead4.B16, longs.B16, longs.B16;               \
	VEXT  $14, longs.B16, longsBefore.B16, required.B16; \
	VAND  high1.B16, low1.B16, low1.B16;                 \
	VAND  high2.B16, low1.B16, low1.B16;                 \
	VEOR  required.B16, low1.B16, low1.B16;              \
	VORR  low1.B16, errors.B16, errors.B16

// BEGIN loads the constants of JUDGE and says that there are no errors yet, and that
// nothing, which is as good as ASCII, comes before the first block.
#define BEGIN \
	MOVD  $byHigh1<>(SB), address;                 \
	VLD1  (address), [tableHigh1.B16];             \
	MOVD  $byLow1<>(SB), address;                  \
	VLD1  (address), [tableLow1.B16];              \
	MOVD  $byHigh2<>(SB), address;                 \
	VLD1  (address), [tableHigh2.B16];             \
	VMOVQ $0, $0x8080000000000000, tableLead3;     \
	VMOVQ $0, $0x8000000000000000, tableLead4;     \
	VMOVQ $0xFFFFFFFFFFFFFFFF, $0xBFDFEFFFFFFFFFFF, lastLimits; \
	VMOVI $15, lowNibbles.B16;                     \
	VEOR  errors.B16, errors.B16, errors.B16;      \
	VEOR  previous.B16, previous.B16, previous.B16; \
	VEOR  longsA.B16, longsA.B16, longsA.B16

// JUDGE_UNFINISHED adds an error for a sequence that the previous block leaves unfinished,
// where a group of nothing but ASCII follows. Where no sequence is unfinished, this clears
// the previous block, and the longs have nothing to say of the bytes to come. Where one
// is, all is said.
#define JUDGE_UNFINISHED \
	VUMAX lastLimits.B16, previous.B16, previous.B16; \
	VEOR  lastLimits.B16, previous.B16, previous.B16; \
	VORR  previous.B16, errors.B16, errors.B16
