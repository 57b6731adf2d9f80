package quoting

import (
	"github.com/assayjson/assay/asm/gen/files"
	"github.com/assayjson/assay/asm/gen/isa"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// returns stores the results for valid text.
func (q *quoter) returns(written, read reg.GPVirtual) {
	c := q.Ctx()
	c.Store(written, c.Return("written"))
	c.Store(read, c.Return("read"))
	c.MOVB(operand.U8(1), q.valid())
}

func (q *quoter) valid() operand.Mem {
	valid, err := q.Ctx().Return("valid").Resolve()
	files.Must(err)
	return valid.Addr
}

// span says where a block is read from, and where it is written to.
type span struct{ from, to operand.Mem }

// places returns the spans of n adjacent blocks.
func (q *quoter) places(from, to reg.Register, n int) (p []span) {
	for i := range n {
		p = append(p, span{isa.At(from, i*q.Width()), isa.At(to, i*q.Width())})
	}
	return p
}

// loadPlaces loads and classifies blocks.
func (q *quoter) loadPlaces(places []span) (x, class []isa.Vector) {
	q.useQuoteConstants(q)
	for i, p := range places {
		x, class = append(x, q.Vec()), append(class, q.Vec())
		q.Load(p.from, x[i])
		q.classifyText(x[i], class[i])
	}
	return x, class
}

func (q *quoter) storePlaces(x []isa.Vector, places []span) {
	for i, p := range places {
		q.store(x[i], p.to)
	}
}

// copyPlaces is like storePlaces, but for blocks that are not in registers any more.
func (q *quoter) copyPlaces(places []span) {
	for _, p := range places {
		v := q.Vec()
		q.Load(p.from, v)
		q.store(v, p.to)
	}
}

// judgePlaces checks the UTF-8 of blocks, and jumps to "blocks" if they contain something that the
// rules leave to the caller. The function beforeFirst is called for the first block. It returns
// vectors of the bytes that are one, two and three positions before those of the block. The
// returned function emits the rest of the code.
func (q *quoter) judgePlaces(name string, places []span, beforeFirst func(isa.Vector) [3]isa.Vector) (later func()) {
	c := q.Ctx()
	each := func(f func(x isa.Vector, before [3]isa.Vector)) {
		for i, p := range places {
			x := q.Vec()
			q.Load(p.from, x)
			if i == 0 {
				f(x, beforeFirst(x))
			} else {
				f(x, q.Before(p.from))
			}
		}
	}
	q.jumpIfRule(ruleASCII, "blocks")
	q.useUTF8Constants()
	each(func(x isa.Vector, before [3]isa.Vector) { q.AddJudgement(x, before, q.errors) })
	q.jumpIfRule(ruleJS, name+"Separators")
	c.Label(name + "PlacesJudged")
	return func() {
		c.Label(name + "Separators")
		each(func(x isa.Vector, before [3]isa.Vector) { q.jumpIfSeparator(x, before, "blocks") })
		c.JMP(operand.LabelRef(name + "PlacesJudged"))
	}
}

// addUnfinished adds an error if the previous block ends within a UTF-8 sequence. It is used if the
// current block is ASCII.
func (q *quoter) addUnfinished() { q.Or(q.Unfinished(q.previous), q.errors, q.errors) }

func (q *quoter) jumpIfSeparator(x isa.Vector, before [3]isa.Vector, label string) {
	bits := q.separators(x, before)
	q.Ctx().TESTQ(bits, bits)
	q.Ctx().JNE(operand.LabelRef(label))
}

func (q *quoter) jumpIfRule(rule byte, label string) {
	q.Ctx().TESTB(operand.U8(rule), isa.At(q.table, tableRules))
	q.Ctx().JNE(operand.LabelRef(label))
}

func (q *quoter) jumpIfLeft(less int, label string) {
	q.Ctx().CMPQ(q.left, operand.U32(less))
	q.Ctx().JB(operand.LabelRef(label))
}

func (q *quoter) jumpUnlessLeft(less int, label string) {
	q.Ctx().CMPQ(q.left, operand.U32(less))
	q.Ctx().JAE(operand.LabelRef(label))
}
