package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// All \uXXXX escapes of a block are decoded at once, wherever they are. Each byte of the block is
// converted to a digit, and paired with the digit before it:
//
//	\    u    1    2    3    4    one position each
//	               12   23   34   pairs of digits
//
// The bits of the digits are in the order of UTF-8, so they only have to be shifted into place. The
// three bytes below are made from the digit 1, the pair 23 shifted down by two bits, and the lower
// six bits of the pair 34. They are put in the last three positions of the escape. A character with
// fewer bytes takes fewer positions. VPCOMPRESSB drops the other bytes.
//
//	1110_1111  10_222233  10_334444

// notHex is the value of characters that are not digits in the table of hexadecimal digits.
const notHex = 0x80

func hexDigits() []byte {
	digits := isa.Repeat(notHex, 128)
	for i, c := range "0123456789abcdef" {
		digits[c] = byte(i)
		if c >= 'a' {
			digits[c-'a'+'A'] = byte(i)
		}
	}
	return digits
}

// everyPlace returns 64 bytes. Byte i has the value f(i).
func everyPlace(f func(place int) int) []byte {
	b := make([]byte, 64)
	for i := range b {
		b[i] = byte(f(i))
	}
	return b
}

// findUnits returns a mask of those letters of escapes that are a "u". The comparison with "u" does
// not have to wait for the mask letters.
func (u *unquoter512) findUnits(x isa.Vector, letters reg.GPVirtual) reg.GPVirtual {
	c := u.Ctx()
	k, units := c.K(), c.GP64()
	c.VPCMPEQB(u.us, x, k)
	c.KMOVQ(k, units)
	c.ANDQ(letters, units)
	return units
}

// shift sets dst to bits << n.
func (u *unquoter512) shift(bits reg.GPVirtual, n int, dst reg.GPVirtual) {
	u.Ctx().MOVQ(bits, dst)
	u.Ctx().SHLQ(operand.U8(n), dst)
}

// maskAt returns bits << n as an opmask.
func (u *unquoter512) maskAt(bits reg.GPVirtual, n int) reg.OpmaskVirtual {
	t := u.Ctx().GP64()
	u.shift(bits, n, t)
	return u.mask(t)
}

func (u *unquoter512) mask(bits reg.GPVirtual) reg.OpmaskVirtual {
	k := u.Ctx().K()
	u.Ctx().KMOVQ(bits, k)
	return k
}

// units replaces \u escapes with the characters that they stand for. It adds the bytes to be
// dropped to e.begin, and removes valid escapes from stops. An escape that is cut off at the end of
// this block remains a stop. If there is a whole block, units guesses how many bytes of the block
// will be read.
func (u *unquoter512) units(x isa.Vector, e escapePlaces, units, stops, guess reg.GPVirtual) {
	const patience = 8
	c := u.Ctx()
	c.MOVL(operand.U32(patience), u.patience.As32())
	u.guess(guess)
	digit, low := u.Vec(), u.Vec()
	hex := u.Data("hexDigits", hexDigits())
	u.Copy(x, digit)
	u.Load(hex, low)
	c.VPERMI2B(hex.Offset(u.Width()), low, digit)
	good, t := u.wholeUnits(x, digit, units), c.GP64()
	c.MOVQ(good, t)
	c.SHRQ(operand.U8(1), t)
	c.ANDNQ(stops, t, stops)

	before, pair := u.pairDigits(digit)
	bytes, three, two := u.encode(before, pair, good)
	second := u.maskAt(good, 2)
	surrogate, isSurrogate := u.Vec(), c.K()
	c.VPANDQ(u.same("highFive", 0xF8), pair, surrogate)
	c.VPCMPEQB(u.same("surrogates", 0xD8), surrogate, second, isSurrogate)
	c.KORTESTQ(isSurrogate, isSurrogate)
	c.JNE(operand.LabelRef("surrogates"))

	c.Label("merge")
	c.VMOVDQU8(pair, u.maskAt(good, 4), x)
	c.LEAQ(operand.Mem{Base: two, Index: two, Scale: 1}, t)
	c.ORQ(two, t)
	c.ORQ(three, t)
	c.VMOVDQU8(bytes, u.mask(t), x)
	u.dropUnits(e.begin, good, three, two)
	c.JMP(operand.LabelRef("cut"))

	u.surrogates(pair, bytes, isSurrogate, three, stops)
}

// pairDigits returns two vectors. Each lane of before has the digit of the previous lane. Each lane
// of pair has that digit in its upper four bits, and its own digit in its lower four bits.
func (u *unquoter512) pairDigits(digit isa.Vector) (before, pair isa.Vector) {
	const selectByBit = 0xE4 // a ? dst : b
	c, index := u.Ctx(), u.Vec()
	before, pair = u.Vec(), u.Vec()
	u.Load(u.Data("oneBefore", everyPlace(func(i int) int { return i - 1 })), index)
	c.VPERMB(digit, index, before)
	c.VPSLLW(operand.U8(4), before, pair)
	c.VPTERNLOGQ_BCST(operand.U8(selectByBit), u.Data("highNibble", isa.EightTimes(0xF0)), digit, pair)
	return before, pair
}

// encode returns the bytes of the non-ASCII characters. The mask three has a bit for the first byte
// of each character that takes three bytes. The mask two has a bit for the second-to-last byte of
// each character that takes two or three bytes.
func (u *unquoter512) encode(before, pair isa.Vector, good reg.GPVirtual) (bytes isa.Vector, three, two reg.GPVirtual) {
	const andOr = 0xEA // dst & b | a
	c, large, bits, t := u.Ctx(), u.Ctx().K(), u.Ctx().GP64(), u.Ctx().GP64()
	three, two = c.GP64(), c.GP64()
	c.VPTESTMB(u.same("highFive", 0xF8), pair, large)
	c.KMOVQ(large, bits)
	u.shift(good, 2, three)
	second := u.mask(three)
	u.shift(good, 3, two)
	third := u.mask(two)
	c.ANDQ(bits, three)
	c.ANDQ(bits, two)
	c.LEAQ(operand.Mem{Base: three, Index: three, Scale: 1}, t)
	c.ORQ(t, two)
	c.ANDNQ(two, t, t)
	leadOfTwo := u.mask(t)

	shift := u.Vec()
	bytes = u.Vec()
	u.Copy(pair, bytes)
	u.Load(u.Data("twoUp", everyPlace(func(i int) int { return (8*i + 2) % 64 })), shift)
	c.VPMULTISHIFTQB(pair, shift, third, bytes)
	c.VMOVDQU8(before, second, bytes)
	c.VPTERNLOGQ_BCST(operand.U8(andOr), u.Data("topBits", isa.EightTimes(0x80)), u.same("lowSix", 0x3F), bytes)
	c.VPADDB(u.same("toLead2", 0xC0-0x80), bytes, leadOfTwo, bytes)
	c.VPADDB(u.same("toLead3", 0xE0-0x80), bytes, u.mask(three), bytes)
	return bytes, three, two
}

// dropUnits adds the surplus bytes of valid escapes to the mask drop, which already has the
// backslashes. In the escape \u1234, for example, the u and the 1 are always dropped. The 2 is
// dropped unless the character takes three bytes, and the 3 is dropped unless the character takes
// at least two bytes.
func (u *unquoter512) dropUnits(drop, good, three, two reg.GPVirtual) {
	c, t := u.Ctx(), u.Ctx().GP64()
	c.ORQ(good, drop)
	u.shift(good, 1, t)
	c.ORQ(t, drop)
	u.shift(good, 2, t)
	c.ANDNQ(t, three, three)
	c.ORQ(three, drop)
	u.shift(good, 3, t)
	c.ANDNQ(t, two, two)
	c.ORQ(two, drop)
}

// guess sets the register guess to the number of bytes of a block that will be read. It assumes
// that reading stops only at an escape that is cut off at the end of the block. This can be a
// \uXXXX escape that begins in the last five bytes, or the escape of a high surrogate that begins
// in the last eleven bytes. So it looks for \u, or only for a backslash in the last byte, and for
// the digits of D800 to DBFF.
//
// It only looks at the last sixteen bytes, and assumes that every backslash begins an escape.
func (u *unquoter512) guess(guess reg.GPVirtual) {
	const lanes = 16
	c, first := u.Ctx(), u.Width()-lanes
	x, escape, letter, digit := c.XMM(), c.XMM(), c.XMM(), c.XMM()
	blockEnd := c.GP64()
	c.LEAQ(isa.At(u.P, u.Width()), blockEnd)
	c.CMPQ(blockEnd, u.End)
	c.JA(operand.LabelRef("guessed"))
	c.VMOVDQU(isa.At(u.P, first), x)
	c.VPCMPEQB(u.Data("backslashes16", isa.Repeat(backslash, lanes)), x, escape)
	c.VPCMPEQB(u.Data("us16", isa.Repeat('u', lanes)), x, letter)
	c.VPALIGNR(operand.U8(1), letter, u.ones(), letter)
	c.VPAND(letter, escape, escape)

	c.VPOR(u.Data("lowerCase", isa.Repeat(0x20, lanes)), x, x)
	c.VPCMPEQB(u.Data("ds", isa.Repeat('d', lanes)), x, digit)
	c.VPSRLDQ(operand.U8(2), digit, digit)
	table := make([]byte, lanes) // indexed by the low nibble
	for _, c := range "89ab" {
		table[c&0xF] = byte(c)
	}
	second := c.XMM()
	c.VMOVDQU(u.Data("highest", table), second)
	c.VPSHUFB(x, second, second)
	c.VPCMPEQB(x, second, second)
	c.VPSRLDQ(operand.U8(3), second, second)
	c.VPAND(second, digit, digit)
	c.VPOR(u.Data("lastFive", fromPlace(lanes, lanes-unitEscape+1)), digit, digit)
	c.VPAND(digit, escape, escape)
	c.VPAND(u.Data("lastEleven", fromPlace(lanes, lanes-pairEscape+1)), escape, escape)
	c.VPMOVMSKB(escape, guess.As32())
	c.BTSL(operand.U8(lanes), guess.As32())
	c.TZCNTL(guess.As32(), guess.As32())
	c.ADDL(operand.U8(first), guess.As32())
	c.Label("guessed")
}

func (u *unquoter512) ones() reg.VecVirtual {
	v := u.Ctx().XMM()
	u.Ctx().VPCMPEQB(v, v, v)
	return v
}

// fromPlace returns n bytes, in which all bits from the given position on are set.
func fromPlace(n, place int) []byte {
	return append(isa.Repeat(0, place), isa.Repeat(0xFF, n-place)...)
}

// wholeUnits returns a mask of the letters u that are followed by four digits.
func (u *unquoter512) wholeUnits(x, digit isa.Vector, units reg.GPVirtual) reg.GPVirtual {
	c := u.Ctx()
	k, hex, t, good := c.K(), c.GP64(), c.GP64(), c.GP64()
	not := u.Vec()
	u.Or(x, digit, not) // x marks the non-ASCII bytes, which have been looked up as if they were ASCII
	c.VPMOVB2M(not, k)
	c.KMOVQ(k, hex)
	c.NOTQ(hex)
	for _, n := range []int{1, 2} {
		c.MOVQ(hex, t)
		c.SHRQ(operand.U8(n), t)
		c.ANDQ(t, hex)
	}
	c.SHRQ(operand.U8(1), hex)
	c.MOVQ(units, good)
	c.ANDQ(hex, good)
	return good
}

// surrogates emits the code for surrogates. The mask surrogate has a bit at the second digit of
// each surrogate. A pair of surrogates is one character:
//
//	D8+  ..1111  22 2233   then   DC+  33 33  44 4444
//
// The bits marked 1 here, plus one, are the top bits of the character:
//
//	11110_111  10_112222  10_223333  10_444444
//
// These bytes are put at the last two positions of both escapes.
func (u *unquoter512) surrogates(pair, bytes isa.Vector, surrogate reg.OpmaskVirtual, three, stops reg.GPVirtual) {
	c := u.Ctx()
	c.Label("surrogates")
	pairs := u.findPairs(pair, surrogate, three, stops)
	first, second, third := u.maskAt(pairs, 1), u.maskAt(pairs, 2), u.maskAt(pairs, 1+unitEscape)

	// Each lane of quarter has bits 2 to 5 of the pair of digits in that lane. At the third digit
	// of the first escape, these are the bits marked 1111. In that lane, top is quarter plus one.
	// In all other lanes, top is equal to pair.
	quarter, top := u.Vec(), u.Vec()
	c.VPSRLW(operand.U8(2), pair, quarter)
	c.VPANDQ(u.same("lowNibble", 0x0F), quarter, quarter)
	u.Copy(pair, top)
	c.VPADDB(u.same("one", 1), quarter, first, top)

	// upper combines quarter with two bits that come from the previous byte or from the first
	// escape.
	index, fives, upper := u.Vec(), u.Vec(), u.Vec()
	u.Load(u.Data("oneBefore", everyPlace(func(i int) int { return i - 1 })), index)
	u.Load(u.Data("fiveBefore", everyPlace(func(i int) int { return i - 5 })), fives)
	c.VMOVDQU8(fives, third, index)
	c.VPERMB(top, index, upper)
	c.VPSLLW(operand.U8(4), upper, upper)
	c.VPANDQ(u.same("twoBits", 0x30), upper, upper)
	c.VPORQ(quarter, upper, upper)
	c.VPORQ(u.same("topBits", 0x80), upper, upper)
	c.VMOVDQU8(upper, second, bytes)
	c.VMOVDQU8(upper, third, bytes)

	c.VPSRLW(operand.U8(2), top, top)
	c.VPANDQ(u.same("lowThree", 0x07), top, top)
	c.VPORQ(u.same("lead4", isa.Lead4), top, top)
	c.VMOVDQU8(top, first, bytes)
	c.JMP(operand.LabelRef("merge"))
}

// findPairs returns a mask of the pairs of surrogates. A pair has its bit at the second digit of
// the first escape. findPairs removes the surrogates of pairs from three, because they do not take
// three bytes, and adds lone surrogates to stops.
func (u *unquoter512) findPairs(pair isa.Vector, surrogate reg.OpmaskVirtual, three, stops reg.GPVirtual) (pairs reg.GPVirtual) {
	c, isLow, all, low, t := u.Ctx(), u.Ctx().K(), u.Ctx().GP64(), u.Ctx().GP64(), u.Ctx().GP64()
	pairs = c.GP64()
	c.VPTESTMB(u.same("isLow", 0x04), pair, surrogate, isLow)
	c.KMOVQ(surrogate, all)
	c.KMOVQ(isLow, low)
	c.MOVQ(low, pairs)
	c.SHRQ(operand.U8(unitEscape), pairs)
	c.ANDNQ(all, low, t)
	c.ANDQ(t, pairs)
	u.shift(pairs, unitEscape, t)
	c.ORQ(pairs, t)
	c.ANDNQ(three, t, three)
	c.XORQ(all, t)
	c.SHRQ(operand.U8(3), t) // the position of the backslash
	c.ORQ(t, stops)
	return pairs
}
