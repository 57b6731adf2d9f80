package quoting

import (
	"fmt"

	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func UnquoteAVX2(m isa.Machine) {
	isa.Function(m, "unquote", unquoteSignature,
		"unquoteAVX2 is unquoteGeneric for text of at most one window, one block at a time.")
	c := m.Ctx()
	u := &unquoter2{unquoter: newUnquoter(m), own: c.AllocLocal(unquoteBlock + wordSize)}
	u.enter()
	c.CMPQ(u.N, operand.U8(unquoteBlock))
	c.JBE(operand.LabelRef("last"))
	e, stops := u.blocks()
	u.last(e, stops)
}

// blocks emits the loop over blocks, which runs while more than a block is left. For the block in
// which the loop stops, it returns the escapes and the positions at which reading may have to end.
func (u *unquoter2) blocks() (e escapePlaces, stops reg.GPVirtual) {
	c, x, next, keep := u.Ctx(), [2]isa.Vector(u.X[:]), u.Ctx().GP64(), u.Ctx().GP64()
	c.Label("block")
	c.LEAQ(isa.At(u.P, unquoteBlock), next)
	c.CMPQ(next, u.End)
	c.JAE(operand.LabelRef("left"))
	u.loadBlock(x)
	u.judgeUnlessASCII(x, "Block")
	found := u.findSpecials(x)
	either := u.Vec()
	u.Or(found[0], found[1], either)
	c.VPTEST(either, either)
	c.JNE(operand.LabelRef("decode"))
	c.VMOVDQU(x[0], isa.At(u.d, 0))
	c.VMOVDQU(x[1], isa.At(u.d, u.Width()))
	c.ADDQ(operand.U8(unquoteBlock), u.d)
	u.Copy(x[1], u.previous)
	c.MOVQ(next, u.P)
	c.JMP(operand.LabelRef("block"))

	c.Label("decode")
	e = u.findEscapes(u.findBackslashes(x), nil)
	stops = u.translate(x, u.bits(found), e.letter)
	c.MOVQ(e.begin, keep)
	c.NOTQ(keep)
	c.TESTQ(keep, stops)
	c.JNE(operand.LabelRef("stop"))
	u.Load(isa.At(u.P, u.Width()), u.previous)
	u.compact(x, keep, u.d)
	c.MOVQ(next, u.P)
	c.TESTQ(e.begin, e.begin)
	c.JNS(operand.LabelRef("block"))
	c.DECQ(u.P) // the letter is beyond the block
	c.JMP(operand.LabelRef("block"))

	u.judgeBlock(x)
	return e, stops
}

func (u *unquoter2) loadBlock(x [2]isa.Vector) {
	u.Load(isa.At(u.P, 0), x[0])
	u.Load(isa.At(u.P, u.Width()), x[1])
}

// judgeUnlessASCII jumps to the check of UTF-8 if any byte of the block, or of the vector before
// it, is not ASCII. The check is emitted elsewhere.
func (u *unquoter2) judgeUnlessASCII(x [2]isa.Vector, place string) {
	c, all, bits := u.Ctx(), u.Vec(), u.Ctx().GP32()
	u.Or(x[0], x[1], all)
	u.Or(u.previous, all, all)
	c.VPMOVMSKB(all, bits)
	c.TESTL(bits, bits)
	c.JNE(operand.LabelRef("judge" + place))
	c.Label("judged" + place)
}

// judgeBlock emits the check for judgeUnlessASCII, except for the last block. If the input has any
// bytes before the block, it has at least the six bytes of a \u escape there, which are enough for
// Before.
func (u *unquoter2) judgeBlock(x [2]isa.Vector) {
	c := u.Ctx()
	c.Label("judgeBlock")
	u.LoadUTF8Constants(true)
	c.CMPQ(u.P, isa.Address(c.Param("src").Base()))
	c.JE(operand.LabelRef("judgeFirst"))
	u.AddJudgement(x[0], u.Before(isa.At(u.P, 0)), u.errors)
	c.Label("judgeSecond")
	u.AddJudgement(x[1], u.Before(isa.At(u.P, u.Width())), u.errors)
	c.JMP(operand.LabelRef("judgedBlock"))
	c.Label("judgeFirst")
	u.AddJudgement(x[0], u.NothingBefore(x[0]), u.errors)
	c.JMP(operand.LabelRef("judgeSecond"))
}

func (u *unquoter2) judgeLast(x [2]isa.Vector) {
	u.Ctx().Label("judgeLast")
	u.LoadUTF8Constants(true)
	u.AddJudgement(x[0], u.Shifted(u.previous, x[0]), u.errors)
	u.AddJudgement(x[1], u.Shifted(x[0], x[1]), u.errors)
	u.Or(u.Unfinished(x[1]), u.errors, u.errors)
	u.Ctx().JMP(operand.LabelRef("judgedLast"))
}

// findSpecials returns vectors with the top bit set in the lanes of quotation marks, backslashes
// and control characters.
func (u *unquoter2) findSpecials(x [2]isa.Vector) (found [2]isa.Vector) {
	c := u.Ctx()
	specials := u.table16("quoteAndBackslash", nibbleTable(`"\`))
	for i := range x {
		control := u.Vec()
		found[i] = u.Vec()
		c.VPSHUFB(x[i], specials, found[i])
		c.VPCMPEQB(x[i], found[i], found[i])
		c.VPMINUB(u.Data("controls", isa.Repeat(0x1F, 32)), x[i], control)
		c.VPCMPEQB(x[i], control, control)
		u.Or(control, found[i], found[i])
	}
	return found
}

func (u *unquoter2) findBackslashes(x [2]isa.Vector) reg.GPVirtual {
	is := [2]isa.Vector{u.Vec(), u.Vec()}
	for i := range x {
		u.Ctx().VPCMPEQB(u.Data("backslashes", isa.Repeat(backslash, 32)), x[i], is[i])
	}
	return u.bits(is)
}

// bits returns the top bits of all lanes of both vectors.
func (u *unquoter2) bits(v [2]isa.Vector) reg.GPVirtual {
	c, low, high := u.Ctx(), u.Ctx().GP64(), u.Ctx().GP64()
	c.VPMOVMSKB(v[0], low.As32())
	c.VPMOVMSKB(v[1], high.As32())
	c.SHLQ(operand.U8(32), high)
	c.ORQ(high, low)
	return low
}

// letterTables returns two tables for VPSHUFB: the letters of escapes, and the characters that they
// stand for. Both are indexed by the four bits above the lowest bit of a letter, because these bits
// are different for each letter.
func letterTables() (letters, meanings []byte) {
	letters, meanings = isa.Repeat(0, 16), isa.Repeat(0, 16)
	letters[0] = 0xFF // so that the byte 0 does not match
	for i, c := range []byte(escapeLetters) {
		if c >= 'a' {
			letters[c>>1&0xF] = c
			meanings[c>>1&0xF] = escapeCharacters[i]
		}
	}
	return letters, meanings
}

// translate replaces the letters of escapes with the characters that they stand for. It returns a
// mask of the special characters that remain: letters that do not form an escape, other characters
// that must not occur in strings, and backslashes that begin an escape.
func (u *unquoter2) translate(x [2]isa.Vector, special, letter reg.GPVirtual) reg.GPVirtual {
	c := u.Ctx()
	letters, meanings := letterTables()
	lettersTable, meaningsTable := u.table16("letters", letters), u.table16("meanings", meanings)
	self := u.table16("selfEscaped", nibbleTable(`"\/`))
	spread := u.Vec()
	c.VMOVQ(letter, spread.AsX())
	c.VPBROADCASTQ(spread.AsX(), spread)
	var known [2]isa.Vector
	for i := range x {
		escaped, index, same := u.Vec(), u.Vec(), u.Vec()
		known[i] = u.Vec()
		c.VPSHUFB(u.Data([2]string{"spread0", "spread1"}[i], spreadBytes(4*i)), spread, escaped)
		c.VPAND(u.Data("bitOfEach", bitOfEach()), escaped, escaped)
		c.VPCMPEQB(u.Data("bitOfEach", bitOfEach()), escaped, escaped)
		c.VPSRLW(operand.U8(1), x[i], index)
		c.VPAND(u.Data("lowNibbles", isa.Repeat(0x0F, 32)), index, index)
		c.VPSHUFB(index, lettersTable, known[i])
		c.VPCMPEQB(x[i], known[i], known[i])
		c.VPSHUFB(x[i], self, same)
		c.VPCMPEQB(x[i], same, same)
		c.VPAND(known[i], escaped, escaped)
		u.Or(same, known[i], known[i])
		c.VPSHUFB(index, meaningsTable, index)
		c.VPBLENDVB(escaped, index, x[i], x[i])
	}
	bad := u.bits(known)
	c.ANDNQ(letter, bad, bad)
	c.ANDNQ(special, letter, special)
	c.ORQ(bad, special)
	return special
}

// spreadBytes returns controls for VPSHUFB that select four consecutive bytes and repeat each of
// them eight times. The parameter first is the index of the first of these bytes.
func spreadBytes(first int) (b []byte) {
	for i := range 4 {
		b = append(b, isa.EightTimes(byte(first+i))...)
	}
	return b
}

func bitOfEach() []byte {
	b := make([]byte, 32)
	for i := range b {
		b[i] = 1 << (i % 8)
	}
	return b
}

// keepTable returns a table that has, for each subset of eight bytes, the controls with which
// VPSHUFB keeps only that subset.
func keepTable() []byte {
	b := isa.Repeat(0x80, 256*wordSize)
	for set := range 256 {
		n := 0
		for i := range wordSize {
			if set>>i&1 != 0 {
				b[set*wordSize+n] = byte(i)
				n++
			}
		}
	}
	return b
}

// compact writes the bytes to be kept to the address in the register out, and advances that
// address. It may write up to eight more bytes.
func (u *unquoter2) compact(x [2]isa.Vector, keep, out reg.GPVirtual) {
	c, table, rest := u.Ctx(), u.Ctx().GP64(), u.Ctx().GP64()
	c.LEAQ(u.Data("keepTable", keepTable()), table)
	c.MOVQ(keep, rest)
	for i := range x {
		var counts [4]reg.GPVirtual
		controls, high := u.X[2], c.XMM()
		for j, half := range []reg.Register{controls.AsX(), high} {
			for k := range 2 {
				set := c.GP64()
				c.MOVBQZX(rest.As8(), set)
				if i < 1 || 2*j+k < 3 {
					c.SHRQ(operand.U8(8), rest)
				}
				entry := operand.Mem{Base: table, Index: set, Scale: wordSize}
				if k == 0 {
					c.VMOVQ(entry, half)
				} else {
					c.VPINSRQ(operand.U8(1), entry, half, half)
				}
				c.POPCNTL(set.As32(), set.As32())
				counts[2*j+k] = set
			}
		}
		c.VINSERTI128(operand.U8(1), high, controls, controls)
		c.VPOR(u.Data("upperWords", upperWords()), controls, controls)
		c.VPSHUFB(controls, x[i], x[i])
		c.VEXTRACTI128(operand.U8(1), x[i], high)
		for j, half := range []reg.Register{x[i].AsX(), high} {
			c.VMOVQ(half, isa.At(out, 0))
			c.ADDQ(counts[2*j], out)
			c.VPEXTRQ(operand.U8(1), half, isa.At(out, 0))
			c.ADDQ(counts[2*j+1], out)
		}
	}
}

// upperWords returns numbers to be added to the controls of all words. They are zero except for
// every second word, which is in the upper half of a 16-byte lane.
func upperWords() (b []byte) {
	for range 2 {
		b = append(b, append(isa.EightTimes(0), isa.EightTimes(wordSize)...)...)
	}
	return b
}

// last emits the code for the last block, in which reading ends. This block may be incomplete.
func (u *unquoter2) last(blockEscapes escapePlaces, blockStops reg.GPVirtual) {
	c, x := u.Ctx(), [2]isa.Vector(u.X[:])
	c.Label("left")
	c.MOVQ(u.End, u.N)
	c.SUBQ(u.P, u.N)
	c.Label("last")
	u.loadLast(x)
	u.judgeUnlessASCII(x, "Last")
	stops, all := u.bits(u.findSpecials(x)), u.findBackslashes(x)
	from, read, count := c.GP64(), c.GP64(), c.GP64()
	c.TESTQ(all, all)
	c.JNE(operand.LabelRef("decodeLast"))
	c.MOVQ(u.P, from)
	c.TZCNTQ(stops, read)
	c.MOVQ(read, count)
	c.Label("write")
	u.copyLast(from)
	c.Label("written")
	c.ADDQ(count, u.d)
	c.ADDQ(read, u.P)
	c.CMPQ(u.P, u.End)
	c.JB(operand.LabelRef("stopped"))
	u.leave()
	u.units()

	c.Label("decodeLast")
	e := u.findEscapes(all, nil)
	stops = u.translate(x, stops, e.letter)
	c.JMP(operand.LabelRef("cut"))
	c.Label("stop") // within a block
	c.MOVL(operand.U32(unquoteBlock), u.N.As32())
	c.MOVQ(blockEscapes.begin, e.begin)
	c.MOVQ(blockEscapes.letter, e.letter)
	c.MOVQ(blockStops, stops)
	c.Label("cut")
	u.cut(x, e, stops, from, count)
	c.TZCNTQ(stops, read)
	c.CMPQ(from, u.d)
	c.JNE(operand.LabelRef("write"))
	c.JMP(operand.LabelRef("written"))

	u.judgeLast(x)
}

// cut writes a block up to the position where reading ends. It sets the registers out and count to
// the address and the number of the bytes written. It writes to dst if dst has room for a block,
// and to separate memory otherwise.
func (u *unquoter2) cut(x [2]isa.Vector, e escapePlaces, stops, out, count reg.GPVirtual) {
	c, keep, cursor := u.Ctx(), u.Ctx().GP64(), u.Ctx().GP64()
	c.ANDNQ(stops, e.begin, stops)
	u.stopBefore(stops, e)
	c.BLSMSKQ(stops, keep) // sets all bits if there is no stop
	c.ORQ(stops, e.begin)
	c.ANDNQ(keep, e.begin, keep)
	c.LEAQ(u.own, out)
	c.CMPQ(u.N, operand.U8(unquoteBlock))
	c.CMOVQEQ(u.d, out)
	c.MOVQ(out, cursor)
	u.compact(x, keep, cursor)
	c.POPCNTQ(keep, count)
}

// loadLast loads the last N bytes, which are at most a block, and pads the block with zeros.
func (u *unquoter2) loadLast(x [2]isa.Vector) {
	c, w := u.Ctx(), u.Width()
	u.Zero(x[1])
	c.CMPQ(u.N, operand.U8(w))
	c.JBE(operand.LabelRef("oneVector"))
	u.Load(isa.At(u.P, 0), x[0])
	more := c.GP64()
	c.LEAQ(isa.At(u.N, -w), more)
	u.loadEnd(more, x[1])
	c.JMP(operand.LabelRef("loadedLast"))

	c.Label("oneVector")
	c.CMPQ(isa.Address(c.Param("src").Len()), operand.U8(w))
	c.JB(operand.LabelRef("lessThanVector"))
	u.loadEnd(u.N, x[0])
	c.JMP(operand.LabelRef("loadedLast"))

	c.Label("lessThanVector")
	c.CMPQ(u.N, operand.U8(wordSize))
	c.JBE(operand.LabelRef("word"))
	u.LoadShort(u.P, u.N, x[0])
	c.JMP(operand.LabelRef("loadedLast"))

	c.Label("word")
	u.loadWord(x[0])
	c.Label("loadedLast")
}

// loadEnd loads the last n bytes of the input, and pads the vector with zeros. The input must be at
// least as long as a vector.
func (u *unquoter2) loadEnd(n reg.GPVirtual, v isa.Vector) {
	const upperAlone = 0x81
	c, w := u.Ctx(), u.Width()
	table, upper, control := c.GP64(), u.Vec(), u.Vec()
	c.LEAQ(u.Data("shiftDownByAny", shiftDownByAny()), table)
	c.SUBQ(n, table)
	u.Load(isa.At(u.End, -w), v)
	c.VPERM2I128(operand.U8(upperAlone), v, v, upper)
	c.VBROADCASTI128(isa.At(table, w), control)
	c.VPSHUFB(control, upper, upper)
	c.VBROADCASTI128(isa.At(table, w+16), control)
	c.VPSHUFB(control, v, v)
	u.Or(upper, v, v)
}

// shiftDownByAny returns a table of controls for VPSHUFB, which move bytes down by k positions. The
// controls from entry k on are for the bytes that go to the 16-byte lane below. The controls from
// entry 16+k on are for the bytes that stay in their lane.
func shiftDownByAny() []byte {
	b := isa.Repeat(0x80, 64)
	for i := range 16 {
		b[16+i] = byte(i)
	}
	return b
}

// loadWord loads the N bytes of the input, which are at most eight, with loads that overlap.
func (u *unquoter2) loadWord(v isa.Vector) {
	c := u.Ctx()
	end := operand.Mem{Base: u.P, Index: u.N, Scale: 1}
	word, last, bits, middle := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.MOVQ(u.N, bits)
	c.SHLQ(operand.U8(3), bits)
	c.CMPQ(u.N, operand.U8(4))
	c.JB(operand.LabelRef("fewBytes"))
	c.MOVL(isa.At(u.P, 0), word.As32())
	c.MOVL(end.Offset(-4), last.As32())
	c.SUBQ(operand.U8(32), bits)
	c.JMP(operand.LabelRef("joinWord"))

	c.Label("fewBytes")
	c.MOVBLZX(isa.At(u.P, 0), word.As32())
	c.MOVQ(u.N, middle)
	c.SHRQ(operand.U8(1), middle)
	c.MOVBLZX(operand.Mem{Base: u.P, Index: middle, Scale: 1}, last.As32())
	c.SHLQ(operand.U8(3), middle)
	c.SHLXQ(middle, last, last)
	c.ORQ(last, word)
	c.MOVBLZX(end.Offset(-1), last.As32())
	c.SUBQ(operand.U8(8), bits)
	c.Label("joinWord")
	c.SHLXQ(bits, last, last)
	c.ORQ(last, word)
	c.VMOVQ(word, v.AsX())
}

// copyLast copies N bytes from the given address, with two moves that overlap. These bytes are
// either the bytes that are left, or their decoded form, which is not longer.
func (u *unquoter2) copyLast(from reg.GPVirtual) {
	c := u.Ctx()
	first, last := c.GP64(), c.GP64()
	firstVector, lastVector := u.Vec(), u.Vec()
	sizes := []struct {
		bytes       int
		first, last operand.Op
		move        func(from, to operand.Op)
	}{
		{32, firstVector, lastVector, c.VMOVDQU},
		{16, firstVector.AsX(), lastVector.AsX(), c.VMOVDQU},
		{8, first, last, c.MOVQ},
		{4, first.As32(), last.As32(), c.MOVL},
		{2, first.As16(), last.As16(), c.MOVW},
		{1, first.As8(), last.As8(), c.MOVB},
	}
	for i, size := range sizes {
		if i < len(sizes)-1 {
			c.CMPQ(u.N, operand.U8(size.bytes))
			c.JB(operand.LabelRef(fmt.Sprint("lessThan", size.bytes)))
		}
		end := operand.Mem{Index: u.N, Scale: 1, Disp: -size.bytes}
		fromEnd, toEnd := end, end
		fromEnd.Base, toEnd.Base = from, u.d
		size.move(isa.At(from, 0), size.first)
		size.move(fromEnd, size.last)
		size.move(size.first, isa.At(u.d, 0))
		size.move(size.last, toEnd)
		if i < len(sizes)-1 {
			c.JMP(operand.LabelRef("written"))
			c.Label(fmt.Sprint("lessThan", size.bytes))
		}
	}
}
