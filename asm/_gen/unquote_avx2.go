package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// unquoter2 emits asm.Unquote for AVX2.
//
// A block is two vectors, so that its backslashes are a word. Where it has nothing special
// it is copied. Otherwise letters of escapes are looked up, and every eight bytes are
// shuffled by a table that drops what is not kept.
//
// Reading ends in one place only, the last block, which may be less than a block. It is
// filled up with zeros, at which it stops as at any control character. What it writes with
// escapes goes through memory of its own, since there may be no room for whole vectors.
type unquoter2 struct {
	unquoter
	own operand.Mem
}

const unquoteBlock = 64

func unquote2(m machine) {
	function(m, "unquote", unquoteSignature,
		"unquoteAVX2 is unquoteGeneric for up to a window, a block at a time.")
	c := m.ctx()
	u := &unquoter2{unquoter: newUnquoter(m), own: c.AllocLocal(unquoteBlock + wordSize)}
	u.enter()
	c.CMPQ(u.n, operand.U8(unquoteBlock))
	c.JBE(operand.LabelRef("last"))
	e, stops := u.blocks()
	u.last(e, stops)
}

const wordSize = 8

// blocks emits the way by blocks, as long as more is left. It returns what is known of one
// at which it stops.
func (u *unquoter2) blocks() (e escapePlaces, stops reg.GPVirtual) {
	c, x, next, keep := u.ctx(), [2]vector(u.x[:]), u.ctx().GP64(), u.ctx().GP64()
	c.Label("block")
	c.LEAQ(at(u.p, unquoteBlock), next)
	c.CMPQ(next, u.end)
	c.JAE(operand.LabelRef("left"))
	u.loadBlock(x)
	u.judgeUnlessASCII(x, "Block")
	found := u.findSpecials(x)
	either := u.vec()
	u.or(found[0], found[1], either)
	c.VPTEST(either, either)
	c.JNE(operand.LabelRef("decode"))
	c.VMOVDQU(x[0], at(u.d, 0))
	c.VMOVDQU(x[1], at(u.d, u.width()))
	c.ADDQ(operand.U8(unquoteBlock), u.d)
	u.copy(x[1], u.previous)
	c.MOVQ(next, u.p)
	c.JMP(operand.LabelRef("block"))

	c.Label("decode")
	e = u.findEscapes(u.findBackslashes(x), nil)
	stops = u.translate(x, u.bits(found), e.letter)
	c.MOVQ(e.begin, keep)
	c.NOTQ(keep)
	c.TESTQ(keep, stops)
	c.JNE(operand.LabelRef("stop"))
	u.load(at(u.p, u.width()), u.previous)
	u.compact(x, keep, u.d)
	c.MOVQ(next, u.p)
	c.TESTQ(e.begin, e.begin)
	c.JNS(operand.LabelRef("block"))
	c.DECQ(u.p) // the letter is beyond the block
	c.JMP(operand.LabelRef("block"))

	u.judgeBlock(x)
	return e, stops
}

func (u *unquoter2) loadBlock(x [2]vector) {
	u.load(at(u.p, 0), x[0])
	u.load(at(u.p, u.width()), x[1])
}

// judgeUnlessASCII judges a block if anything in it, or right before, is not ASCII. What
// it does then is emitted elsewhere.
func (u *unquoter2) judgeUnlessASCII(x [2]vector, place string) {
	c, all, bits := u.ctx(), u.vec(), u.ctx().GP32()
	u.or(x[0], x[1], all)
	u.or(u.previous, all, all)
	c.VPMOVMSKB(all, bits)
	c.TESTL(bits, bits)
	c.JNE(operand.LabelRef("judge" + place))
	c.Label("judged" + place)
}

// judgeBlock emits what judgeUnlessASCII does within the input. If anything stands before
// the block, it is at least an escape.
func (u *unquoter2) judgeBlock(x [2]vector) {
	c := u.ctx()
	c.Label("judgeBlock")
	u.loadUTF8Constants(true)
	c.CMPQ(u.p, address(c.Param("src").Base()))
	c.JE(operand.LabelRef("judgeFirst"))
	u.addJudgement(x[0], u.before(at(u.p, 0)), u.errors)
	c.Label("judgeSecond")
	u.addJudgement(x[1], u.before(at(u.p, u.width())), u.errors)
	c.JMP(operand.LabelRef("judgedBlock"))
	c.Label("judgeFirst")
	u.addJudgement(x[0], u.nothingBefore(x[0]), u.errors)
	c.JMP(operand.LabelRef("judgeSecond"))
}

func (u *unquoter2) judgeLast(x [2]vector) {
	u.ctx().Label("judgeLast")
	u.loadUTF8Constants(true)
	u.addJudgement(x[0], u.shifted(u.previous, x[0]), u.errors)
	u.addJudgement(x[1], u.shifted(x[0], x[1]), u.errors)
	u.or(u.unfinished(x[1]), u.errors, u.errors)
	u.ctx().JMP(operand.LabelRef("judgedLast"))
}

// nibbleTable is a table for VPSHUFB by the low nibble, of characters which differ in it.
// No other byte finds itself there.
func nibbleTable(characters string) []byte {
	table := repeat(0xFF, 16)
	for _, c := range []byte(characters) {
		table[c&0xF] = c
	}
	return table
}

func (u *unquoter2) table16(name string, b []byte) vector {
	v := u.vec()
	u.ctx().VBROADCASTI128(u.data(name, b), v)
	return v
}

// findSpecials returns where quotes, backslashes and control characters are.
func (u *unquoter2) findSpecials(x [2]vector) (found [2]vector) {
	c := u.ctx()
	specials := u.table16("quoteAndBackslash", nibbleTable(`"\`))
	for i := range x {
		control := u.vec()
		found[i] = u.vec()
		c.VPSHUFB(x[i], specials, found[i])
		c.VPCMPEQB(x[i], found[i], found[i])
		c.VPMINUB(u.data("controls", repeat(0x1F, 32)), x[i], control)
		c.VPCMPEQB(x[i], control, control)
		u.or(control, found[i], found[i])
	}
	return found
}

func (u *unquoter2) findBackslashes(x [2]vector) reg.GPVirtual {
	is := [2]vector{u.vec(), u.vec()}
	for i := range x {
		u.ctx().VPCMPEQB(u.data("backslashes", repeat(backslash, 32)), x[i], is[i])
	}
	return u.bits(is)
}

// bits returns the top bits of a block.
func (u *unquoter2) bits(v [2]vector) reg.GPVirtual {
	c, low, high := u.ctx(), u.ctx().GP64(), u.ctx().GP64()
	c.VPMOVMSKB(v[0], low.As32())
	c.VPMOVMSKB(v[1], high.As32())
	c.SHLQ(operand.U8(32), high)
	c.ORQ(high, low)
	return low
}

// letterTables returns tables for VPSHUFB by the four bits above the lowest, in which the
// letters of escapes differ: the letters, and what they stand for.
func letterTables() (letters, meanings []byte) {
	letters, meanings = repeat(0, 16), repeat(0, 16)
	letters[0] = 0xFF // so that 0 does not find itself
	for i, c := range []byte(escapeLetters) {
		if c >= 'a' {
			letters[c>>1&0xF] = c
			meanings[c>>1&0xF] = escapeCharacters[i]
		}
	}
	return letters, meanings
}

// translate replaces the letters of escapes by what they stand for. It returns where
// characters are that stand for nothing, after a backslash or without, and backslashes
// that begin an escape.
func (u *unquoter2) translate(x [2]vector, special, letter reg.GPVirtual) reg.GPVirtual {
	c := u.ctx()
	letters, meanings := letterTables()
	lettersTable, meaningsTable := u.table16("letters", letters), u.table16("meanings", meanings)
	self := u.table16("selfEscaped", nibbleTable(`"\/`))
	spread := u.vec()
	c.VMOVQ(letter, spread.AsX())
	c.VPBROADCASTQ(spread.AsX(), spread)
	var known [2]vector
	for i := range x {
		escaped, index, same := u.vec(), u.vec(), u.vec()
		known[i] = u.vec()
		c.VPSHUFB(u.data([2]string{"spread0", "spread1"}[i], spreadBytes(4*i)), spread, escaped)
		c.VPAND(u.data("bitOfEach", bitOfEach()), escaped, escaped)
		c.VPCMPEQB(u.data("bitOfEach", bitOfEach()), escaped, escaped)
		c.VPSRLW(operand.U8(1), x[i], index)
		c.VPAND(u.data("lowNibbles", repeat(0x0F, 32)), index, index)
		c.VPSHUFB(index, lettersTable, known[i])
		c.VPCMPEQB(x[i], known[i], known[i])
		c.VPSHUFB(x[i], self, same)
		c.VPCMPEQB(x[i], same, same)
		c.VPAND(known[i], escaped, escaped)
		u.or(same, known[i], known[i])
		c.VPSHUFB(index, meaningsTable, index)
		c.VPBLENDVB(escaped, index, x[i], x[i])
	}
	bad := u.bits(known)
	c.ANDNQ(letter, bad, bad)
	c.ANDNQ(special, letter, special)
	c.ORQ(bad, special)
	return special
}

// spreadBytes are controls for VPSHUFB: four bytes from the first on, eight times each.
func spreadBytes(first int) (b []byte) {
	for i := range 4 {
		b = append(b, eightTimes(byte(first+i))...)
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

// keepTable has, for each set of eight bytes, the controls for VPSHUFB that leave these.
func keepTable() []byte {
	b := repeat(0x80, 256*wordSize)
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

// compact writes the bytes to be kept, and up to eight more, to where to points, which it
// moves on.
func (u *unquoter2) compact(x [2]vector, keep, to reg.GPVirtual) {
	c, table, rest := u.ctx(), u.ctx().GP64(), u.ctx().GP64()
	c.LEAQ(u.data("keepTable", keepTable()), table)
	c.MOVQ(keep, rest)
	for i := range x {
		var counts [4]reg.GPVirtual
		controls, high := u.x[2], c.XMM()
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
		c.VPOR(u.data("upperWords", upperWords()), controls, controls)
		c.VPSHUFB(controls, x[i], x[i])
		c.VEXTRACTI128(operand.U8(1), x[i], high)
		for j, half := range []reg.Register{x[i].AsX(), high} {
			c.VMOVQ(half, at(to, 0))
			c.ADDQ(counts[2*j], to)
			c.VPEXTRQ(operand.U8(1), half, at(to, 0))
			c.ADDQ(counts[2*j+1], to)
		}
	}
}

// upperWords are what is added to the controls of every other word.
func upperWords() (b []byte) {
	for range 2 {
		b = append(b, append(eightTimes(0), eightTimes(wordSize)...)...)
	}
	return b
}

// last emits the end of reading, in a block or less than one.
func (u *unquoter2) last(blockEscapes escapePlaces, blockStops reg.GPVirtual) {
	c, x := u.ctx(), [2]vector(u.x[:])
	c.Label("left")
	c.MOVQ(u.end, u.n)
	c.SUBQ(u.p, u.n)
	c.Label("last")
	u.loadLast(x)
	u.judgeUnlessASCII(x, "Last")
	stops, all := u.bits(u.findSpecials(x)), u.findBackslashes(x)
	from, read, count := c.GP64(), c.GP64(), c.GP64()
	c.TESTQ(all, all)
	c.JNE(operand.LabelRef("decodeLast"))
	c.MOVQ(u.p, from)
	c.TZCNTQ(stops, read)
	c.MOVQ(read, count)
	c.Label("write")
	u.copyLast(from)
	c.Label("written")
	c.ADDQ(count, u.d)
	c.ADDQ(read, u.p)
	c.CMPQ(u.p, u.end)
	c.JB(operand.LabelRef("stopped"))
	u.leave()
	u.units()

	c.Label("decodeLast")
	e := u.findEscapes(all, nil)
	stops = u.translate(x, stops, e.letter)
	c.JMP(operand.LabelRef("cut"))
	c.Label("stop") // within a block
	c.MOVL(operand.U32(unquoteBlock), u.n.As32())
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

// cut writes a block up to where reading ends, and returns to where it has, and how much:
// to dst if there is room for a block.
func (u *unquoter2) cut(x [2]vector, e escapePlaces, stops, to, count reg.GPVirtual) {
	c, keep, cursor := u.ctx(), u.ctx().GP64(), u.ctx().GP64()
	c.ANDNQ(stops, e.begin, stops)
	u.stopBefore(stops, e)
	c.BLSMSKQ(stops, keep) // all bits, if there is no stop
	c.ORQ(stops, e.begin)
	c.ANDNQ(keep, e.begin, keep)
	c.LEAQ(u.own, to)
	c.CMPQ(u.n, operand.U8(unquoteBlock))
	c.CMOVQEQ(u.d, to)
	c.MOVQ(to, cursor)
	u.compact(x, keep, cursor)
	c.POPCNTQ(keep, count)
}

// loadLast loads n bytes, up to a block, and fills up with zeros.
func (u *unquoter2) loadLast(x [2]vector) {
	c, w := u.ctx(), u.width()
	u.zero(x[1])
	c.CMPQ(u.n, operand.U8(w))
	c.JBE(operand.LabelRef("oneVector"))
	u.load(at(u.p, 0), x[0])
	more := c.GP64()
	c.LEAQ(at(u.n, -w), more)
	u.loadEnd(more, x[1])
	c.JMP(operand.LabelRef("loadedLast"))

	c.Label("oneVector")
	c.CMPQ(address(c.Param("src").Len()), operand.U8(w))
	c.JB(operand.LabelRef("lessThanVector"))
	u.loadEnd(u.n, x[0])
	c.JMP(operand.LabelRef("loadedLast"))

	c.Label("lessThanVector")
	c.CMPQ(u.n, operand.U8(wordSize))
	c.JBE(operand.LabelRef("word"))
	u.loadShort(u.p, u.n, x[0])
	c.JMP(operand.LabelRef("loadedLast"))

	c.Label("word")
	u.loadWord(x[0])
	c.Label("loadedLast")
}

// loadEnd loads the last n bytes of the input, which is as long as a vector or longer, and
// fills up with zeros.
func (u *unquoter2) loadEnd(n reg.GPVirtual, v vector) {
	const upperAlone = 0x81
	c, w := u.ctx(), u.width()
	table, upper, control := c.GP64(), u.vec(), u.vec()
	c.LEAQ(u.data("shiftDownByAny", shiftDownByAny()), table)
	c.SUBQ(n, table)
	u.load(at(u.end, -w), v)
	c.VPERM2I128(operand.U8(upperAlone), v, v, upper)
	c.VBROADCASTI128(at(table, w), control)
	c.VPSHUFB(control, upper, upper)
	c.VBROADCASTI128(at(table, w+16), control)
	c.VPSHUFB(control, v, v)
	u.or(upper, v, v)
}

// shiftDownByAny is a table of controls for VPSHUFB: from entry k on, the one that moves
// bytes down to the lane of 16 below, and from entry 16 + k within theirs, by k places.
func shiftDownByAny() []byte {
	b := repeat(0x80, 64)
	for i := range 16 {
		b[16+i] = byte(i)
	}
	return b
}

// loadWord loads the n bytes of the input, up to eight, with loads that overlap.
func (u *unquoter2) loadWord(v vector) {
	c := u.ctx()
	end := operand.Mem{Base: u.p, Index: u.n, Scale: 1}
	word, last, bits, middle := c.GP64(), c.GP64(), c.GP64(), c.GP64()
	c.MOVQ(u.n, bits)
	c.SHLQ(operand.U8(3), bits)
	c.CMPQ(u.n, operand.U8(4))
	c.JB(operand.LabelRef("fewBytes"))
	c.MOVL(at(u.p, 0), word.As32())
	c.MOVL(end.Offset(-4), last.As32())
	c.SUBQ(operand.U8(32), bits)
	c.JMP(operand.LabelRef("joinWord"))

	c.Label("fewBytes")
	c.MOVBLZX(at(u.p, 0), word.As32())
	c.MOVQ(u.n, middle)
	c.SHRQ(operand.U8(1), middle)
	c.MOVBLZX(operand.Mem{Base: u.p, Index: middle, Scale: 1}, last.As32())
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

// copyLast copies the n bytes that are left, or what stands for them and is not longer:
// two moves that overlap.
func (u *unquoter2) copyLast(from reg.GPVirtual) {
	c := u.ctx()
	first, last := c.GP64(), c.GP64()
	firstVector, lastVector := u.vec(), u.vec()
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
			c.CMPQ(u.n, operand.U8(size.bytes))
			c.JB(operand.LabelRef(fmt.Sprint("lessThan", size.bytes)))
		}
		end := operand.Mem{Index: u.n, Scale: 1, Disp: -size.bytes}
		fromEnd, toEnd := end, end
		fromEnd.Base, toEnd.Base = from, u.d
		size.move(at(from, 0), size.first)
		size.move(fromEnd, size.last)
		size.move(size.first, at(u.d, 0))
		size.move(size.last, toEnd)
		if i < len(sizes)-1 {
			c.JMP(operand.LabelRef("written"))
			c.Label(fmt.Sprint("lessThan", size.bytes))
		}
	}
}
