package quoting

import (
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func UnquoteAVX512(m isa.Machine) {
	isa.Function(m, "unquote", unquoteSignature,
		"unquoteAVX512 is unquoteGeneric for text of at most one window, one block at a time.")
	c := m.Ctx()
	u := &unquoter512{unquoter: newUnquoter(m), lastGroup: c.GP64(), patience: c.GP64()}
	u.enter()
	u.classes = [2]isa.Vector{u.Vec(), u.Vec()}
	u.loadTable("unquoteClasses", unquoteClasses(), u.classes)
	c.CMPQ(u.N, operand.U32(u.Width()))
	c.JBE(operand.LabelRef("last"))
	u.allocate()
	u.loadConstants()
	c.LEAQ(isa.At(u.End, -4*u.Width()), u.lastGroup)
	c.CMPQ(u.N, operand.U32(4*u.Width()))
	c.JB(operand.LabelRef("few"))
	u.groups()
	u.few()
	u.blocks()
	u.last()
}

func (u *unquoter512) allocate() {
	u.meanings = [2]isa.Vector{u.Vec(), u.Vec()}
	u.backslashes, u.badEscapes, u.us = u.Vec(), u.Vec(), u.Vec()
}

// loadConstants loads the constants that are only needed if there are special characters.
func (u *unquoter512) loadConstants() {
	u.loadTable("unescaped", unescaped(), u.meanings)
	u.loadSame("backslashes", backslash, u.backslashes)
	u.loadSame("badEscapes", badEscape, u.badEscapes)
	u.loadSame("us", 'u', u.us)
}

// classesOf returns the classes of the bytes of a block. The results for non-ASCII bytes have no
// meaning.
func (u *unquoter512) classesOf(x isa.Vector) isa.Vector {
	class := u.Vec()
	u.Copy(x, class)
	u.Ctx().VPERMI2B(u.classes[1], u.classes[0], class)
	return class
}

// groups emits the loop over groups of four blocks. If less than a group is left after a group that
// has been copied, the loop may process the last four blocks of the input. These overlap the group
// that has been copied.
func (u *unquoter512) groups() {
	c, w := u.Ctx(), u.Width()
	group := 4 * w
	c.Label("group")
	u.LoadGroup(u.P)
	class := u.classesOfGroup()
	foreign, special := u.test(class)
	c.KORTESTQ(foreign, special)
	c.JNE(operand.LabelRef("look"))
	u.Or(u.Unfinished(u.previous), u.errors, u.errors)

	c.Label("copy")
	for i, x := range u.X {
		c.VMOVDQU64(x, isa.At(u.d, i*w))
	}
	c.ADDQ(operand.U32(group), u.d)
	c.ADDQ(operand.U32(group), u.P)
	c.CMPQ(u.P, u.lastGroup)
	c.JBE(operand.LabelRef("group"))
	c.CMPQ(u.P, u.End)
	c.JE(operand.LabelRef("groupsEnd"))
	back := c.GP64()
	c.LEAQ(isa.At(u.lastGroup, -w), back) // the last group is only used if there is a block before it
	c.CMPQ(back, isa.Address(c.Param("src").Base()))
	c.JB(operand.LabelRef("groupsEnd"))
	c.SUBQ(u.P, u.d)
	c.MOVQ(u.lastGroup, u.P)
	c.ADDQ(u.P, u.d)
	c.JMP(operand.LabelRef("group"))

	c.Label("next")
	c.CMPQ(u.P, u.lastGroup)
	c.JBE(operand.LabelRef("group"))
	c.Label("groupsEnd")
	c.CMPQ(u.P, u.End)
	c.JE(operand.LabelRef("finish"))
	c.JMP(operand.LabelRef("block"))

	c.Label("look")
	c.KTESTQ(foreign, foreign)
	c.JNE(operand.LabelRef("judge"))
	u.Or(u.Unfinished(u.previous), u.errors, u.errors)
	c.Label("decode")
	u.decodeGroup(class)
	c.Label("judge")
	u.judgeGroup()
	c.KTESTQ(special, special)
	c.JE(operand.LabelRef("copy"))
	for i, x := range u.X {
		u.classifyForeign(x, class[i])
	}
	c.JMP(operand.LabelRef("decode"))

	c.Label("judgeFirst")
	u.AddJudgement(u.X[0], u.NothingBefore(u.X[0]), u.errors)
	c.JMP(operand.LabelRef("judgeThree"))
}

func (u *unquoter512) classesOfGroup() (class [4]isa.Vector) {
	for i, x := range u.X {
		class[i] = u.classesOf(x)
	}
	return class
}

// few emits the code for an input of more than one block and less than four. The blocks overlap. If
// there are special characters, the input is processed in single blocks.
func (u *unquoter512) few() {
	c, w := u.Ctx(), u.Width()
	c.Label("few")
	last, toDst := c.GP64(), c.GP64()
	second, third := c.GP64(), c.GP64()
	c.LEAQ(isa.At(u.End, -w), last)
	c.LEAQ(isa.At(u.P, w), second)
	c.CMPQ(second, last)
	c.CMOVQHI(last, second)
	c.LEAQ(isa.At(last, -w), third)
	c.CMPQ(third, u.P)
	c.CMOVQCS(u.P, third)
	places := [4]reg.GPVirtual{u.P, second, third, last}
	for i, x := range u.X {
		u.Load(isa.At(places[i], 0), x)
	}
	foreign, special := u.test(u.classesOfGroup())
	c.KORTESTQ(foreign, special)
	c.JNE(operand.LabelRef("block"))
	c.MOVQ(u.d, toDst)
	c.SUBQ(u.P, toDst)
	for i, x := range u.X {
		c.VMOVDQU64(x, operand.Mem{Base: places[i], Index: toDst, Scale: 1})
	}
	c.ADDQ(u.N, u.d)
	c.MOVQ(u.End, u.P)
	c.JMP(operand.LabelRef("nothing"))
}

// test returns two masks for the lanes of the four blocks of a group. The mask foreign has the
// lanes in which a byte is not ASCII. The mask special has the lanes in which a byte may be a
// backslash, or may not be text.
func (u *unquoter512) test(class [4]isa.Vector) (foreign, special reg.OpmaskVirtual) {
	const (
		orAndNot  = 0xF4 // dst | b &^ a
		orOfThree = 0xFE
	)
	c := u.Ctx()
	specials, others, foreigners := u.Vec(), u.Vec(), u.Vec()
	c.VPANDNQ(class[0], u.X[0], specials)
	c.VPANDNQ(class[1], u.X[1], others)
	c.VPTERNLOGQ(operand.U8(orAndNot), u.X[2], class[2], specials)
	c.VPTERNLOGQ(operand.U8(orAndNot), u.X[3], class[3], others)
	u.Or(others, specials, specials)
	u.Or(u.X[0], u.X[1], foreigners)
	c.VPTERNLOGQ(operand.U8(orOfThree), u.X[2], u.X[3], foreigners)
	foreign, special = c.K(), c.K()
	c.VPMOVB2M(foreigners, foreign)
	c.VPTESTMB(u.Data("special", isa.Repeat(notText|escaper, u.Width())), specials, special)
	return foreign, special
}

// judgeGroup checks the UTF-8 of a group, together with the bytes before the group.
func (u *unquoter512) judgeGroup() {
	c := u.Ctx()
	u.LoadUTF8Constants(false)
	c.CMPQ(u.P, isa.Address(c.Param("src").Base()))
	c.JE(operand.LabelRef("judgeFirst"))
	u.AddJudgement(u.X[0], u.Before(isa.At(u.P, 0)), u.errors)
	c.Label("judgeThree")
	for i := 1; i < 4; i++ {
		u.AddJudgement(u.X[i], u.Before(isa.At(u.P, i*u.Width())), u.errors)
	}
	u.Copy(u.X[3], u.previous)
}

// decodeGroup writes a group with escapes. An escape may cross the boundary between two blocks. An
// escape that crosses the end of the group is not read with this group. If the group turns out to
// have invalid characters, it is written again, block by block.
func (u *unquoter512) decodeGroup(class [4]isa.Vector) {
	const orOfThree = 0xFE
	c := u.Ctx()
	var carry reg.GPVirtual
	begin := c.GP64()
	c.MOVQ(u.d, begin)
	for i, x := range u.X {
		carry = u.decode(x, class[i], carry)
	}
	stops := c.K()
	u.Or(class[0], class[1], class[0])
	c.VPTERNLOGQ(operand.U8(orOfThree), class[2], class[3], class[0])
	c.VPMOVB2M(class[0], stops)
	c.KORTESTQ(stops, stops)
	c.JNE(operand.LabelRef("again"))
	c.ADDQ(operand.U32(4*u.Width()), u.P)
	c.TESTQ(carry, carry)
	c.JE(operand.LabelRef("next"))
	c.DECQ(u.P)
	c.JMP(operand.LabelRef("next"))

	c.Label("again")
	c.MOVQ(begin, u.d)
	u.Zero(u.previous) // the bytes before the group have been checked
	c.JMP(operand.LabelRef("block"))
}

// findEscapesIn is findEscapes for a block.
func (u *unquoter512) findEscapesIn(x isa.Vector, carryIn reg.GPVirtual) escapePlaces {
	k, all := u.Ctx().K(), u.Ctx().GP64()
	u.Ctx().VPCMPEQB(u.backslashes, x, k)
	u.Ctx().KMOVQ(k, all)
	return u.findEscapes(all, carryIn)
}

// classifyForeign sets the classes of non-ASCII bytes.
func (u *unquoter512) classifyForeign(x, class isa.Vector) {
	foreign := u.Ctx().K()
	u.Ctx().VPMOVB2M(x, foreign)
	u.Ctx().VMOVDQU8(u.badEscapes, foreign, class)
}

// translate replaces the letters of escapes with the characters that they stand for. It sets the
// top bits of class at invalid characters, whether they follow a backslash or not.
func (u *unquoter512) translate(x, class isa.Vector, letters reg.OpmaskVirtual) {
	u.Ctx().VPADDB(class, class, letters, class) // notText is twice badEscape
	u.Ctx().VPERMI2B(u.meanings[1], u.meanings[0], letters, x)
}

// decode writes a block as if all its characters were valid, and marks invalid characters in the
// top bits of class. It returns whether the next block begins with the second character of an
// escape.
func (u *unquoter512) decode(x, class isa.Vector, carryIn reg.GPVirtual) (carry reg.GPVirtual) {
	c := u.Ctx()
	e := u.findEscapesIn(x, carryIn)
	carry = c.GP64()
	c.MOVQ(e.begin, carry)
	c.SHRQ(operand.U8(63), carry)
	u.translate(x, class, u.mask(e.letter))
	c.NOTQ(e.begin)
	c.VPCOMPRESSB_Z(x, u.mask(e.begin), x)
	c.VMOVDQU64(x, isa.At(u.d, 0))
	c.POPCNTQ(e.begin, e.begin)
	c.ADDQ(e.begin, u.d)
	return carry
}

// blocks emits the loop over single blocks, which runs while more than one block is left.
func (u *unquoter512) blocks() {
	c, x := u.Ctx(), u.X[0]
	c.Label("block")
	next, original := c.GP64(), u.Vec()
	c.LEAQ(isa.At(u.P, u.Width()), next)
	c.CMPQ(next, u.End)
	c.JAE(operand.LabelRef("left"))
	u.Load(isa.At(u.P, 0), x)
	u.jumpUnlessASCIIWithPrevious(x, "judgeBlock")
	c.Label("decodeBlock")
	u.Copy(x, original)
	class, stops, begin := u.classesOf(x), c.K(), c.GP64()
	u.classifyForeign(x, class)
	c.MOVQ(u.d, begin)
	carry := u.decode(x, class, nil)
	c.VPMOVB2M(class, stops)
	c.KORTESTQ(stops, stops)
	c.JNE(operand.LabelRef("stop"))
	u.Copy(original, u.previous)
	c.MOVQ(next, u.P)
	c.TESTQ(carry, carry)
	c.JE(operand.LabelRef("block"))
	c.DECQ(u.P)
	c.JMP(operand.LabelRef("block"))

	c.Label("judgeBlock")
	u.LoadUTF8Constants(true)
	c.CMPQ(u.P, isa.Address(c.Param("src").Base()))
	c.JE(operand.LabelRef("judgeFirstBlock"))
	u.AddJudgement(x, u.Before(isa.At(u.P, 0)), u.errors)
	c.JMP(operand.LabelRef("decodeBlock"))
	c.Label("judgeFirstBlock")
	u.AddJudgement(x, u.NothingBefore(x), u.errors)
	c.JMP(operand.LabelRef("decodeBlock"))

	c.Label("stop")
	c.MOVQ(begin, u.d)
	u.Load(isa.At(u.P, 0), x)
	c.JMP(operand.LabelRef("decodeLast"))
}

func (u *unquoter512) jumpUnlessASCIIWithPrevious(x isa.Vector, label string) {
	u.JumpUnlessASCII([]isa.Vector{x, u.previous}, label)
}

// last emits the code for the last block, in which reading ends. This block may be incomplete. It
// also reads the blocks after \u escapes, because \u escapes often come in groups.
func (u *unquoter512) last() {
	c, x := u.Ctx(), u.X[0]
	c.Label("left")
	c.MOVQ(u.End, u.N)
	c.SUBQ(u.P, u.N)
	c.CMPQ(u.N, operand.U8(u.Width()))
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
	c.MOVL(operand.U32(u.Width()), guess.As32())
	c.TESTQ(units, units)
	c.JNE(operand.LabelRef("units"))
	c.Label("cut")
	u.cut(x, e.begin, stops)
	c.CMPQ(stops, operand.U8(u.Width()-pairEscape+1))
	c.JAE(operand.LabelRef("more"))
	c.Label("end")
	c.ADDQ(stops, u.P)
	u.leave()

	c.Label("whole")
	u.Load(isa.At(u.P, 0), x)
	c.JMP(operand.LabelRef("loaded"))
	c.Label("judgeLast")
	u.LoadUTF8Constants(true)
	u.AddJudgement(x, u.Shifted(u.previous, x), u.errors)
	c.JMP(operand.LabelRef("decodeLast"))
	c.Label("units")
	u.units(x, e, units, stops, guess)
	u.more(stops, guess)
}

// copyLast loads the bytes that are left, which are at most a block, in the same way as LoadShort.
// If there are no special characters among these bytes, it writes the bytes and returns. The number
// of bytes written then depends only on the length.
func (u *unquoter512) copyLast(x isa.Vector) {
	const page = 4096
	c := u.Ctx()
	ones, inPage, low := c.GP64(), c.GP64(), c.GP64()
	lanes, isForeign, isSpecial := c.K(), c.K(), c.K()
	c.MOVQ(operand.I32(-1), ones)
	c.BZHIQ(u.N, ones, low)
	c.KMOVQ(low, lanes)
	c.MOVL(u.P.As32(), inPage.As32())
	c.ANDL(operand.U32(page-1), inPage.As32())
	c.CMPL(inPage.As32(), operand.U32(page-u.Width()))
	c.JA(operand.LabelRef("atPageEnd"))
	c.VMOVDQU8_Z(isa.At(u.P, 0), lanes, x)
	c.Label("loadedLast")
	any, special := u.Vec(), u.Vec()
	u.Or(x, u.previous, any)
	c.VPMOVB2M(any, isForeign)
	c.VPANDNQ(u.classesOf(x), x, special)
	c.VPTESTMB(u.Data("special", isa.Repeat(notText|escaper, u.Width())), special, lanes, isSpecial)
	c.KORTESTQ(isSpecial, isSpecial)
	c.JNE(operand.LabelRef("notPlain"))
	c.VMOVDQU8(x, lanes, isa.At(u.d, 0))
	c.ADDQ(u.N, u.d)
	c.ADDQ(u.N, u.P)
	c.KORTESTQ(isForeign, isForeign)
	c.JE(operand.LabelRef("nothing"))
	u.LoadUTF8Constants(true)
	u.AddJudgement(x, u.Shifted(u.previous, x), u.errors)
	u.Or(u.Unfinished(x), u.errors, u.errors)
	c.JMP(operand.LabelRef("nothing"))

	c.Label("atPageEnd")
	u.Machine.(*isa.AVX512).LoadShortAtPageEnd(u.P, u.N, ones, x)
	c.JMP(operand.LabelRef("loadedLast"))
	c.Label("notPlain")
}

// cut writes a block up to the position where reading ends, without the bytes to be dropped. It
// sets stops to the number of bytes of the block that are read.
func (u *unquoter512) cut(x isa.Vector, drop, stops reg.GPVirtual) {
	c := u.Ctx()
	keep, count, ones := c.GP64(), c.GP64(), c.GP64()
	c.BLSMSKQ(stops, keep) // sets all bits if there is no stop
	c.ORQ(stops, drop)
	c.ANDNQ(keep, drop, keep)
	c.TZCNTQ(stops, stops)
	c.POPCNTQ(keep, count)
	c.VPCOMPRESSB_Z(x, u.mask(keep), x)
	c.MOVQ(operand.I32(-1), ones)
	c.BZHIQ(count, ones, ones)
	c.VMOVDQU8(x, u.mask(ones), isa.At(u.d, 0))
	c.ADDQ(count, u.d)
}

// more emits the code that runs after a block that seemed to be the last. It handles two cases:
// reading has ended at the end of the block, or before an escape that is cut off there.
//
// The position of the next block depends on many results for this block. To avoid waiting for these
// results, the position is guessed. The guess is correct unless the string ends in this block.
//
// Reading stops before the backslash of an escape that is cut off, or before a character that ends
// the string. Both are ASCII, so the bytes before them do not matter for the check of UTF-8.
func (u *unquoter512) more(read, guess reg.GPVirtual) {
	c, w := u.Ctx(), u.Width()
	whole, next := c.GP64(), c.GP64()
	c.Label("more")
	c.LEAQ(isa.At(u.P, w), next)
	c.CMPQ(next, u.End)
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
	c.VMOVDQU8_Z(isa.At(u.P, 0), u.mask(whole), u.previous)
	c.ADDQ(guess, u.P)
	c.JMP(operand.LabelRef("left"))

	c.Label("faster")
	c.CMPQ(read, operand.U8(w))
	c.JB(operand.LabelRef("stay"))
	u.Load(isa.At(u.P, 0), u.previous)
	c.MOVQ(next, u.P)
	c.CMPQ(u.P, u.lastGroup)
	c.JBE(operand.LabelRef("group"))
	c.JMP(operand.LabelRef("block"))

	c.Label("mayFinish") // the block has not been padded with zeros
	c.CMPQ(read, operand.U8(w))
	c.JB(operand.LabelRef("end"))
	u.Load(isa.At(u.P, 0), u.previous)
	c.ADDQ(read, u.P)
	c.Label("finish")
	u.Or(u.Unfinished(u.previous), u.errors, u.errors)
	c.JMP(operand.LabelRef("nothing"))
}
