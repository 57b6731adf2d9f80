package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unquoter512 emits asm.Unquote for AVX-512.
//
// The backslashes of a block of 64 bytes are a word of bits, in which Langdale and Lemire
// ("Parsing gigabytes of JSON per second", 2019) find what is escaped: the bits after
// runs of odd length. Letters of escapes are looked up under that mask, and VPCOMPRESSB
// drops the backslashes before them. A block that is loaded begins with a character of its
// own, never with the second one of an escape.
//
// Groups of four blocks that have nothing special are copied. In other groups all blocks
// are decoded, without asking which have an escape.
//
// Reading ends in one place only, the last block, which may be less than a block. It is
// filled up with zeros, at which it stops as at any control character. Where a block
// within a group has to stop, it is made the last.
type unquoter512 struct {
	validator // p is the cursor; n is how much is left, where that is less than a block

	dst, src, d reg.GPVirtual // d is the cursor in dst
	oddBits     reg.GPVirtual

	// previous is the block before the cursor. Within groups, ASCII leaves it as it was,
	// which says no less of what comes next if it is finished.
	errors, previous vector

	classes, meanings       [2]vector
	backslashes, badEscapes vector
}

func unquote512(m machine) {
	function(m, "unquote", unquoteSignature,
		"unquoteAVX512 is unquoteGeneric for up to a window, a block at a time.")
	c := m.ctx()
	u := &unquoter512{dst: c.GP64(), src: c.GP64(), d: c.GP64(), oddBits: c.GP64()}
	u.validator = validator{machine: m, p: c.GP64(), n: c.GP64(), end: c.GP64()}
	u.lastLimits = u.data("lastLimits", lastLimits(u.width()))
	for i := range u.x {
		u.x[i] = u.vec()
	}
	u.enter()
	u.groups()
	u.blocks()
	u.last()
	u.leave()
}

// enter emits what comes first: reading nothing where there is nothing to read or too
// little room.
func (u *unquoter512) enter() {
	c := u.ctx()
	room := c.GP64()
	c.Load(c.Param("dst").Base(), u.dst)
	c.Load(c.Param("dst").Len(), room)
	c.Load(c.Param("src").Base(), u.src)
	c.Load(c.Param("src").Len(), u.n)
	c.MOVQ(u.dst, u.d)
	c.MOVQ(u.src, u.p)
	u.errors, u.previous = u.vec(), u.vec()
	u.zero(u.errors)
	u.zero(u.previous)
	c.CMPQ(room, u.n)
	c.JB(operand.LabelRef("end"))
	c.TESTQ(u.n, u.n)
	c.JE(operand.LabelRef("end"))

	u.classes = u.lookup("unquoteClasses", unquoteClasses())
	u.meanings = u.lookup("unescaped", unescaped())
	u.backslashes, u.badEscapes = u.vec(), u.vec()
	c.VPBROADCASTQ(u.data("backslashes", eightTimes(backslash)), u.backslashes)
	c.VPBROADCASTQ(u.data("badEscapes", eightTimes(badEscape)), u.badEscapes)
	c.MOVQ(operand.U64(0xAAAAAAAAAAAAAAAA), u.oddBits)
	c.LEAQ(operand.Mem{Base: u.p, Index: u.n, Scale: 1}, u.end)
	c.CMPQ(u.n, operand.U32(u.width()))
	c.JBE(operand.LabelRef("last"))
	c.CMPQ(u.n, operand.U32(4*u.width()))
	c.JB(operand.LabelRef("block"))
}

// lookup loads a table by ASCII for VPERMI2B.
func (u *unquoter512) lookup(name string, table []byte) (halves [2]vector) {
	from := u.data(name, table)
	for i := range halves {
		halves[i] = u.vec()
		u.load(from.Offset(i*u.width()), halves[i])
	}
	return halves
}

// classesOf returns the classes of a block, but for bytes outside ASCII.
func (u *unquoter512) classesOf(x vector) vector {
	class := u.vec()
	u.copy(x, class)
	u.ctx().VPERMI2B(u.classes[1], u.classes[0], class)
	return class
}

// groups emits the way by groups of four blocks.
func (u *unquoter512) groups() {
	const (
		orAndNot  = 0xF4 // dst | b &^ a
		orOfThree = 0xFE
	)
	c, group := u.ctx(), 4*u.width()
	lastGroup := c.GP64()
	c.LEAQ(at(u.end, -group), lastGroup)

	c.Label("group")
	var class [4]vector
	u.loadGroup(u.p)
	for i, x := range u.x {
		class[i] = u.classesOf(x)
	}
	stands, any := u.vec(), u.vec()
	specials := u.vec()
	c.VPANDNQ(class[0], u.x[0], specials)
	c.VPANDNQ(class[1], u.x[1], stands)
	c.VPTERNLOGQ(operand.U8(orAndNot), u.x[2], class[2], specials)
	c.VPTERNLOGQ(operand.U8(orAndNot), u.x[3], class[3], stands)
	u.or(stands, specials, specials)
	u.or(u.x[0], u.x[1], any)
	c.VPTERNLOGQ(operand.U8(orOfThree), u.x[2], u.x[3], any)
	isAny := c.K()
	k := c.K()
	c.VPMOVB2M(any, isAny)
	c.VPMOVB2M(specials, k)
	c.KORTESTQ(k, isAny)
	c.JNE(operand.LabelRef("look"))
	u.or(u.unfinished(u.previous), u.errors, u.errors)

	c.Label("copy")
	for i, x := range u.x {
		c.VMOVDQU64(x, at(u.d, i*u.width()))
	}
	c.ADDQ(operand.U32(group), u.d)
	c.Label("next")
	c.ADDQ(operand.U32(group), u.p)
	c.CMPQ(u.p, lastGroup)
	c.JBE(operand.LabelRef("group"))
	c.CMPQ(u.p, u.end)
	c.JE(operand.LabelRef("finished"))
	u.load(at(u.p, -u.width()), u.previous)
	c.JMP(operand.LabelRef("block"))

	c.Label("look")
	c.KTESTQ(isAny, isAny)
	c.JNE(operand.LabelRef("judge"))
	u.or(u.unfinished(u.previous), u.errors, u.errors)
	u.decodeGroup(class)
	c.Label("judge")
	u.judgeGroup()
	c.KTESTQ(k, k)
	c.JE(operand.LabelRef("copy"))
	c.JMP(operand.LabelRef("decode"))
}

// judgeGroup judges a group, whatever stands before it.
func (u *unquoter512) judgeGroup() {
	c := u.ctx()
	u.zero(u.previous)
	c.CMPQ(u.p, u.src)
	c.JE(operand.LabelRef("judgeFirst"))
	u.load(at(u.p, -u.width()), u.previous)
	c.Label("judgeFirst")
	u.loadUTF8Constants(false)
	before := u.previous
	for _, x := range u.x {
		u.addJudgement(x, u.shifted(before, x), u.errors)
		before = x
	}
	u.copy(u.x[3], u.previous)
}

// decodeGroup writes a group with escapes, which may cross the edges of its blocks. One
// that crosses the group's is left to what comes next.
func (u *unquoter512) decodeGroup(class [4]vector) {
	c := u.ctx()
	c.Label("decode")
	var carry [4]reg.GPVirtual
	for i, x := range u.x {
		var carryIn reg.GPVirtual
		if i > 0 {
			carryIn = carry[i-1]
		}
		carry[i] = u.decode(x, class[i], carryIn, fmt.Sprint("stop", i))
	}
	c.TESTQ(carry[3], carry[3])
	c.JE(operand.LabelRef("next"))
	c.DECQ(u.p)
	c.JMP(operand.LabelRef("next"))

	for i := range u.x {
		c.Label(fmt.Sprint("stop", i))
		if i > 0 {
			c.ADDQ(operand.U32(i*u.width()), u.p)
			c.SUBQ(carry[i-1], u.p)
		}
		c.JMP(operand.LabelRef("stop"))
	}
}

// escapes are where a block has escapes: their backslashes, their letters, and whether
// the last one's letter is beyond it.
type escapes struct{ begin, letter, carry reg.GPVirtual }

// findEscapes is find_escaped of simdjson, with subtraction: where a run of backslashes
// begins at an even place, 1s at odd places are what it may borrow from.
func (u *unquoter512) findEscapes(x vector, carryIn reg.GPVirtual) escapes {
	c := u.ctx()
	k, all, potential, t := c.K(), c.GP64(), c.GP64(), c.GP64()
	e := escapes{c.GP64(), c.GP64(), c.GP64()}
	c.VPCMPEQB(u.backslashes, x, k)
	c.KMOVQ(k, all)
	c.MOVQ(all, potential)
	if carryIn != nil {
		c.ANDNQ(all, carryIn, potential)
	}
	c.LEAQ(operand.Mem{Base: potential, Index: potential, Scale: 1}, t)
	c.ORQ(u.oddBits, t)
	c.SUBQ(potential, t)
	c.XORQ(u.oddBits, t)
	c.MOVQ(t, e.begin)
	c.ANDQ(all, e.begin)
	c.MOVQ(t, e.letter)
	if carryIn != nil {
		c.ORQ(carryIn, all)
	}
	c.XORQ(all, e.letter)
	c.MOVQ(e.begin, e.carry)
	c.SHRQ(operand.U8(63), e.carry)
	return e
}

// translate replaces the letters of escapes by what they stand for. It returns where
// characters are that stand for nothing, after a backslash or without, and backslashes
// that begin an escape.
func (u *unquoter512) translate(x, class vector, letters reg.GPVirtual) reg.OpmaskVirtual {
	c := u.ctx()
	foreign, k, stops := c.K(), c.K(), c.K()
	c.VPMOVB2M(x, foreign)
	c.VMOVDQU8(u.badEscapes, foreign, class)
	c.KMOVQ(letters, k)
	c.VPADDB(class, class, k, class) // special is twice badEscape
	c.VPERMI2B(u.meanings[1], u.meanings[0], k, x)
	c.VPMOVB2M(class, stops)
	return stops
}

// decode writes a block, unless it has to stop there. It returns whether the next block
// begins with an escape's second character.
func (u *unquoter512) decode(x, class vector, carryIn reg.GPVirtual, stop string) reg.GPVirtual {
	c := u.ctx()
	e := u.findEscapes(x, carryIn)
	stops, keep := u.translate(x, class, e.letter), c.K()
	kept := c.GP64()
	c.NOTQ(e.begin)
	c.KMOVQ(e.begin, keep)
	c.POPCNTQ(e.begin, kept)
	c.KTESTQ(keep, stops)
	c.JNE(operand.LabelRef(stop))
	c.VPCOMPRESSB_Z(x, keep, x)
	c.VMOVDQU64(x, at(u.d, 0))
	c.ADDQ(kept, u.d)
	return e.carry
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
	carry := u.decode(x, u.classesOf(x), nil, "stop")
	u.copy(original, u.previous)
	c.MOVQ(next, u.p)
	c.TESTQ(carry, carry)
	c.JE(operand.LabelRef("block"))
	c.DECQ(u.p)
	c.JMP(operand.LabelRef("block"))

	c.Label("judgeBlock")
	u.loadUTF8Constants(true)
	u.addJudgement(x, u.shifted(u.previous, x), u.errors)
	c.JMP(operand.LabelRef("decodeBlock"))
}

func (u *unquoter512) jumpUnlessASCIIWithPrevious(x vector, label string) {
	u.jumpUnlessASCII([]vector{x, u.previous}, label)
}

// last emits the end of reading, in a block or less than one.
func (u *unquoter512) last() {
	c, x := u.ctx(), u.x[0]
	c.Label("stop") // in a block that has been judged
	u.load(at(u.p, 0), x)
	c.JMP(operand.LabelRef("decodeLast"))

	c.Label("left")
	c.MOVQ(u.end, u.n)
	c.SUBQ(u.p, u.n)
	c.Label("last")
	u.loadShort(u.p, u.n, x)
	u.jumpUnlessASCIIWithPrevious(x, "judgeLast")
	c.Label("decodeLast")
	e := u.findEscapes(x, nil)
	k := u.translate(x, u.classesOf(x), e.letter)
	keep, count := u.cut(k, e)
	c.VPCOMPRESSB_Z(x, keep, x)
	k = c.K()
	ones := c.GP64()
	c.MOVQ(operand.I32(-1), ones)
	c.BZHIQ(count, ones, ones)
	c.KMOVQ(ones, k)
	c.VMOVDQU8(x, k, at(u.d, 0))
	c.ADDQ(count, u.d)
	c.JMP(operand.LabelRef("end"))

	c.Label("judgeLast")
	u.loadUTF8Constants(true)
	u.addJudgement(x, u.shifted(u.previous, x), u.errors)
	u.or(u.unfinished(x), u.errors, u.errors)
	c.JMP(operand.LabelRef("decodeLast"))
}

// cut moves the cursor to where reading ends: the first stop, and where that is the
// letter of an escape, its backslash. It returns which bytes before that to keep, and how
// many these are.
func (u *unquoter512) cut(stops reg.OpmaskVirtual, e escapes) (reg.OpmaskVirtual, reg.GPVirtual) {
	c := u.ctx()
	stop, letters, keep := c.GP64(), c.GP64(), c.GP64()
	c.KMOVQ(stops, stop)
	c.ANDNQ(stop, e.begin, stop)
	c.MOVQ(stop, letters)
	c.ANDQ(e.letter, letters)
	c.XORQ(letters, stop)
	c.SHLQ(operand.U8(63), e.carry) // an escape that is cut off
	c.SHRQ(operand.U8(1), letters)
	c.ORQ(e.carry, stop)
	c.ORQ(letters, stop)
	c.BLSMSKQ(stop, keep) // all bits, if there is no stop
	c.ORQ(stop, e.begin)
	c.ANDNQ(keep, e.begin, keep)
	c.TZCNTQ(stop, stop)
	c.ADDQ(stop, u.p)
	k, count := c.K(), c.GP64()
	c.KMOVQ(keep, k)
	c.POPCNTQ(keep, count)
	return k, count
}

// leave emits the return. What is read is known to be finished unless it ends with a
// group.
func (u *unquoter512) leave() {
	c := u.ctx()
	c.Label("finished")
	u.or(u.unfinished(u.previous), u.errors, u.errors)
	c.Label("end")
	valid, err := c.Return("valid").Resolve()
	must(err)
	c.SUBQ(u.dst, u.d)
	c.SUBQ(u.src, u.p)
	c.Store(u.d, c.Return("written"))
	c.Store(u.p, c.Return("read"))
	u.setIfZero(u.errors, valid.Addr)
	ret(u)
}
