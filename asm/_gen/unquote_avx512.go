package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unquoter512 emits asm.Unquote for AVX-512.
//
// Groups of four blocks that have nothing special are copied. In other groups all blocks
// are decoded, without asking which have an escape: letters of escapes are looked up under
// a mask, and VPCOMPRESSB drops the backslashes before them.
//
// Reading ends in one place only, the last block, which may be less than a block. It is
// filled up with zeros, at which it stops as at any control character. Where a block
// within the input has to stop, it is made the last. So is one that has escapes of units,
// after which reading goes on.
type unquoter512 struct {
	unquoter

	patience  reg.GPVirtual // how many blocks without units to go on with as if there were some
	lastGroup reg.GPVirtual

	classes, meanings           [2]vector
	backslashes, badEscapes, us vector
}

func unquote512(m machine) {
	function(m, "unquote", unquoteSignature,
		"unquoteAVX512 is unquoteGeneric for up to a window, a block at a time.")
	c := m.ctx()
	u := &unquoter512{unquoter: newUnquoter(m), lastGroup: c.GP64(), patience: c.GP64()}
	u.enter()
	u.classes = [2]vector{u.vec(), u.vec()}
	u.loadTable("unquoteClasses", unquoteClasses(), u.classes)
	c.CMPQ(u.n, operand.U32(u.width()))
	c.JBE(operand.LabelRef("last"))
	u.allocate()
	u.loadConstants()
	c.LEAQ(at(u.end, -4*u.width()), u.lastGroup)
	c.CMPQ(u.n, operand.U32(4*u.width()))
	c.JB(operand.LabelRef("few"))
	u.groups()
	u.few()
	u.blocks()
	u.last()
}

func (u *unquoter512) allocate() {
	u.meanings = [2]vector{u.vec(), u.vec()}
	u.backslashes, u.badEscapes, u.us = u.vec(), u.vec(), u.vec()
}

// loadConstants loads what is not needed where there is nothing special.
func (u *unquoter512) loadConstants() {
	u.loadTable("unescaped", unescaped(), u.meanings)
	u.loadSame("backslashes", backslash, u.backslashes)
	u.loadSame("badEscapes", badEscape, u.badEscapes)
	u.loadSame("us", 'u', u.us)
}

// loadTable loads a table by ASCII for VPERMI2B.
func (u *unquoter512) loadTable(name string, table []byte, halves [2]vector) {
	for i, half := range halves {
		u.load(u.data(name, table).Offset(i*u.width()), half)
	}
}

// loadSame loads a byte into all lanes.
func (u *unquoter512) loadSame(name string, b byte, v vector) {
	u.ctx().VPBROADCASTQ(u.data(name, eightTimes(b)), v)
}

func (u *unquoter512) same(name string, b byte) vector {
	v := u.vec()
	u.loadSame(name, b, v)
	return v
}

// classesOf returns the classes of a block, but for bytes outside ASCII.
func (u *unquoter512) classesOf(x vector) vector {
	class := u.vec()
	u.copy(x, class)
	u.ctx().VPERMI2B(u.classes[1], u.classes[0], class)
	return class
}

// groups emits the way by groups of four blocks. What is left after one that has been
// copied may be copied with some of that.
func (u *unquoter512) groups() {
	c, w := u.ctx(), u.width()
	group := 4 * w
	c.Label("group")
	u.loadGroup(u.p)
	class := u.classesOfGroup()
	foreign, special := u.test(class)
	c.KORTESTQ(foreign, special)
	c.JNE(operand.LabelRef("look"))
	u.or(u.unfinished(u.previous), u.errors, u.errors)

	c.Label("copy")
	for i, x := range u.x {
		c.VMOVDQU64(x, at(u.d, i*w))
	}
	c.ADDQ(operand.U32(group), u.d)
	c.ADDQ(operand.U32(group), u.p)
	c.CMPQ(u.p, u.lastGroup)
	c.JBE(operand.LabelRef("group"))
	c.CMPQ(u.p, u.end)
	c.JE(operand.LabelRef("groupsEnd"))
	back := c.GP64()
	c.LEAQ(at(u.lastGroup, -w), back) // so much is looked at before
	c.CMPQ(back, address(c.Param("src").Base()))
	c.JB(operand.LabelRef("groupsEnd"))
	c.SUBQ(u.p, u.d)
	c.MOVQ(u.lastGroup, u.p)
	c.ADDQ(u.p, u.d)
	c.JMP(operand.LabelRef("group"))

	c.Label("next")
	c.CMPQ(u.p, u.lastGroup)
	c.JBE(operand.LabelRef("group"))
	c.Label("groupsEnd")
	c.CMPQ(u.p, u.end)
	c.JE(operand.LabelRef("finish"))
	c.JMP(operand.LabelRef("block"))

	c.Label("look")
	c.KTESTQ(foreign, foreign)
	c.JNE(operand.LabelRef("judge"))
	u.or(u.unfinished(u.previous), u.errors, u.errors)
	c.Label("decode")
	u.decodeGroup(class)
	c.Label("judge")
	u.judgeGroup()
	c.KTESTQ(special, special)
	c.JE(operand.LabelRef("copy"))
	for i, x := range u.x {
		u.classifyForeign(x, class[i])
	}
	c.JMP(operand.LabelRef("decode"))

	c.Label("judgeFirst")
	u.addJudgement(u.x[0], u.nothingBefore(u.x[0]), u.errors)
	c.JMP(operand.LabelRef("judgeThree"))
}

func (u *unquoter512) classesOfGroup() (class [4]vector) {
	for i, x := range u.x {
		class[i] = u.classesOf(x)
	}
	return class
}

// few emits the way of an input of more than one block and less than four, which are made
// to overlap. If there is something special, single blocks are what comes next.
func (u *unquoter512) few() {
	c, w := u.ctx(), u.width()
	c.Label("few")
	last, toDst := c.GP64(), c.GP64()
	second, third := c.GP64(), c.GP64()
	c.LEAQ(at(u.end, -w), last)
	c.LEAQ(at(u.p, w), second)
	c.CMPQ(second, last)
	c.CMOVQHI(last, second)
	c.LEAQ(at(last, -w), third)
	c.CMPQ(third, u.p)
	c.CMOVQCS(u.p, third)
	places := [4]reg.GPVirtual{u.p, second, third, last}
	for i, x := range u.x {
		u.load(at(places[i], 0), x)
	}
	foreign, special := u.test(u.classesOfGroup())
	c.KORTESTQ(foreign, special)
	c.JNE(operand.LabelRef("block"))
	c.MOVQ(u.d, toDst)
	c.SUBQ(u.p, toDst)
	for i, x := range u.x {
		c.VMOVDQU64(x, operand.Mem{Base: places[i], Index: toDst, Scale: 1})
	}
	c.ADDQ(u.n, u.d)
	c.MOVQ(u.end, u.p)
	c.JMP(operand.LabelRef("nothing"))
}

// test returns which bytes of a group may not be ASCII, and which may not be text or be
// backslashes.
func (u *unquoter512) test(class [4]vector) (foreign, special reg.OpmaskVirtual) {
	const (
		orAndNot  = 0xF4 // dst | b &^ a
		orOfThree = 0xFE
	)
	c := u.ctx()
	specials, others, foreigners := u.vec(), u.vec(), u.vec()
	c.VPANDNQ(class[0], u.x[0], specials)
	c.VPANDNQ(class[1], u.x[1], others)
	c.VPTERNLOGQ(operand.U8(orAndNot), u.x[2], class[2], specials)
	c.VPTERNLOGQ(operand.U8(orAndNot), u.x[3], class[3], others)
	u.or(others, specials, specials)
	u.or(u.x[0], u.x[1], foreigners)
	c.VPTERNLOGQ(operand.U8(orOfThree), u.x[2], u.x[3], foreigners)
	foreign, special = c.K(), c.K()
	c.VPMOVB2M(foreigners, foreign)
	c.VPTESTMB(u.data("special", repeat(notText|escaper, u.width())), specials, special)
	return foreign, special
}

// judgeGroup judges a group, whatever stands before it.
func (u *unquoter512) judgeGroup() {
	c := u.ctx()
	u.loadUTF8Constants(false)
	c.CMPQ(u.p, address(c.Param("src").Base()))
	c.JE(operand.LabelRef("judgeFirst"))
	u.addJudgement(u.x[0], u.before(at(u.p, 0)), u.errors)
	c.Label("judgeThree")
	for i := 1; i < 4; i++ {
		u.addJudgement(u.x[i], u.before(at(u.p, i*u.width())), u.errors)
	}
	u.copy(u.x[3], u.previous)
}

// decodeGroup writes a group with escapes, which may cross the edges of its blocks. One
// that crosses the group's is left to what comes next. If the group turns out to have
// something that stands for nothing, it is written again, block by block.
func (u *unquoter512) decodeGroup(class [4]vector) {
	const orOfThree = 0xFE
	c := u.ctx()
	var carry reg.GPVirtual
	begin := c.GP64()
	c.MOVQ(u.d, begin)
	for i, x := range u.x {
		carry = u.decode(x, class[i], carry)
	}
	stops := c.K()
	u.or(class[0], class[1], class[0])
	c.VPTERNLOGQ(operand.U8(orOfThree), class[2], class[3], class[0])
	c.VPMOVB2M(class[0], stops)
	c.KORTESTQ(stops, stops)
	c.JNE(operand.LabelRef("again"))
	c.ADDQ(operand.U32(4*u.width()), u.p)
	c.TESTQ(carry, carry)
	c.JE(operand.LabelRef("next"))
	c.DECQ(u.p)
	c.JMP(operand.LabelRef("next"))

	c.Label("again")
	c.MOVQ(begin, u.d)
	u.zero(u.previous) // what stands there has been judged
	c.JMP(operand.LabelRef("block"))
}

// findEscapesIn is findEscapes for a block.
func (u *unquoter512) findEscapesIn(x vector, carryIn reg.GPVirtual) escapePlaces {
	k, all := u.ctx().K(), u.ctx().GP64()
	u.ctx().VPCMPEQB(u.backslashes, x, k)
	u.ctx().KMOVQ(k, all)
	return u.findEscapes(all, carryIn)
}

// classifyForeign sets the classes of bytes outside ASCII.
func (u *unquoter512) classifyForeign(x, class vector) {
	foreign := u.ctx().K()
	u.ctx().VPMOVB2M(x, foreign)
	u.ctx().VMOVDQU8(u.badEscapes, foreign, class)
}

// translate replaces the letters of escapes by what they stand for. It leaves in the top
// bits of class which characters stand for nothing, after a backslash or without.
func (u *unquoter512) translate(x, class vector, letters reg.OpmaskVirtual) {
	u.ctx().VPADDB(class, class, letters, class) // notText is twice badEscape
	u.ctx().VPERMI2B(u.meanings[1], u.meanings[0], letters, x)
}

// decode writes a block as if it had no stops, and leaves these in the top bits of class.
// It returns whether the next block begins with an escape's second character.
func (u *unquoter512) decode(x, class vector, carryIn reg.GPVirtual) (carry reg.GPVirtual) {
	c := u.ctx()
	e := u.findEscapesIn(x, carryIn)
	carry = c.GP64()
	c.MOVQ(e.begin, carry)
	c.SHRQ(operand.U8(63), carry)
	u.translate(x, class, u.mask(e.letter))
	c.NOTQ(e.begin)
	c.VPCOMPRESSB_Z(x, u.mask(e.begin), x)
	c.VMOVDQU64(x, at(u.d, 0))
	c.POPCNTQ(e.begin, e.begin)
	c.ADDQ(e.begin, u.d)
	return carry
}

// blocks emits the way by single blocks, as long as more is left.
func (u *unquoter512) blocks() {
	c, x := u.ctx(), u.x[0]
	c.Label("block")
	next, original := c.GP64(), u.vec()
	c.LEAQ(at(u.p, u.width()), next)
	c.CMPQ(next, u.end)
	c.JAE(operand.LabelRef("left"))
	u.load(at(u.p, 0), x)
	u.jumpUnlessASCIIWithPrevious(x, "judgeBlock")
	c.Label("decodeBlock")
	u.copy(x, original)
	class, stops, begin := u.classesOf(x), c.K(), c.GP64()
	u.classifyForeign(x, class)
	c.MOVQ(u.d, begin)
	carry := u.decode(x, class, nil)
	c.VPMOVB2M(class, stops)
	c.KORTESTQ(stops, stops)
	c.JNE(operand.LabelRef("stop"))
	u.copy(original, u.previous)
	c.MOVQ(next, u.p)
	c.TESTQ(carry, carry)
	c.JE(operand.LabelRef("block"))
	c.DECQ(u.p)
	c.JMP(operand.LabelRef("block"))

	c.Label("judgeBlock")
	u.loadUTF8Constants(true)
	c.CMPQ(u.p, address(c.Param("src").Base()))
	c.JE(operand.LabelRef("judgeFirstBlock"))
	u.addJudgement(x, u.before(at(u.p, 0)), u.errors)
	c.JMP(operand.LabelRef("decodeBlock"))
	c.Label("judgeFirstBlock")
	u.addJudgement(x, u.nothingBefore(x), u.errors)
	c.JMP(operand.LabelRef("decodeBlock"))

	c.Label("stop")
	c.MOVQ(begin, u.d)
	u.load(at(u.p, 0), x)
	c.JMP(operand.LabelRef("decodeLast"))
}

func (u *unquoter512) jumpUnlessASCIIWithPrevious(x vector, label string) {
	u.jumpUnlessASCII([]vector{x, u.previous}, label)
}

// last emits the end of reading, in a block or less than one. What comes after escapes of
// units is read here as well, since where these are there are often more.
func (u *unquoter512) last() {
	c, x := u.ctx(), u.x[0]
	c.Label("left")
	c.MOVQ(u.end, u.n)
	c.SUBQ(u.p, u.n)
	c.CMPQ(u.n, operand.U8(u.width()))
	c.JAE(operand.LabelRef("whole"))
	c.Label("last")
	u.copyLast(x)
	u.loadConstants()
	c.Label("loaded")
	u.jumpUnlessASCIIWithPrevious(x, "judgeLast")
	c.Label("decodeLast")
	e := u.findEscapesIn(x, nil)
	letters := u.mask(e.letter)
	units := u.findUnits(x, e.letter)
	stops := c.GP64()
	class, k := u.classesOf(x), c.K()
	u.classifyForeign(x, class)
	u.translate(x, class, letters)
	c.VPMOVB2M(class, k)
	c.KMOVQ(k, stops)
	u.stopBefore(stops, e)
	guess := c.GP64()
	c.MOVL(operand.U32(u.width()), guess.As32())
	c.TESTQ(units, units)
	c.JNE(operand.LabelRef("units"))
	c.Label("cut")
	u.cut(x, e.begin, stops)
	c.CMPQ(stops, operand.U8(u.width()-pairEscape+1))
	c.JAE(operand.LabelRef("more"))
	c.Label("end")
	c.ADDQ(stops, u.p)
	u.leave()

	c.Label("whole")
	u.load(at(u.p, 0), x)
	c.JMP(operand.LabelRef("loaded"))
	c.Label("judgeLast")
	u.loadUTF8Constants(true)
	u.addJudgement(x, u.shifted(u.previous, x), u.errors)
	c.JMP(operand.LabelRef("decodeLast"))
	c.Label("units")
	u.units(x, e, units, stops, guess)
	u.more(stops, guess)
}

// copyLast loads what is left, a block at most, as loadShort does. If there is nothing
// special in it, it writes it and returns; what is written depends on no more than its
// length then.
func (u *unquoter512) copyLast(x vector) {
	const page = 4096
	c := u.ctx()
	ones, inPage, low := c.GP64(), c.GP64(), c.GP64()
	lanes, isForeign, isSpecial := c.K(), c.K(), c.K()
	c.MOVQ(operand.I32(-1), ones)
	c.BZHIQ(u.n, ones, low)
	c.KMOVQ(low, lanes)
	c.MOVL(u.p.As32(), inPage.As32())
	c.ANDL(operand.U32(page-1), inPage.As32())
	c.CMPL(inPage.As32(), operand.U32(page-u.width()))
	c.JA(operand.LabelRef("atPageEnd"))
	c.VMOVDQU8_Z(at(u.p, 0), lanes, x)
	c.Label("loadedLast")
	any, special := u.vec(), u.vec()
	u.or(x, u.previous, any)
	c.VPMOVB2M(any, isForeign)
	c.VPANDNQ(u.classesOf(x), x, special)
	c.VPTESTMB(u.data("special", repeat(notText|escaper, u.width())), special, lanes, isSpecial)
	c.KORTESTQ(isSpecial, isSpecial)
	c.JNE(operand.LabelRef("notPlain"))
	c.VMOVDQU8(x, lanes, at(u.d, 0))
	c.ADDQ(u.n, u.d)
	c.ADDQ(u.n, u.p)
	c.KORTESTQ(isForeign, isForeign)
	c.JE(operand.LabelRef("nothing"))
	u.loadUTF8Constants(true)
	u.addJudgement(x, u.shifted(u.previous, x), u.errors)
	u.or(u.unfinished(x), u.errors, u.errors)
	c.JMP(operand.LabelRef("nothing"))

	c.Label("atPageEnd")
	u.machine.(*avx512).loadShortAtPageEnd(u.p, u.n, ones, x)
	c.JMP(operand.LabelRef("loadedLast"))
	c.Label("notPlain")
}

// cut writes a block up to where reading ends, but for the bytes to be dropped. Of stops
// it leaves how much of the block is read.
func (u *unquoter512) cut(x vector, drop, stops reg.GPVirtual) {
	c := u.ctx()
	keep, count, ones := c.GP64(), c.GP64(), c.GP64()
	c.BLSMSKQ(stops, keep) // all bits, if there is no stop
	c.ORQ(stops, drop)
	c.ANDNQ(keep, drop, keep)
	c.TZCNTQ(stops, stops)
	c.POPCNTQ(keep, count)
	c.VPCOMPRESSB_Z(x, u.mask(keep), x)
	c.MOVQ(operand.I32(-1), ones)
	c.BZHIQ(count, ones, ones)
	c.VMOVDQU8(x, u.mask(ones), at(u.d, 0))
	c.ADDQ(count, u.d)
}

// more emits what comes after the block that seemed to be the last, if reading did not
// end in it but at its end or before an escape that it cuts off.
//
// The cursor would have to wait for all that has been done with the block, if it were not
// for the guess, which is right unless the string ends here.
//
// An escape that is cut off, or a character that does end it all, is ASCII, and so what
// stands before makes no difference.
func (u *unquoter512) more(read, guess reg.GPVirtual) {
	c, w := u.ctx(), u.width()
	whole, next := c.GP64(), c.GP64()
	c.Label("more")
	c.LEAQ(at(u.p, w), next)
	c.CMPQ(next, u.end)
	c.JA(operand.LabelRef("end"))
	c.JE(operand.LabelRef("mayFinish"))
	c.DECQ(u.patience)
	c.JLE(operand.LabelRef("faster"))
	c.Label("stay")
	c.CMPQ(read, guess)
	c.JE(operand.LabelRef("asGuessed"))
	c.MOVQ(read, guess)
	c.Label("asGuessed")
	c.CMPQ(guess, operand.U8(w))
	c.SBBQ(whole, whole)
	c.NOTQ(whole)
	c.VMOVDQU8_Z(at(u.p, 0), u.mask(whole), u.previous)
	c.ADDQ(guess, u.p)
	c.JMP(operand.LabelRef("left"))

	c.Label("faster")
	c.CMPQ(read, operand.U8(w))
	c.JB(operand.LabelRef("stay"))
	u.load(at(u.p, 0), u.previous)
	c.MOVQ(next, u.p)
	c.CMPQ(u.p, u.lastGroup)
	c.JBE(operand.LabelRef("group"))
	c.JMP(operand.LabelRef("block"))

	c.Label("mayFinish") // no zeros fill up the block
	c.CMPQ(read, operand.U8(w))
	c.JB(operand.LabelRef("end"))
	u.load(at(u.p, 0), u.previous)
	c.ADDQ(read, u.p)
	c.Label("finish")
	u.or(u.unfinished(u.previous), u.errors, u.errors)
	c.JMP(operand.LabelRef("nothing"))
}
