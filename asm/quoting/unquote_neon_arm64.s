//go:build !purego

#include "go_asm.h"
#include "textflag.h"
#include "zutf8_neon_arm64.h"
#include "zunquote_shuffles_arm64.h"

#define out      R7
#define shuffles R8
#define drops    R9  // one bit for each byte of a group: is left out
#define lengths  R10 // for each unit of eight bytes, its length without these
#define escaping R11 // one bit for each backslash that begins an escape
#define escaped  R12 // one bit for each byte after such a backslash
#define word0    R13
#define word1    R14
#define judging  R15 // not 0 if the constants of JUDGE have been loaded
#define open     R19 // not 0 after a group that may end within a sequence
#define stops    R20 // one bit for each byte at which reading must stop
#define taken    R21 // number of bytes of a group that are read
#define size     R22
#define c        R23
#define table    R24

#define two         V8
#define space       V9
#define backslashes V10

// FIND_GROUP sets some of the outside bits of half0 if a byte of the current group is not ASCII,
// and some of the special bits if there is a quotation mark, a backslash or a control character.
// Quotation marks and control characters are the only bytes that become at most a space if bit 1 is
// inverted.
#define FIND_GROUP \
	VEOR  two.B16, x0.B16, V4.B16;          \
	VEOR  two.B16, x1.B16, V5.B16;          \
	VEOR  two.B16, x2.B16, V6.B16;          \
	VEOR  two.B16, x3.B16, V7.B16;          \
	VUMIN V4.B16, V5.B16, V4.B16;           \
	VUMIN V6.B16, V7.B16, V6.B16;           \
	VUMIN V4.B16, V6.B16, V4.B16;           \
	VUMIN space.B16, V4.B16, V5.B16;        \
	VCMEQ V4.B16, V5.B16, V4.B16;           \
	VCMEQ backslashes.B16, x0.B16, V5.B16;  \
	VCMEQ backslashes.B16, x1.B16, V6.B16;  \
	VCMEQ backslashes.B16, x2.B16, V7.B16;  \
	VCMEQ backslashes.B16, x3.B16, V16.B16; \
	VORR  V5.B16, V6.B16, V5.B16;           \
	VORR  V7.B16, V16.B16, V7.B16;          \
	VORR  V4.B16, V5.B16, V4.B16;           \
	VORR  V4.B16, V7.B16, V4.B16;           \
	VORR  x0.B16, x1.B16, V5.B16;           \
	VORR  x2.B16, x3.B16, V6.B16;           \
	VORR  V5.B16, V6.B16, V5.B16;           \
	SUMMARY(V4, V5)

// FIND_BLOCK is FIND_GROUP for one block, which it changes.
#define FIND_BLOCK(x) \
	VEOR  two.B16, x.B16, V4.B16;         \
	VUMIN space.B16, V4.B16, V5.B16;      \
	VCMEQ V4.B16, V5.B16, V4.B16;         \
	VCMEQ backslashes.B16, x.B16, V5.B16; \
	VORR  V4.B16, V5.B16, V4.B16;         \
	SUMMARY(V4, x)

#define outside 0x8080808080808080
#define special 0x7F7F7F7F7F7F7F7F

#define SUMMARY(found, x) \
	VSRI $1, found.B16, x.B16; \
	VMOV x.D[0], half0;        \
	VMOV x.D[1], half1;        \
	ORR  half1, half0

#define weights     V11 // one bit for each lane of eight
#define letters0    V12 // difference between a letter and its character, for lanes from 60 on
#define letters1    V13
#define strangeLow  V14 // the nibbles of a letter have no bit in common here, those of other characters have
#define strangeHigh V15
#define stops0      V16
#define escapedBits V17
#define stops1      V7
#define stops2      backslashes // the backslashes have been found by then
#define spread      V29 // for each lane, the byte of escapedBits that has its bit
#define sixty       V30
#define twos        V31
#define tail        V31

#define LOAD_ESCAPES \
	VMOVQ $0x8040201008040201, $0x8040201008040201, weights;     \
	VMOVQ $0x006A0000006A0000, $0x0064000000000000, letters0;    \
	VMOVQ $0x0000007D007F0000, $0x0000000000000000, letters1;    \
	VMOVQ $0x1F1B1F171F121F1F, $0x1E1B1F1D1F1F1F1F, strangeLow;  \
	VMOVQ $0x0804021010011010, $0x1010101010101010, strangeHigh; \
	VMOVQ $0x0000000000000000, $0x0101010101010101, spread;      \
	VMOVI $0x60, sixty.B16;                                      \
	VMOVI $2, twos.B16;                                          \
	MOVD  $dropShuffles<>(SB), shuffles

// MASKS sets the bit of mask for each byte of four blocks that is FF; the others must be 0. It
// changes the blocks.
#define MASKS(v0, v1, v2, v3, mask) \
	VAND  weights.B16, v0.B16, v0.B16; \
	VAND  weights.B16, v1.B16, v1.B16; \
	VAND  weights.B16, v2.B16, v2.B16; \
	VAND  weights.B16, v3.B16, v3.B16; \
	VADDP v1.B16, v0.B16, v0.B16;      \
	VADDP v3.B16, v2.B16, v2.B16;      \
	VADDP v2.B16, v0.B16, v0.B16;      \
	VADDP v0.B16, v0.B16, v0.B16;      \
	VMOV  v0.D[0], mask

// ESCAPING removes the backslashes that do not begin an escape. In a run of backslashes, every
// other one begins an escape, starting with the first. The carry of an addition identifies runs
// that begin at an even position.
#define ESCAPING \
	BIC  escaping<<1, escaping, c;  \
	AND  $0x5555555555555555, c;    \
	ADD  escaping, c;               \
	BIC  c, escaping, c;            \
	EOR  $0x5555555555555555, c;    \
	BIC  c, escaping;               \
	LSL  $1, escaping, escaped;     \
	VMOV escaped, escapedBits.D[0]

// DECODE replaces the letters of x that follow an escaping backslash by their characters. It sets
// stops to the weights of bytes at which reading must stop: letters that do not form an escape, and
// quotation marks and control characters that do not follow an escaping backslash. The blocks of a
// group must be decoded in order.
#define DECODE(x, stops) \
	VTBL   spread.B16, [escapedBits.B16], V4.B16;      \
	VADD   twos.B16, spread.B16, spread.B16;           \
	VCMTST weights.B16, V4.B16, V4.B16;                \
	VUSHR  $4, x.B16, V5.B16;                          \
	VAND   lowNibbles.B16, x.B16, V6.B16;              \
	VTBL   V5.B16, [strangeHigh.B16], V5.B16;          \
	VTBL   V6.B16, [strangeLow.B16], V6.B16;           \
	VAND   V5.B16, V6.B16, V6.B16;                     \
	VEOR   two.B16, x.B16, stops.B16;                  \
	VUMIN  space.B16, stops.B16, V5.B16;               \
	VCMEQ  V5.B16, stops.B16, stops.B16;               \
	VBIT   V4.B16, V6.B16, stops.B16;                  \
	VCMTST stops.B16, stops.B16, stops.B16;            \
	VAND   weights.B16, stops.B16, stops.B16;          \
	VEOR   sixty.B16, x.B16, V5.B16;                   \
	VTBL   V5.B16, [letters0.B16, letters1.B16], V5.B16; \
	VAND   V4.B16, V5.B16, V5.B16;                     \
	VEOR   V5.B16, x.B16, x.B16

// CUT ends the group or block before the first of the stops, and before its backslash if it is
// escaped.
#define CUT \
	RBIT stops, taken;          \
	CLZ  taken, taken;          \
	LSR  taken, escaped, c;     \
	AND  $1, c;                 \
	SUB  c, taken;              \
	MOVD $-1, c;                \
	LSL  taken, c;              \
	ORR  c, drops

// LENGTHS counts, for each unit, the bytes that are not left out.
#define LENGTHS \
	MVN  drops, c;           \
	VMOV c, V4.D[0];         \
	VCNT V4.B8, V4.B8;       \
	VMOV V4.D[0], lengths

// UNIT writes the first eight bytes of x, which are unit n of the group, except those left out.
#define UNIT(n, x) \
	UBFX  $(8*(n)), drops, $8, c;        \
	FMOVD (shuffles)(c<<3), F4;          \
	UBFX  $(8*(n)), lengths, $8, size;   \
	VTBL  V4.B8, [x.B16], V4.B8;         \
	FMOVD F4, (out);                     \
	ADD   size, out

// BLOCK is UNIT for the two units of x, n and n+1.
#define BLOCK(n, x) \
	UNIT(n, x);                        \
	VEXT $8, x.B16, x.B16, V5.B16;     \
	UNIT(n+1, V5)

// unquoteToUnitNEON processes groups of four blocks, which it validates and copies like quoteNEON.
// In a group with escapes, the backslashes that begin one are found by arithmetic on a word with
// one bit for each byte (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019). A
// group must not begin with an escaped character, so a backslash that begins an escape in the last
// byte of a group is left to the next group. Units of eight bytes are then shuffled so that the
// backslashes are left out. A unit is stored with surplus bytes, which the next one overwrites;
// there is room for them because dst is at least as long as the rest of src.
//
// If reading must stop, everything after that position in the group is left out as well.
//
// func unquoteToUnitNEON(dst []byte, src string) (written, read int, valid bool)
TEXT ·unquoteToUnitNEON(SB), NOSPLIT, $0-57
	MOVD dst_base+0(FP), out
	MOVD dst_len+8(FP), size
	MOVD src_base+24(FP), cursor
	MOVD src_len+32(FP), left
	MOVD ZR, judging
	MOVD ZR, open
	CMP  left, size
	BLT  finish

	VMOVI $2, two.B16
	VMOVI $0x20, space.B16
	VMOVI $0x5C, backslashes.B16
	CMP   $64, left
	BLO   rest

group:
	VLD1 (cursor), [x0.B16, x1.B16, x2.B16, x3.B16]
	FIND_GROUP
	ORR  open, half0, half1
	CBNZ half1, unclean

copy:
	VST1.P [x0.B16, x1.B16, x2.B16, x3.B16], 64(out)
	ADD    $64, cursor
	SUB    $64, left
	CMP    $64, left
	BHS    group

	// Fewer bytes than a group remain. At least one block: up to two blocks are covered by one at
	// the beginning and one at the end, more by two at each.
rest:
	ADD  left, cursor, end
	CMP  $16, left
	BLO  restOfBlock
	VLD1 (cursor), [x0.B16]
	AND  $32, left, step
	LSR  $1, step
	ADD  step, cursor, address
	VLD1 (address), [x1.B16]
	SUB  $16, end, address
	VLD1 (address), [x3.B16]
	SUB  step, address
	VLD1 (address), [x2.B16]
	FIND_GROUP
	CBNZ half0, uncleanRest

copyBlocks:
	VST1 [x0.B16], (out)
	ADD  step, out, address
	VST1 [x1.B16], (address)
	ADD  left, out
	SUB  $16, out, address
	VST1 [x3.B16], (address)
	SUB  step, address
	VST1 [x2.B16], (address)
	ADD  left, cursor
	B    finish

	// 8 to 15 bytes: the first 8 and the last 8.
restOfBlock:
	TBZ  $3, left, restOfWord
	MOVD (cursor), word0
	MOVD -8(end), word1
	VMOV word0, x0.D[0]
	VMOV word1, x0.D[1]
	FIND_BLOCK(x0)
	CBNZ half0, uncleanRest

copyWords:
	MOVD word0, (out)
	ADD  left, out
	MOVD word1, -8(out)
	ADD  left, cursor
	B    finish

	// Fewer than 8 bytes: byte by byte. If they end a longer text, they are validated first.
restOfWord:
	CBZ  left, finish
	MOVD src_base+24(FP), step
	CMP  step, cursor
	BEQ  tiny
	MOVD -8(end), word1
	TST  $outside, word1
	BEQ  bytes
	MOVD $-1, half0
	B    uncleanRest

	// The text is too short for a vector. If it is ASCII, there is nothing to validate.
tiny:
	TBZ   $2, left, tiniest
	MOVWU (cursor), half0
	MOVWU -4(end), half1
	ORR   half1, half0
	TST   $outside, half0
	BEQ   bytes
	B     ·unquoteGeneric(SB)

tiniest:
	MOVBU (cursor), half0
	MOVBU -1(end), half1
	LSR   $1, left, step
	MOVBU (cursor)(step), c
	ORR   half1, half0
	ORR   c, half0
	TBZ   $7, half0, bytes
	B     ·unquoteGeneric(SB)

unclean:
	TST  $outside, half0
	BEQ  ascii
	CBNZ judging, judge
	BEGIN
	MOVD $1, judging

judge:
	JUDGE(x0, previous, longsB, longsA)
	JUDGE(x1, x0, longsA, longsB)
	JUDGE(x2, x1, longsB, longsA)
	JUDGE(x3, x2, longsA, longsB)
	VMOV x3.B16, previous.B16
	MOVD $1, open
	TST  $special, half0
	BEQ  copy
	B    escape

ascii:
	CBZ  open, escape
	MOVD ZR, open
	JUDGE_UNFINISHED
	TST  $special, half0
	BEQ  copy

escape:
	LOAD_ESCAPES
	VMOVI $15, lowNibbles.B16
	VCMEQ backslashes.B16, x0.B16, V4.B16
	VCMEQ backslashes.B16, x1.B16, V5.B16
	VCMEQ backslashes.B16, x2.B16, V6.B16
	VCMEQ backslashes.B16, x3.B16, V7.B16
	MASKS(V4, V5, V6, V7, escaping)
	ESCAPING
	SUB   $1, escaping, c
	AND   escaping, c
	SUB   $1, c, size
	TST   size, c
	BEQ   escapeFew

escapeMany:
	DECODE(x0, stops0)
	DECODE(x1, stops1)
	VADDP stops1.B16, stops0.B16, stops0.B16
	DECODE(x2, stops1)
	DECODE(x3, stops2)
	VADDP stops2.B16, stops1.B16, stops1.B16
	VADDP stops1.B16, stops0.B16, stops0.B16
	VADDP stops0.B16, stops0.B16, stops0.B16
	VMOV  stops0.D[0], stops
	VMOVI $0x5C, backslashes.B16
	MOVD  escaping, drops
	MOVD  $64, taken
	TBNZ  $63, escaping, leaveLast

lastLeft:
	CBNZ stops, cutGroup

writeGroup:
	LENGTHS
	BLOCK(0, x0)
	BLOCK(2, x1)
	BLOCK(4, x2)
	BLOCK(6, x3)
	ADD  taken, cursor
	SUB  taken, left
	CBNZ stops, finish
	CMP  $64, left
	BHS  group
	B    rest

	// At most two escapes: the group is copied as it is, and what follows each of them is then
	// copied again to where it belongs. This always copies a whole group, for which src must be
	// long enough. The group must not contain unescaped quotation marks or control characters.
escapeFew:
	CBZ   escaping, escapeMany
	TBNZ  $63, escaping, escapeMany
	CMP   $2*64, left
	BLO   escapeMany
	VEOR  two.B16, x0.B16, V4.B16
	VEOR  two.B16, x1.B16, V5.B16
	VEOR  two.B16, x2.B16, V6.B16
	VEOR  two.B16, x3.B16, V7.B16
	VUMIN space.B16, V4.B16, V16.B16
	VCMEQ V16.B16, V4.B16, V4.B16
	VUMIN space.B16, V5.B16, V16.B16
	VCMEQ V16.B16, V5.B16, V5.B16
	VUMIN space.B16, V6.B16, V16.B16
	VCMEQ V16.B16, V6.B16, V6.B16
	VUMIN space.B16, V7.B16, V16.B16
	VCMEQ V16.B16, V7.B16, V7.B16
	MASKS(V4, V5, V6, V7, stops)
	BICS  escaped, stops, c
	BNE   escapeMany
	VST1  [x0.B16, x1.B16, x2.B16, x3.B16], (out)
	MOVD  $·escaped(SB), table

escapeOne:
	RBIT  escaping, c
	CLZ   c, c
	ADD   c, cursor, address
	ADD   c, out, step
	MOVBU 1(address), size
	MOVBU (table)(size), size
	CBZ   size, stopAtEscape
	ADD   $2, address
	VLD1  (address), [x0.B16, x1.B16, x2.B16, x3.B16]
	MOVB  size, (step)
	ADD   $1, step
	VST1  [x0.B16, x1.B16, x2.B16, x3.B16], (step)
	SUB   $1, out
	SUB   $1, escaping, c
	ANDS  c, escaping
	BNE   escapeOne
	ADD   $64, out
	ADD   $64, cursor
	SUB   $64, left
	B     group

stopAtEscape:
	MOVD ZR, open
	ADD  c, cursor
	ADD  c, out
	B    finish

	// The group has been validated, including its last byte, which is ASCII.
leaveLast:
	MOVD $63, taken
	CBZ  open, lastLeft
	MOVD ZR, open
	VEOR previous.B16, previous.B16, previous.B16
	VEOR longsA.B16, longsA.B16, longsA.B16
	B    lastLeft

	// The byte at which reading stops is ASCII, too.
cutGroup:
	MOVD ZR, open
	CUT
	B    writeGroup

uncleanRest:
	TST  $outside, half0
	BEQ  unquoteRest
	CBNZ judging, judgeRest
	BEGIN
	MOVD $1, judging

judgeRest:
	MOVD cursor, address
	SUBS $16, left, size
	BLO  judgeLast

judgeBlock:
	VLD1.P 16(address), [tail.B16]
	JUDGE(tail, previous, longsB, longsA)
	VMOV tail.B16, previous.B16
	VMOV longsB.B16, longsA.B16
	SUBS $16, size
	BHS  judgeBlock

	// The remaining bytes, fewer than a block, are the end of the last 16 bytes, or of the first 8
	// and the last 8. The lookup that shifts them to the beginning has out-of-range indices for the
	// other lanes, which become zeros, so an unfinished sequence becomes an error.
judgeLast:
	VMOVQ $0x0706050403020100, $0x0F0E0D0C0B0A0908, lanes
	NEG   size, size
	VDUP  size, shift.B16
	MOVD  src_base+24(FP), c
	SUB   c, end, c
	CMP   $16, c
	BLO   judgeHalves
	SUB   $16, end, c
	VLD1  (c), [tail.B16]
	B     judgeShifted

judgeHalves:
	VMOV word0, tail.D[0]
	VMOV word1, tail.D[1]
	VMOV ZR, shift.D[0]

judgeShifted:
	VADD lanes.B16, shift.B16, shift.B16
	VTBL shift.B16, [tail.B16], tail.B16
	JUDGE(tail, previous, longsB, longsA)
	MOVD ZR, open

unquoteRest:
	TST  $special, half0
	BNE  escapeRest
	CMP  $16, left
	BHS  copyBlocks
	B    copyWords

escapeRest:
	VMOVI $15, lowNibbles.B16

block:
	CMP   $16, left
	BLO   bytes
	LOAD_ESCAPES
	VLD1  (cursor), [x0.B16]
	VCMEQ backslashes.B16, x0.B16, V4.B16
	VAND  weights.B16, V4.B16, V4.B16
	VADDP V4.B16, V4.B16, V4.B16
	VADDP V4.B16, V4.B16, V4.B16
	VADDP V4.B16, V4.B16, V4.B16
	VMOV  V4.H[0], escaping
	ESCAPING
	DECODE(x0, stops0)
	VADDP stops0.B16, stops0.B16, stops0.B16
	VADDP stops0.B16, stops0.B16, stops0.B16
	VADDP stops0.B16, stops0.B16, stops0.B16
	VMOV  stops0.H[0], stops
	MOVD  escaping, drops
	UBFX  $15, escaping, $1, c
	MOVD  $16, taken
	SUB   c, taken
	CBNZ  stops, cutBlock

writeBlock:
	LENGTHS
	BLOCK(0, x0)
	ADD  taken, cursor
	SUB  taken, left
	CBZ  stops, block
	B    finish

cutBlock:
	CUT
	B   writeBlock

	// Byte by byte.
bytes:
	CBZ   left, finish
	MOVD  $·escaped(SB), table

byte:
	MOVBU (cursor), c
	MOVD  $1, size
	CMP   $0x20, c
	BLO   finish
	CMP   $0x22, c
	BEQ   finish
	CMP   $0x5C, c
	BEQ   letter

writeByte:
	MOVB.P c, 1(out)
	ADD    size, cursor
	SUBS   size, left
	BNE    byte
	B      finish

letter:
	CMP   $2, left
	BLO   finish
	MOVBU 1(cursor), c
	MOVBU (table)(c), c
	MOVD  $2, size
	CBNZ  c, writeByte

finish:
	CBZ  open, result
	JUDGE_UNFINISHED

result:
	MOVD dst_base+0(FP), half0
	SUB  half0, out
	MOVD out, written+40(FP)
	MOVD src_base+24(FP), half0
	SUB  half0, cursor
	MOVD cursor, read+48(FP)
	MOVD $1, half0
	CBZ  judging, verdict
	VMOV errors.D[0], half0
	VMOV errors.D[1], half1
	ORR  half1, half0
	CMP  $0, half0
	CSET EQ, half0

verdict:
	MOVB half0, valid+56(FP)
	RET
