package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The escapes \uXXXX of a block are read all at once, wherever they stand. Each byte of
// the block is taken as a digit, and with the one before as two of them:
//
//	\    u    1    2    3    4    a place each
//	               12   23   34   pairs of digits
//
// The bits of these are in the order of UTF-8, so that its bytes have only to be shifted
// into place: 1, 2>>2 with 3 and 3>>2, and 4. They stand at the last three places, or less
// for a smaller character, and VPCOMPRESSB drops the rest.
//
//	1110_1111  10_222233  10_334444

// notHex is in the table of digits, for VPERMI2B, where a character is none.
const notHex = 0x80

func hexDigits() []byte {
	digits := repeat(notHex, 128)
	for i, c := range "0123456789abcdef" {
		digits[c] = byte(i)
		if c >= 'a' {
			digits[c-'a'+'A'] = byte(i)
		}
	}
	return digits
}

// everyPlace returns 64 bytes that depend on their place.
func everyPlace(f func(place int) int) []byte {
	b := make([]byte, 64)
	for i := range b {
		b[i] = byte(f(i))
	}
	return b
}

// findUnits returns which letters of escapes are u. It does not wait for these to compare.
func (u *unquoter512) findUnits(x vector, letters reg.GPVirtual) reg.GPVirtual {
	c := u.ctx()
	k, units := c.K(), c.GP64()
	c.VPCMPEQB(u.us, x, k)
	c.KMOVQ(k, units)
	c.ANDQ(letters, units)
	return units
}

// shift is dst = bits << n.
func (u *unquoter512) shift(bits reg.GPVirtual, n int, dst reg.GPVirtual) {
	u.ctx().MOVQ(bits, dst)
	u.ctx().SHLQ(operand.U8(n), dst)
}

func (u *unquoter512) mask(bits reg.GPVirtual) reg.OpmaskVirtual {
	k := u.ctx().K()
	u.ctx().KMOVQ(bits, k)
	return k
}

// units replaces the escapes of units by what they stand for: it adds the bytes to be
// dropped to e.begin, and it leaves in stops those that stand for nothing. One that is cut
// off does not in this block. It guesses how much will be read, if
// there is a whole block.
func (u *unquoter512) units(x vector, e escapes, units, stops, guess reg.GPVirtual) {
	const (
		select1st = 0xE4 // a ? dst : b, bit by bit
		andOr     = 0xEA // dst & b | a
		patience  = 8
	)
	c := u.ctx()
	c.MOVL(operand.U32(patience), u.patience.As32())
	digit, before := u.vec(), u.vec()
	u.copy(x, digit)
	hex := u.data("hexDigits", hexDigits())
	low := u.vec()
	u.load(hex, low)
	c.VPERMI2B(hex.Offset(u.width()), low, digit)
	u.guess(guess)
	good := u.wholeUnits(x, digit, units)
	t := c.GP64()
	c.MOVQ(good, t)
	c.SHRQ(operand.U8(1), t)
	c.ANDNQ(stops, t, stops)

	// before is the digit before, and pair both.
	pair := u.vec()
	index := u.vec()
	u.load(u.data("oneBefore", everyPlace(func(i int) int { return i - 1 })), index)
	c.VPERMB(digit, index, before)
	c.VPSLLW(operand.U8(4), before, pair)
	c.VPTERNLOGQ_BCST(operand.U8(select1st), u.data("highNibble", eightTimes(0xF0)), digit, pair)

	// The bytes before the last of characters outside ASCII.
	bits := c.GP64()
	large, three, two := c.K(), c.GP64(), c.GP64()
	atLeast8 := u.same("atLeast8", 0xF8)
	c.VPTESTMB(atLeast8, pair, large)
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

	bytes, shift := u.vec(), u.vec()
	u.copy(pair, bytes)
	u.load(u.data("twoUp", everyPlace(func(i int) int { return (8*i + 2) % 64 })), shift)
	c.VPMULTISHIFTQB(pair, shift, third, bytes)
	c.VMOVDQU8(before, second, bytes)
	c.VPTERNLOGQ_BCST(operand.U8(andOr), u.data("topBits", eightTimes(0x80)), u.same("lowSix", 0x3F), bytes)
	more := u.same("lead2", 0xC0-0x80)
	c.VPADDB(more, bytes, leadOfTwo, bytes)
	more = u.same("lead3", 0xE0-0x80)
	c.VPADDB(more, bytes, u.mask(three), bytes)

	surrogate, isSurrogate := u.vec(), c.K()
	c.VPANDQ(atLeast8, pair, surrogate)
	c.VPCMPEQB(u.same("surrogates", 0xD8), surrogate, second, isSurrogate)
	c.KORTESTQ(isSurrogate, isSurrogate)
	c.JNE(operand.LabelRef("surrogates"))

	c.Label("merge")
	u.shift(good, 4, t)
	c.VMOVDQU8(pair, u.mask(t), x)
	c.LEAQ(operand.Mem{Base: two, Index: two, Scale: 1}, t)
	c.ORQ(two, t)
	c.ORQ(three, t)
	c.VMOVDQU8(bytes, u.mask(t), x)

	// Of the six bytes, drop those that do not stand for anything.
	u.shift(good, 2, t)
	c.ANDNQ(t, three, three)
	u.shift(good, 3, t)
	c.ANDNQ(t, two, two)
	c.ORQ(three, e.begin)
	c.ORQ(two, e.begin)
	c.ORQ(good, e.begin)
	c.ADDQ(good, good)
	c.ORQ(good, e.begin)
	c.JMP(operand.LabelRef("cut"))

	u.surrogates(pair, bytes, isSurrogate, three, stops)
}

// guess sets guess to how much will be read of a block, if only its end cuts escapes off:
// the last five bytes \uXXXX, and the last eleven a high surrogate. So it asks for \u, or
// just the backslash where it is the last, and for digits of D800 to DBFF.
//
// It looks at the last bytes alone, and takes every backslash for the beginning of an
// escape.
func (u *unquoter512) guess(guess reg.GPVirtual) {
	const lanes = 16
	c, first := u.ctx(), u.width()-lanes
	x, escape, letter, digit := c.XMM(), c.XMM(), c.XMM(), c.XMM()
	blockEnd := c.GP64()
	c.LEAQ(at(u.p, u.width()), blockEnd)
	c.CMPQ(blockEnd, u.end)
	c.JA(operand.LabelRef("guessed"))
	c.VMOVDQU(at(u.p, first), x)
	c.VPCMPEQB(u.constant("backslashes16", repeat(backslash, lanes)), x, escape)
	c.VPCMPEQB(u.constant("us16", repeat('u', lanes)), x, letter)
	c.VPALIGNR(operand.U8(1), letter, u.ones(), letter)
	c.VPAND(letter, escape, escape)

	c.VPOR(u.constant("lowerCase", repeat(0x20, lanes)), x, x)
	c.VPCMPEQB(u.constant("ds", repeat('d', lanes)), x, digit)
	c.VPSRLDQ(operand.U8(2), digit, digit)
	table := make([]byte, lanes) // by the low nibble
	for _, c := range "89ab" {
		table[c&0xF] = byte(c)
	}
	second := c.XMM()
	c.VMOVDQU(u.constant("highest", table), second)
	c.VPSHUFB(x, second, second)
	c.VPCMPEQB(x, second, second)
	c.VPSRLDQ(operand.U8(3), second, second)
	c.VPAND(second, digit, digit)
	c.VPOR(u.constant("lastFive", fromPlace(lanes, lanes-unitEscape+1)), digit, digit)
	c.VPAND(digit, escape, escape)
	c.VPAND(u.constant("lastEleven", fromPlace(lanes, lanes-pairEscape+1)), escape, escape)
	c.VPMOVMSKB(escape, guess.As32())
	c.BTSL(operand.U8(lanes), guess.As32())
	c.TZCNTL(guess.As32(), guess.As32())
	c.ADDL(operand.U8(first), guess.As32())
	c.Label("guessed")
}

func (u *unquoter512) constant(name string, b []byte) operand.Mem { return u.data(name, b) }

func (u *unquoter512) ones() reg.VecVirtual {
	v := u.ctx().XMM()
	u.ctx().VPCMPEQB(v, v, v)
	return v
}

// fromPlace returns n bytes with all bits from the place on.
func fromPlace(n, place int) []byte { return append(repeat(0, place), repeat(0xFF, n-place)...) }

// wholeUnits returns those of the letters u that have four digits.
func (u *unquoter512) wholeUnits(x, digit vector, units reg.GPVirtual) reg.GPVirtual {
	c := u.ctx()
	k, hex, t, good := c.K(), c.GP64(), c.GP64(), c.GP64()
	not := u.vec()
	u.or(x, digit, not) // what is not ASCII has been looked up as if it were
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

// surrogates emits what is done about those: bits of isSurrogate, at the second digit.
// Pairs of them are one character
//
//	D8+  ..1111  22 2233   then   DC+  33 33  44 4444
//
// of which 1, and one more, are the top bits.
//
//	11110_111  10_112222  10_223333  10_444444
//
// These bytes stand at the last two places of either escape.
func (u *unquoter512) surrogates(pair, bytes vector, surrogate reg.OpmaskVirtual, three, stops reg.GPVirtual) {
	const next = unitEscape
	c := u.ctx()
	c.Label("surrogates")
	low, pairs, t := c.GP64(), c.GP64(), c.GP64()
	isLow, isSurrogate := c.K(), c.GP64()
	c.VPTESTMB(u.same("lowSurrogate", 0x04), pair, surrogate, isLow)
	c.KMOVQ(surrogate, isSurrogate)
	c.KMOVQ(isLow, low)
	c.MOVQ(low, pairs)
	c.SHRQ(operand.U8(next), pairs)
	c.ANDNQ(isSurrogate, low, t)
	c.ANDQ(t, pairs)
	c.MOVQ(pairs, t)
	c.SHLQ(operand.U8(next), t)
	c.ORQ(pairs, t)
	c.ANDNQ(three, t, three)
	c.XORQ(isSurrogate, t) // those that are alone
	c.SHRQ(operand.U8(3), t)
	c.ORQ(t, stops)

	// 1111 of the first escape's third place, plus one.
	var places [3]reg.OpmaskVirtual
	for i, n := range []int{1, 2, 1 + next} {
		u.shift(pairs, n, t)
		places[i] = u.mask(t)
	}
	first, second, third := places[0], places[1], places[2]
	quarter, top := u.vec(), u.vec()
	nibble := u.same("lowNibble", 0x0F)
	c.VPSRLW(operand.U8(2), pair, quarter)
	c.VPANDQ(nibble, quarter, quarter)
	one := u.same("one", 1)
	u.copy(pair, top)
	c.VPADDB(one, quarter, first, top)

	// The two bits that come from elsewhere: the byte before, or the escape before.
	index, upper, fives := u.vec(), u.vec(), u.vec()
	u.load(u.data("oneBefore", everyPlace(func(i int) int { return i - 1 })), index)
	u.load(u.data("fiveBefore", everyPlace(func(i int) int { return i - 5 })), fives)
	c.VMOVDQU8(fives, third, index)
	c.VPERMB(top, index, upper)
	c.VPSLLW(operand.U8(4), upper, upper)
	c.VPANDQ(u.same("twoBits", 0x30), upper, upper)
	c.VPORQ(quarter, upper, upper)
	topBits := u.same("topBits", 0x80)
	c.VPORQ(topBits, upper, upper)
	c.VMOVDQU8(upper, second, bytes)
	c.VMOVDQU8(upper, third, bytes)

	// The lead.
	c.VPSRLW(operand.U8(2), top, top)
	c.VPANDQ(u.same("sevens", 0x07), top, top)
	lead := u.same("lead4", 0xF0)
	c.VPORQ(lead, top, top)
	c.VMOVDQU8(top, first, bytes)
	c.JMP(operand.LabelRef("merge"))
}
