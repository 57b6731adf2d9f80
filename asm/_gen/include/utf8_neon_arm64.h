// The lookups of Keiser and Lemire for the NEON kernels that validate UTF-8, alone or along with
// other work, and the registers for these lookups.
//
// A block is 16 bytes, a vector. A group is four blocks: one load, one test for ASCII.
//
// The assembler supports neither saturating subtraction, nor "less than", nor the maximum across
// lanes. The code below does without them.

#include "zutf8_tables_arm64.h"

#define cursor  R0
#define left    R1 // bytes from the cursor to the end, in some loops less one step
#define end     R2
#define address R3
#define half0   R4
#define half1   R5
#define step    R6

#define x0 V0 // the current blocks, in consecutive registers for VLD1
#define x1 V1
#define x2 V2
#define x3 V3

#define some   V4
#define others V5

// TEST_ASCII sets the flags to EQ if no byte of the current group has its top bit set.
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
#define high2      V7  // the high nibble of the second byte
#define lead4      V16 // 80 where the first byte is the lead of a four-byte sequence
#define required   V17 // 80 where both bytes must be continuations
#define errors     V18 // the errors found so far, one bit for each class
#define previous   V19 // the block before the current one
#define longsA     V20 // alternately the longs of one block and of the next, see JUDGE
#define longsB     V21
#define lowNibbles V22
#define tableHigh1 V23
#define tableLow1  V24
#define tableHigh2 V25
#define tableLead3 V26 // 80 for the high nibbles of leads of three- and four-byte sequences
#define tableLead4 V27 // 80 for the high nibble of leads of four-byte sequences
#define lastLimits V28 // for each byte of the last block, the largest value allowed
#define lanes      V29 // the number of each lane
#define shift      V30

// JUDGE adds the errors of the block x to errors, given the block before it and the longs of that
// block. It leaves the longs of x for the next block.
//
// The longs of a byte are 80 if it leads a sequence of three or four bytes, or if the byte before
// it leads a sequence of four. The byte two positions after it must then be the second of two
// continuations, a condition for which the classes of pairs use the same bit. So the lookups of
// high nibbles, which are needed anyway, replace saturating subtractions, and two shifts by whole
// bytes, of x and of its longs, replace three.
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

// BEGIN loads the constants of JUDGE and initializes its state: there are no errors yet, and the
// block before the first is ASCII.
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

// JUDGE_UNFINISHED adds an error if the previous block ends within a sequence and a group of ASCII
// follows. If it does not end within a sequence, the macro clears the previous block, and the longs
// do not affect the following bytes. If it does, there is an error already, and later results do
// not matter.
#define JUDGE_UNFINISHED \
	VUMAX lastLimits.B16, previous.B16, previous.B16; \
	VEOR  lastLimits.B16, previous.B16, previous.B16; \
	VORR  previous.B16, errors.B16, errors.B16
