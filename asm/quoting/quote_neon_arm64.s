//go:build !purego

#include "go_asm.h"
#include "textflag.h"
#include "zutf8_neon_arm64.h"
#include "zquote_shuffles_arm64.h"

#define out      R7
#define spare    R8  // by how much the rest of dst is longer than the rest of src
#define rules    R9
#define whole    R10 // Table.whole
#define table    R11
#define shuffles R12
#define masks    R13 // one bit for each byte of a group: must be escaped
#define lengths  R14 // for each unit of eight bytes, its length with short escapes
#define masksLong R17 // like masks, for long escapes only
#define word0    R15
#define word1    R19
#define judging  R20 // not 0 if the constants of JUDGE have been loaded
#define open     R21 // not 0 after a group that may end within a sequence
#define judged   R22 // not 0 if the rest has been validated already
#define c        R23
#define text     R24
#define size     R25
#define again    R19 // number of bytes of the last unit that have been written before
#define until    R15
#define styled   R26 // not 0 if the rules escape more characters than RFC 8259 requires

#define escapedLow   V8  // Table.lowNibble
#define escapedHigh  V9  // Table.highNibble
#define longs        V10 // the bits of characters with long escapes
#define found0       V11 // not 0 where a byte of x0 must be escaped
#define found1       V12
#define found2       V13
#define found3       V14
#define letters      V15
#define backslashes  V29
#define weights      V30
#define tail         V31
#define places       V31 // the number of each lane
#define two          V15
#define space        V30

// FIND sets each byte of found to a combination of bits that is not 0 if the byte of x must be
// escaped. Non-ASCII bytes have no bits in the table.
#define FIND(x, found) \
	VUSHR $4, x.B16, some.B16;                    \
	VAND  lowNibbles.B16, x.B16, found.B16;       \
	VTBL  some.B16, [escapedHigh.B16], some.B16;  \
	VTBL  found.B16, [escapedLow.B16], found.B16; \
	VAND  some.B16, found.B16, found.B16

// SUMMARY sets some of the outside bits of half0 if a byte is not ASCII. If a byte must be escaped,
// it sets all of the escapes bits of a lane.
#define outside 0x8080808080808080
#define escapes 0x7F7F7F7F7F7F7F7F

#define SUMMARY(found, x) \
	VCMTST found.B16, found.B16, found.B16; \
	VSRI   $1, found.B16, x.B16;            \
	VMOV   x.D[0], half0;                   \
	VMOV   x.D[1], half1;                   \
	ORR    half1, half0

// FIND_GROUP is FIND and SUMMARY for the current group.
#define FIND_GROUP \
	FIND(x0, found0);                        \
	FIND(x1, found1);                        \
	FIND(x2, found2);                        \
	FIND(x3, found3);                        \
	VORR found0.B16, found1.B16, some.B16;   \
	VORR found2.B16, found3.B16, others.B16; \
	VORR some.B16, others.B16, some.B16;     \
	VORR x0.B16, x1.B16, others.B16;         \
	VORR x2.B16, x3.B16, low1.B16;           \
	VORR low1.B16, others.B16, others.B16;   \
	SUMMARY(some, others)

// FIND_PLAIN is like FIND_GROUP, but only finds what RFC 8259 requires: control characters and
// quotation marks, which become at most a space if bit 1 is inverted, and backslashes.
#define FIND_PLAIN \
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

// MASKS sets the bit of mask for each byte of four blocks that is not 0. It changes the blocks.
#define MASKS(v0, v1, v2, v3, mask) \
	VCMTST v0.B16, v0.B16, v0.B16;  \
	VCMTST v1.B16, v1.B16, v1.B16;  \
	VCMTST v2.B16, v2.B16, v2.B16;  \
	VCMTST v3.B16, v3.B16, v3.B16;  \
	VAND   weights.B16, v0.B16, v0.B16; \
	VAND   weights.B16, v1.B16, v1.B16; \
	VAND   weights.B16, v2.B16, v2.B16; \
	VAND   weights.B16, v3.B16, v3.B16; \
	VADDP  v1.B16, v0.B16, v0.B16;  \
	VADDP  v3.B16, v2.B16, v2.B16;  \
	VADDP  v2.B16, v0.B16, v0.B16;  \
	VADDP  v0.B16, v0.B16, v0.B16;  \
	VMOV   v0.D[0], mask

// LETTER replaces the characters of x that have short escapes by the last bytes of these.
#define LETTER(x) \
	VTBL x.B16, [letters.B16], some.B16; \
	VEOR some.B16, x.B16, x.B16

// UNIT writes the first eight bytes of x, followed in x by backslashes, as unit n of the group,
// with short escapes.
#define UNIT(n, x) \
	UBFX  $(8*(n)), masks, $8, c;        \
	ADD   c<<4, shuffles, c;           \
	FMOVQ (c), F4;                     \
	UBFX  $(8*(n)), lengths, $8, size;   \
	VTBL  some.B16, [x.B16], some.B16; \
	FMOVQ F4, (out);                   \
	ADD   size, out

// BLOCK is UNIT for the two units of x, n and n+1.
#define BLOCK(n, x) \
	LETTER(x);                                \
	VZIP1 backslashes.D2, x.D2, others.D2;    \
	VZIP2 backslashes.D2, x.D2, low1.D2;      \
	UNIT(n, others);                          \
	UNIT(n+1, low1)

// CHARACTER writes byte n of word0, or its escape of either length.
#define CHARACTER(n) \
	UBFX $(8*(n)), word0, $8, c; \
	MOVD (whole)(c<<3), text;  \
	LSR  $const_wholeLength, text, size; \
	MOVD text, (out);          \
	ADD  size, out

// LOAD_ESCAPES loads the constants of the macros above.
#define LOAD_ESCAPES \
	VMOVI $const_nibblesLong, longs.B16;                     \
	VMOVQ $0, $0x00007F6A00647D6A, letters;                  \
	VMOVQ $0x8040201008040201, $0x8040201008040201, weights; \
	VMOVI $0x5C, backslashes.B16;                            \
	MOVD  $escapeShuffles<>(SB), shuffles

// SEPARATORS sets hits to FF at the last byte of each U+2028 (E2 80 A8) and U+2029 (E2 80 A9) in x,
// and to 0 elsewhere.
#define SEPARATORS(x, before, hits) \
	VEXT  $14, x.B16, before.B16, hits.B16; \
	VEXT  $15, x.B16, before.B16, high2.B16; \
	VCMEQ theE2.B16, hits.B16, hits.B16;    \
	VCMEQ the80.B16, high2.B16, high2.B16;  \
	VAND  high2.B16, hits.B16, hits.B16;    \
	VORR  the01.B16, x.B16, high2.B16;      \
	VCMEQ theA9.B16, high2.B16, high2.B16;  \
	VAND  high2.B16, hits.B16, hits.B16

#define the01 V15
#define the80 V16
#define theA9 V17
#define theE2 V29

#define LOAD_SEPARATORS \
	VMOVI $0x01, the01.B16; \
	VMOVI $0x80, the80.B16; \
	VMOVI $0xA9, theA9.B16; \
	VMOVI $0xE2, theE2.B16; \
	VMOVQ $0x8040201008040201, $0x8040201008040201, weights

// quoteNEON processes groups of four blocks. Most groups are clean: they contain nothing but ASCII
// that needs no escapes, and are copied. To find what must be escaped, each byte is looked up by
// both of its nibbles (Mula and Lemire, "Base64 encoding and decoding at almost the speed of a
// memory copy", 2019, look up classes in this way).
//
// A group that is not all ASCII is validated as in validUTF8NEON, with JUDGE_UNFINISHED before the
// next ASCII group.
//
// A group with short escapes is written in units of eight bytes. The bits of the bytes to be
// escaped select a shuffle that inserts a backslash before each of them. A unit is stored as 16
// bytes, and the next one overwrites the surplus. So at least eight bytes must follow the last
// unit. Units with long escapes are written byte by byte.
//
// If Quote must stop early, the text to be read is shortened, and its end is treated like that of
// any other text. Ends of texts, and short texts, are loaded and stored in pieces that overlap.
//
// func quoteNEON(dst []byte, src string, t *Table) (written, read int, valid bool)
TEXT ·quoteNEON(SB), NOSPLIT, $0-65
	MOVD dst_base+0(FP), out
	MOVD dst_len+8(FP), spare
	MOVD src_base+24(FP), cursor
	MOVD src_len+32(FP), left
	MOVD t+40(FP), table
	MOVD ZR, judging
	MOVD ZR, open
	MOVD ZR, judged
	SUBS left, spare
	BLT  finish

	ADD   $Table_lowNibble, table, address
	VLD1  (address), [escapedLow.B16, escapedHigh.B16]
	VMOVI $15, lowNibbles.B16
	MOVBU Table_rules(table), rules
	ADD   $Table_whole, table, whole
	CMP   $64, left
	BLO   rest
	ANDS  $(const_ASCII|const_HTML), rules, styled
	BNE   group

	// The rules add nothing to what every JSON string escapes.
plain:
	VMOVI $2, two.B16
	VMOVI $0x20, space.B16
	VMOVI $0x5C, backslashes.B16

plainGroup:
	VLD1   (cursor), [x0.B16, x1.B16, x2.B16, x3.B16]
	FIND_PLAIN
	CBNZ   half0, group
	VST1.P [x0.B16, x1.B16, x2.B16, x3.B16], 64(out)
	ADD    $64, cursor
	SUB    $64, left
	CMP    $64, left
	BHS    plainGroup
	B      rest

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
	BLO    rest
	ORR    styled, open, half1
	CBZ    half1, plain
	B      group

	// Fewer bytes than a group remain, or slightly more if some must be escaped. At least one
	// block: up to two blocks are covered by one at the beginning and one at the end, more by two
	// at each.
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
	FIND(x0, found0)
	SUMMARY(found0, x0)
	CBNZ half0, uncleanRest

copyWords:
	MOVD word0, (out)
	ADD  left, out
	MOVD word1, -8(out)
	ADD  left, cursor
	B    finish

	// Fewer than 8 bytes: the last 8, some of which have been written before, if src has so many.
restOfWord:
	CBZ  left, finish
	MOVD src_base+24(FP), step
	CMP  step, cursor
	BEQ  tiny
	MOVD -8(end), word1
	VDUP word1, x0.D2
	FIND(x0, found0)
	SUMMARY(found0, x0)
	CBNZ half0, uncleanRest

copyLast:
	ADD  left, out
	MOVD word1, -8(out)
	ADD  left, cursor
	B    finish

	// The text is too short for a vector. If it is ASCII, there is nothing to validate and nothing
	// that the rules leave to the caller.
tiny:
	CBNZ  judged, bytes
	TBZ   $2, left, tiniest
	MOVWU (cursor), half0
	MOVWU -4(end), half1
	ORR   half1, half0
	TST   $outside, half0
	BEQ   bytes
	B     ·quoteGeneric(SB)

tiniest:
	MOVBU (cursor), half0
	MOVBU -1(end), half1
	LSR   $1, left, step
	MOVBU (cursor)(step), c
	ORR   half1, half0
	ORR   c, half0
	TBZ   $7, half0, bytes
	B     ·quoteGeneric(SB)

unclean:
	TST  $escapes, half0
	BEQ  judge
	CMP  $64+8, left
	BLO  nearEnd

judge:
	TST  $outside, half0
	BEQ  ascii
	TST  $const_ASCII, rules
	BNE  stopOutside
	CBNZ judging, go
	BEGIN
	MOVD $1, judging

go:
	JUDGE(x0, previous, longsB, longsA)
	JUDGE(x1, x0, longsA, longsB)
	JUDGE(x2, x1, longsB, longsA)
	JUDGE(x3, x2, longsA, longsB)
	TST  $const_JS, rules
	BNE  separators

noSeparator:
	VMOV x3.B16, previous.B16
	MOVD $1, open
	TST  $escapes, half0
	BEQ  copy
	B    escape

ascii:
	CBZ  open, escape
	MOVD ZR, open
	JUDGE_UNFINISHED
	TST  $escapes, half0
	BEQ  copy

escape:
	LOAD_ESCAPES
	VORR  found0.B16, found1.B16, some.B16
	VORR  found2.B16, found3.B16, others.B16
	VORR  some.B16, others.B16, some.B16
	VAND  longs.B16, some.B16, some.B16
	VMOV  some.D[0], half0
	VMOV  some.D[1], half1
	ORR   half1, half0
	CBNZ  half0, findLong

escapeAll:
	MASKS(found0, found1, found2, found3, masks)
	VMOVI $8, others.B16
	VCNT  found0.B8, some.B8
	VADD  others.B16, some.B16, some.B16
	VMOV  some.D[0], lengths

	// The sum of the lengths, minus 64, is the number of escapes, and also what short escapes add
	// to the length.
	MOVD $0x0101010101010101, c
	MUL  c, lengths, size
	LSR  $56, size
	SUB  $64, size
	CMP  $2, size
	BLS  escapeFew

escapeMany:
	CBNZ half0, escapeLong
	CMP  size, spare
	BLT  stopAtEscape
	SUB  size, spare
	BLOCK(0, x0)
	BLOCK(2, x1)
	BLOCK(4, x2)
	BLOCK(6, x3)
	ADD  $64, cursor
	SUB  $64, left
	CMP  $64, left
	BHS  group
	B    rest

	// At most two escapes: the group is copied as it is, and what follows each of them is then
	// copied again to where it belongs. This always copies a whole group, for which src must be
	// long enough.
escapeFew:
	CMP  $2*64, left
	BLO  escapeMany
	ADD  size<<2, size, c
	CMP  c, spare
	BLT  escapeMany
	VST1 [x0.B16, x1.B16, x2.B16, x3.B16], (out)

escapeOne:
	RBIT    masks, c
	CLZ     c, c
	ADD     c, cursor, address
	ADD     c, out, step
	MOVBU.P 1(address), text
	VLD1    (address), [x0.B16, x1.B16, x2.B16, x3.B16]
	MOVD    (whole)(text<<3), text
	LSR     $const_wholeLength, text, size
	MOVD    text, (step)
	ADD     size, step
	VST1    [x0.B16, x1.B16, x2.B16, x3.B16], (step)
	SUB     $1, size
	ADD     size, out
	SUB     size, spare
	SUB     $1, masks, c
	ANDS    c, masks
	BNE     escapeOne
	ADD     $64, out
	ADD     $64, cursor
	SUB     $64, left
	B       group

	// Some escapes are long. The group is written unit by unit, and a unit with long escapes byte
	// by byte.
findLong:
	VAND  longs.B16, found0.B16, some.B16
	VAND  longs.B16, found1.B16, others.B16
	VAND  longs.B16, found2.B16, low1.B16
	VAND  longs.B16, found3.B16, high2.B16
	MASKS(some, others, low1, high2, masksLong)
	B     escapeAll

escapeLong:
	ADD  size<<2, size
	CMP  size, spare
	BLT  stopAtEscape
	ADD  $64, cursor, address
	ADD  out, spare

unitOfGroup:
	TST   $0xFF, masksLong
	BNE   longUnit
	FMOVD (cursor), F5
	LETTER(others)
	VZIP1 backslashes.D2, others.D2, others.D2
	UNIT(0, others)

nextUnit:
	LSR   $8, masksLong
	LSR   $8, masks
	LSR   $8, lengths
	ADD   $8, cursor
	CMP   address, cursor
	BNE   unitOfGroup
	SUB   out, spare
	ADD   $64, spare
	SUB   $64, left
	CMP   $64, left
	BHS   group
	B     rest

longUnit:
	MOVD (cursor), word0
	CHARACTER(0)
	CHARACTER(1)
	CHARACTER(2)
	CHARACTER(3)
	CHARACTER(4)
	CHARACTER(5)
	CHARACTER(6)
	CHARACTER(7)
	B    nextUnit

	// A group with escapes, followed by less than a unit, is treated as an end. Its last bytes have
	// not been tested for ASCII yet.
nearEnd:
	ADD  left, cursor, end
	MOVD -8(end), half1
	AND  $outside, half1
	ORR  half1, half0

uncleanRest:
	CBNZ judged, quoteRest
	TST  $outside, half0
	BEQ  quoteRest
	TST  $const_ASCII, rules
	BNE  stopOutside
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
	TST  $const_JS, rules
	BNE  separatorsOfBlock

noSeparatorInBlock:
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
	ADD  $16, address
	JUDGE(tail, previous, longsB, longsA)
	MOVD $-1, size
	TST  $const_JS, rules
	BNE  separatorsOfBlock

allJudged:
	MOVD $1, judged
	MOVD ZR, open

quoteRest:
	TST  $escapes, half0
	BNE  escapeRest
	CMP  $16, left
	BHS  copyBlocks
	TBNZ $3, left, copyWords
	B    copyLast

escapeRest:
	LOAD_ESCAPES
	VMOVQ $0x0706050403020100, $0x0F0E0D0C0B0A0908, places

	// Blocks with short escapes, as long as eight bytes follow them.
block:
	CMP    $16+8, left
	BLO    unit
	VLD1   (cursor), [x0.B16]
	FIND(x0, found0)
	VAND   longs.B16, found0.B16, some.B16
	VCMTST found0.B16, found0.B16, found0.B16
	VMOV   some.D[0], half0
	VMOV   some.D[1], half1
	ORR    half1, half0
	CBNZ   half0, bytes
	VAND   weights.B16, found0.B16, some.B16
	VADDP  some.B16, some.B16, some.B16
	VADDP  some.B16, some.B16, some.B16
	VADDP  some.B16, some.B16, some.B16
	VMOVI  $8, others.B16
	VCNT   some.B8, low1.B8
	VADD   others.B16, low1.B16, low1.B16
	VMOV   some.D[0], masks
	VMOV   low1.D[0], lengths
	UBFX   $8, lengths, $8, size
	ADD    lengths.UXTB, size
	SUB    $16, size
	SUBS   size, spare, c
	BLT    bytes
	MOVD   c, spare
	BLOCK(0, x0)
	ADD    $16, cursor
	SUB    $16, left
	B      block

	// Then units, each stored as two words that overlap. The last unit is the last eight bytes of
	// the text, some of which may have been written before and are written again.
unit:
	MOVD  ZR, again
	CMP   $8, left
	BHS   loadUnit
	CBZ   left, finish
	MOVD  src_base+24(FP), c
	SUB   c, cursor, c
	ADD   left, c
	CMP   $8, c
	BLO   bytes
	MOVD  $8, again
	SUB   left, again

loadUnit:
	SUB    again, cursor, c
	FMOVD  (c), F0
	FIND(x0, found0)
	VAND   longs.B8, found0.B8, some.B8
	VCMTST found0.B8, found0.B8, found0.B8
	VMOV   some.D[0], half0
	CBNZ   half0, bytes
	VAND   weights.B8, found0.B8, some.B8
	VADDP  some.B8, some.B8, some.B8
	VADDP  some.B8, some.B8, some.B8
	VADDP  some.B8, some.B8, some.B8
	VMOV   some.B[0], masks

	// The numbers of escapes among all bytes of the unit, and among those written before.
	MOVD $-1, c
	LSL  again, c
	BIC  c, masks, c
	ORR  c<<8, masks, c
	VMOV c, some.D[0]
	VCNT some.B8, some.B8
	VMOV some.B[0], size
	VMOV some.B[1], c
	SUB  c, size, step
	CMP  step, spare
	BLT  bytes
	SUB  step, spare
	SUB  again, out
	SUB  c, out

	LETTER(x0)
	VZIP1 backslashes.D2, x0.D2, x0.D2
	ADD   masks<<4, shuffles, c
	FMOVQ (c), F4
	VTBL  some.B16, [x0.B16], some.B16
	VDUP  size, others.B16
	VADD  places.B16, others.B16, others.B16
	VTBL  others.B16, [some.B16], others.B16
	FMOVD F4, (out)
	ADD   size, out
	FMOVD F5, (out)
	ADD   $8, out
	SUB   again, cursor
	ADD   $8, cursor
	ADD   again, left
	SUBS  $8, left
	BNE   unit
	B     finish

	// Eight bytes, or fewer at the end, byte by byte.
bytes:
	SUBS $8, left, until
	CSEL LO, ZR, until, until
	CBZ  left, finish

byte:
	MOVBU (cursor), c
	MOVD  (whole)(c<<3), text
	LSR   $const_wholeLength, text, size
	SUB   $1, size, step
	SUBS  step, spare
	BLT   finish
	MOVB  text, (out)
	CBNZ  step, escapeOfByte

nextByte:
	ADD  size, out
	ADD  $1, cursor
	SUB  $1, left
	CMP  until, left
	BNE  byte
	CBNZ left, block
	B    finish

escapeOfByte:
	LSR  $8, text
	MOVB text, 1(out)
	CMP  $const_shortEscape, size
	BEQ  nextByte
	LSR  $8, text
	MOVW text, 2(out)
	B    nextByte

finish:
	CBZ  open, result
	JUDGE_UNFINISHED

result:
	MOVD dst_base+0(FP), half0
	SUB  half0, out
	MOVD out, written+48(FP)
	MOVD src_base+24(FP), half0
	SUB  half0, cursor
	MOVD cursor, read+56(FP)
	MOVD $1, half0
	CBZ  judging, verdict
	VMOV errors.D[0], half0
	VMOV errors.D[1], half1
	ORR  half1, half0
	CMP  $0, half0
	CSET EQ, half0

verdict:
	MOVB half0, valid+64(FP)
	RET

	// There may not be enough room for all escapes of the group, which has been validated.
stopAtEscape:
	RBIT masks, masks
	CLZ  masks, left
	MOVD $1, judged
	MOVD ZR, open
	B    rest

	// The text that is left to the caller begins at the first non-ASCII byte.
stopOutside:
	MOVD cursor, address

nextInside:
	MOVBU.P 1(address), c
	TBZ     $7, c, nextInside
	SUB     $1, address
	SUB     cursor, address, left
	B       shortened

	// Text without E2 has no separators. The E2 may be in the block before.
separators:
	LOAD_SEPARATORS
	VCMEQ theE2.B16, previous.B16, some.B16
	VCMEQ theE2.B16, x0.B16, others.B16
	VORR  others.B16, some.B16, some.B16
	VCMEQ theE2.B16, x1.B16, others.B16
	VORR  others.B16, some.B16, some.B16
	VCMEQ theE2.B16, x2.B16, others.B16
	VORR  others.B16, some.B16, some.B16
	VCMEQ theE2.B16, x3.B16, others.B16
	VORR  others.B16, some.B16, some.B16
	VMOV  some.D[0], half1
	VMOV  some.D[1], c
	ORR   c, half1
	CBZ   half1, noSeparator
	SEPARATORS(x0, previous, some)
	SEPARATORS(x1, x0, others)
	VAND  weights.B16, some.B16, some.B16
	VAND  weights.B16, others.B16, others.B16
	VADDP others.B16, some.B16, some.B16
	SEPARATORS(x2, x1, low1)
	SEPARATORS(x3, x2, others)
	VAND  weights.B16, low1.B16, low1.B16
	VAND  weights.B16, others.B16, others.B16
	VADDP others.B16, low1.B16, low1.B16
	VADDP low1.B16, some.B16, some.B16
	VADDP some.B16, some.B16, some.B16
	VMOV  some.D[0], masks
	CBZ   masks, noSeparator
	MOVD  cursor, address
	B     stopAtSeparator

separatorsOfBlock:
	LOAD_SEPARATORS
	SEPARATORS(tail, previous, some)
	VAND  weights.B16, some.B16, some.B16
	VADDP some.B16, some.B16, some.B16
	VADDP some.B16, some.B16, some.B16
	VADDP some.B16, some.B16, some.B16
	VMOV  some.H[0], masks
	SUB   $16, address
	CBNZ  masks, stopAtSeparator
	ADD   $16, address
	TBZ   $63, size, noSeparatorInBlock
	B     allJudged

	// The separator begins two bytes before its last byte; those two may have been written before.
stopAtSeparator:
	MOVD $1, judged
	MOVD ZR, open
	RBIT masks, masks
	CLZ  masks, c
	ADD  c, address
	SUB  $2, address
	SUBS cursor, address, left
	BLO  writtenBefore

	// Coming from nearEnd, the text may still be longer than any end.
shortened:
	CMP $64, left
	BLO rest
	B   escapeRest

writtenBefore:
	ADD left, out
	ADD left, cursor
	B   finish
