package quoting

import (
	"github.com/assayjson/assay/asm/gen/files"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The number of escapes decides which loop runs. At a block with more than fewEscapes escapes, the
// kernel changes to the loop for many escapes. After roundBlocks blocks with at most fewEscapes
// escapes in total, the kernel changes back. After roundBlocks blocks without escapes, it changes
// to the loop over groups.
const (
	roundBlocks = 4
	fewSize     = 64 // number of bytes in the blocks that are processed together if there are few escapes
)

// fewBlocks returns registers for the blocks that are processed together if there are few escapes.
func (q *quoter) fewBlocks() (xs, classes []isa.Vector) {
	xs, classes = q.one(), q.oneClass()
	for len(xs)*q.Width() < fewSize {
		xs, classes = append(xs, q.Vec()), append(classes, q.Vec())
	}
	return xs, classes
}

// blocks emits the loops for text with escapes. There is a loop for few escapes and a loop for many
// escapes, each in a variant for ASCII and in a variant for other text. A further loop is for
// six-byte escapes. A loop treats blocks with and without escapes in the same way, because a branch
// between the two could not be predicted.
//
// The loops jump to the code for the rest if less than a block is left, if there may not be enough
// room, and at characters that are left to the caller.
func (q *quoter) blocks() {
	c := q.Ctx()
	c.Label("blocks")
	q.jumpIfLeft(q.roomForFew(), q.shortOfRoom())
	few, classes := q.fewBlocks()
	q.jumpUnlessBlocksASCII(few, "blocksNotASCII")
	ascii, mixed := &quoteLoop{quoter: q, name: "ascii"}, &quoteLoop{quoter: q, name: "mixed", mixed: true}
	for _, l := range []*quoteLoop{ascii, mixed} {
		l.rounds, l.seen = c.GP64(), c.GP64()
		l.all = q.Vec()
		l.few(few, classes)
		l.many(q.one(), q.oneClass())
		if l.mixed {
			q.blockSeparators("mixedFew", few)
			q.blockSeparators("mixedMany", q.one())
		}
	}
	q.longBlocks()

	q.notASCII("blocksNotASCII", "mixedFewRound")
	if q.hasLastBlocks() {
		q.lastBlocks()
	}
}

// jumpUnlessBlocksASCII loads blocks, and jumps if they are not ASCII. Otherwise, it adds an error
// if a UTF-8 sequence before the blocks is unfinished.
func (q *quoter) jumpUnlessBlocksASCII(xs []isa.Vector, label string) {
	q.loadBlocks(xs)
	q.JumpUnlessASCII(xs, label)
	q.addUnfinished()
	q.Zero(q.previous)
}

// notASCII emits the label and a jump from there to the given loop for text that is not ASCII.
func (q *quoter) notASCII(label, loop string) {
	q.Ctx().Label(label)
	q.jumpAtBegin("rest")
	q.jumpIfRule(ruleASCII, "rest")
	q.Ctx().JMP(operand.LabelRef(loop))
}

// lastBlocks emits the jumps to the loops for many escapes, which need less room than the loops for
// few escapes.
func (q *quoter) lastBlocks() {
	c := q.Ctx()
	c.Label("lastBlocks")
	q.jumpIfLeft(q.shortRoom(), "rest")
	q.jumpUnlessBlocksASCII(q.one(), "lastBlocksNotASCII")
	c.JMP(operand.LabelRef("asciiManyRound"))
	q.notASCII("lastBlocksNotASCII", "mixedManyRound")
}

// hasLastBlocks reports whether the loops for few escapes need more room than the loops for many
// escapes, by more than a block.
func (q *quoter) hasLastBlocks() bool { return q.roomForFew() > q.shortRoom()+q.Width() }

// shortOfRoom returns the label to jump to if fewer than roomForFew bytes are left.
func (q *quoter) shortOfRoom() string {
	if q.hasLastBlocks() {
		return "lastBlocks"
	}
	return "rest"
}

// jumpAtBegin jumps if s is the beginning of src.
func (q *quoter) jumpAtBegin(label string) {
	begin, err := q.Ctx().Param("src").Base().Resolve()
	files.Must(err)
	q.Ctx().CMPQ(q.s, begin.Addr)
	q.Ctx().JE(operand.LabelRef(label))
}

// quoteLoop is a loop over blocks.
type quoteLoop struct {
	*quoter
	name         string
	mixed        bool
	rounds, seen reg.GPVirtual // iterations until the end of the round; number of escapes in the round so far
	all          isa.Vector    // the OR of the blocks of the round
}

// few emits the loop for blocks with few escapes. The escapes may have two or six bytes.
func (l *quoteLoop) few(xs, classes []isa.Vector) {
	c, name, count := l.Ctx(), l.name+"Few", l.Ctx().GP64()
	l.begin(name, xs)
	l.classifyBlocks(xs, classes)
	e := escapes{c.GP64(), c.K()}
	if l.mixed {
		e = l.escapes(xs, classes)
		l.testLong(classes, e)
		c.JNE(operand.LabelRef(name + "Apart"))
	} else {
		l.jumpUnlessShort(xs, classes, name+"Left")
		l.escapesInASCII(classes, e)
	}
	l.reserveFew(e, count)
	expanded := l.expandFew(l.quoter, e, count, name+"Late")
	if !expanded {
		l.writeFew(xs, e.bits, name)
	}
	c.Label(name + "Written")
	l.next(xs, l.roomForFew(), l.shortOfRoom())
	c.JNE(operand.LabelRef(name + "Block"))
	l.leave(name)
	c.JMP(operand.LabelRef(name + "Round"))

	if !l.mixed {
		c.Label(name + "Left")
		l.JumpUnlessASCII(xs, "blocks")
	}
	c.Label(name + "Apart")
	if !l.mixed {
		l.escapesInASCII(classes, e)
	}
	l.reserveFew(e, count)
	c.Label(name + "Late")
	l.writeFew(xs, e.bits, name+"Apart")
	c.JMP(operand.LabelRef(name + "Written"))
	if !expanded {
		l.writeMore(xs, e.bits, name)
	}
	l.writeMore(xs, e.bits, name+"Apart")
}

// reserveFew counts the escapes. It jumps if there are more than a few, or if there may not be
// enough room.
func (l *quoteLoop) reserveFew(e escapes, count reg.GPVirtual) {
	c := l.Ctx()
	c.POPCNTQ(e.bits, count)
	c.CMPQ(count, operand.U8(l.fewEscapes()))
	c.JA(operand.LabelRef(l.name + "ManyRound"))
	c.CMPQ(l.spare, operand.U8(l.fewEscapes()*escapesExpand))
	c.JB(operand.LabelRef("rest"))
	c.ADDQ(count, l.seen)
}

// many emits the loop for blocks with any number of two-byte escapes.
func (l *quoteLoop) many(xs, classes []isa.Vector) {
	c, name, count := l.Ctx(), l.name+"Many", l.Ctx().GP64()
	l.begin(name, xs)
	l.classifyBlocks(xs, classes)
	var e escapes
	if l.mixed {
		e = l.escapes(xs, classes)
		l.testLong(classes, e)
		c.JNE(operand.LabelRef("longBlocks"))
	} else {
		l.jumpUnlessShort(xs, classes, "asciiLeft")
		e = l.escapes(xs, classes)
	}
	c.POPCNTQ(e.bits, count)
	c.CMPQ(l.spare, count)
	c.JB(operand.LabelRef("rest"))
	c.SUBQ(count, l.spare)
	c.ADDQ(count, l.seen)
	l.writeShort(l.quoter, l.x, e)
	l.next(xs, l.shortRoom(), "rest")
	c.JNE(operand.LabelRef(name + "Block"))
	c.CMPQ(l.seen, operand.U8(l.fewEscapes()))
	c.JA(operand.LabelRef(name + "Round"))
	c.JMP(operand.LabelRef("blocks"))
	if !l.mixed {
		c.Label("asciiLeft")
		l.JumpIfASCII(l.one(), "longBlocks")
		c.JMP(operand.LabelRef("blocks"))
	}
}

// begin emits the code at the beginning of a round, and then the code at the beginning of a block.
func (l *quoteLoop) begin(name string, xs []isa.Vector) {
	c := l.Ctx()
	c.Label(name + "Round")
	c.MOVL(operand.U32(roundBlocks), l.rounds.As32())
	c.XORL(l.seen.As32(), l.seen.As32())
	if l.mixed {
		l.Zero(l.all)
	} else {
		l.useQuoteConstants(l.quoter)
	}
	c.Label(name + "Block")
	if !l.mixed || len(xs) == 1 {
		l.loadBlocks(xs)
	}
	if l.mixed {
		l.judgeBlocks(name, xs)
		c.Label(name + "Judged")
		l.useQuoteConstants(l.quoter)
	}
}

// next advances to the next blocks, and jumps if fewer than room bytes are left. It sets the zero
// flag at the end of the round.
func (l *quoteLoop) next(xs []isa.Vector, room int, label string) {
	c, size := l.Ctx(), len(xs)*l.Width()
	c.ADDQ(operand.U8(size), l.s)
	c.SUBQ(operand.U8(size), l.left)
	if l.mixed {
		for _, x := range xs {
			l.Or(x, l.all, l.all)
		}
		l.Copy(xs[len(xs)-1], l.previous)
	}
	l.jumpIfLeft(room, label)
	c.DECQ(l.rounds)
}

// leave changes to another loop if the last round did not need the current loop.
func (l *quoteLoop) leave(name string) {
	c := l.Ctx()
	c.TESTQ(l.seen, l.seen)
	c.JE(operand.LabelRef("groups"))
	if l.mixed {
		l.JumpIfASCII([]isa.Vector{l.all}, "blocks")
	}
}

// roomForFew returns the number of bytes up to the end of the last store of writeFew.
func (q *quoter) roomForFew() int { return 2*fewSize + 8 }

// writeFew first writes the blocks as they are. Then, for each escape, it writes the escape, and
// writes the text after the escape again. This is done at least once, even if there is no escape.
// In that case, the bytes go to the memory after the blocks, where the next write overwrites them.
func (q *quoter) writeFew(xs []isa.Vector, bits reg.GPVirtual, name string) {
	c, none := q.Ctx(), q.Ctx().GP64()
	for i, x := range xs {
		q.store(x, isa.At(q.d, i*q.Width()))
	}
	longer := q.writeEscape(len(xs), bits)
	c.XORL(none.As32(), none.As32())
	c.TESTQ(bits, bits)
	c.CMOVQEQ(none, longer)
	c.ADDQ(longer, q.d)
	c.SUBQ(longer, q.spare)
	c.BLSRQ(bits, bits)
	c.JNE(operand.LabelRef(name + "More"))
	c.Label(name + "Last")
	c.ADDQ(operand.U8(len(xs)*q.Width()), q.d)
}

// writeMore emits the part of writeFew for further escapes.
func (q *quoter) writeMore(xs []isa.Vector, bits reg.GPVirtual, name string) {
	c := q.Ctx()
	c.Label(name + "More")
	longer := q.writeEscape(len(xs), bits)
	c.ADDQ(longer, q.d)
	c.SUBQ(longer, q.spare)
	c.BLSRQ(bits, bits)
	c.JNE(operand.LabelRef(name + "More"))
	c.JMP(operand.LabelRef(name + "Last"))
}

// writeEscape writes the first of the escapes, and then the given number of blocks of the text
// after that escape. It returns by how many bytes the escape is longer than its character.
func (q *quoter) writeEscape(blocks int, bits reg.GPVirtual) (longer reg.GPVirtual) {
	const wholeLength = 56
	c := q.Ctx()
	i, escape, longer := c.GP64(), c.GP64(), c.GP64()
	if blocks*q.Width() == 32 {
		c.TZCNTL(bits.As32(), i.As32())
	} else {
		c.TZCNTQ(bits, i)
	}
	c.MOVBQZX(operand.Mem{Base: q.s, Index: i, Scale: 1}, escape)
	var follows []isa.Vector
	for b := range blocks {
		v := q.Vec()
		q.Load(operand.Mem{Base: q.s, Index: i, Scale: 1, Disp: 1 + b*q.Width()}, v)
		follows = append(follows, v)
	}
	c.MOVQ(operand.Mem{Base: q.table, Index: escape, Scale: 8, Disp: tableWhole}, escape)
	c.ADDQ(q.d, i)
	c.MOVQ(escape, isa.At(i, 0))
	c.SHRQ(operand.U8(wholeLength), escape)
	for b, v := range follows {
		q.store(v, operand.Mem{Base: i, Index: escape, Scale: 1, Disp: b * q.Width()})
	}
	c.LEAQ(operand.Mem{Base: escape, Disp: -1}, longer)
	return longer
}

func (q *quoter) loadBlocks(xs []isa.Vector) {
	for i, x := range xs {
		q.Load(isa.At(q.s, i*q.Width()), x)
	}
}

// judgeBlocks checks the UTF-8 of the current blocks. If there are several blocks, they are loaded
// into their registers only after the check, because registers are scarce.
func (q *quoter) judgeBlocks(label string, xs []isa.Vector) {
	q.useUTF8Constants()
	q.eachPlace(xs, func(x isa.Vector, before [3]isa.Vector) { q.AddJudgement(x, before, q.errors) })
	if len(xs) > 1 {
		q.loadBlocks(xs)
	}
	q.jumpIfRule(ruleJS, label+"Separators")
}

// eachPlace calls f for each of the current blocks. A single block must be in its register already.
func (q *quoter) eachPlace(xs []isa.Vector, f func(x isa.Vector, before [3]isa.Vector)) {
	for i, x := range xs {
		place := isa.At(q.s, i*q.Width())
		if len(xs) > 1 {
			x = q.Vec()
			q.Load(place, x)
		}
		f(x, q.Before(place))
	}
}

// blockSeparators emits the code of judgeBlocks that rarely runs.
func (q *quoter) blockSeparators(label string, xs []isa.Vector) {
	q.Ctx().Label(label + "Separators")
	q.eachPlace(xs, func(x isa.Vector, before [3]isa.Vector) { q.jumpIfSeparator(x, before, "rest") })
	q.Ctx().JMP(operand.LabelRef(label + "Judged"))
}

// longBlocks emits the loop for six-byte escapes.
func (q *quoter) longBlocks() {
	c := q.Ctx()
	calm, most := c.GP64(), c.GP64()
	c.Label("longBlocks")
	c.MOVL(operand.U32(roundBlocks), calm.As32())
	q.keepLongConstants()
	c.Label("longBlock")
	q.jumpIfLeft(q.longRoom(), "rest")
	q.Load(isa.At(q.s, 0), q.x)
	q.JumpUnlessASCII(q.one(), "longNotASCII")
	q.addUnfinished()
	q.expandLong(q, calm, "longNotASCII", "longJudged")
	c.Label("longJudged")
	q.useQuoteConstants(q)
	q.classifyBlocks(q.one(), q.oneClass())
	e := q.escapes(q.one(), q.oneClass())
	q.reserveLong(e, "rest")
	q.Copy(q.x, q.previous)
	q.testLong(q.oneClass(), e)
	c.MOVL(operand.U32(roundBlocks+1), most.As32())
	c.CMOVQNE(most, calm)
	q.writeLong(q, q.x, e)
	c.ADDQ(operand.U8(q.Width()), q.s)
	c.SUBQ(operand.U8(q.Width()), q.left)
	c.DECQ(calm)
	c.JNE(operand.LabelRef("longBlock"))
	c.JMP(operand.LabelRef("blocks"))

	c.Label("longNotASCII")
	q.jumpAtBegin("rest")
	q.jumpIfRule(ruleASCII, "rest")
	q.judgeBlocks("long", q.one())
	c.JMP(operand.LabelRef("longJudged"))
	q.blockSeparators("long", q.one())
}

// reserveLong jumps if dst may not have enough room for the escapes.
func (q *quoter) reserveLong(e escapes, label string) {
	c, count := q.Ctx(), q.Ctx().GP64()
	c.POPCNTQ(e.bits, count)
	c.LEAQ(operand.Mem{Base: count, Index: count, Scale: escapesExpand - 1}, count)
	c.CMPQ(q.spare, count)
	c.JB(operand.LabelRef(label))
}
