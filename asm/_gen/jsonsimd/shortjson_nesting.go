package jsonsimd

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The elements of a short document, a bit each, and those that are not of the type they
// should be.
var (
	shortKept, shortOpens, shortCloses, shortObject = reg.R8, reg.R11, reg.R12, reg.R13
	shortWrong                                      = reg.RSI
)

// matchKept is [matchBrackets] for those of the elements that are kept.
func matchKept(c *build.Context, rounds int) {
	for _, r := range []reg.GPPhysical{shortOpens, shortCloses, shortObject, shortKept} {
		c.PEXTQ(shortKept, r, r)
	}
	matchBrackets(c, rounds)
}

// matchBrackets emits so many rounds of the check that brackets match, and that nothing is left,
// or invalid; the flags say so. What it takes for more is to be emitted by matchDeeper.
//
// What does not open, and comes next after what does not close, is in the same container
// as that, so it must have its type. If it is a comma, it says nothing more; if the two
// are a pair of brackets, nor do they. Without those, others are next to each other. So
// containers go from the innermost out, all of the same height at a time, until nothing
// is left. The first rounds are always taken, for a branch that is guessed wrong costs
// more than they do.
func matchBrackets(c *build.Context, rounds int) {
	c.XORL(shortWrong.As32(), shortWrong.As32())
	for range rounds {
		matchRound(c)
	}
	c.TESTQ(shortKept, shortKept)
	c.JNE(operand.LabelRef("deep"))
	c.Label("flat")
	c.ORQ(shortKept, shortWrong)
}

func matchDeeper(c *build.Context) {
	c.Label("deep")
	c.MOVQ(shortKept, reg.RBX)
	matchRound(c)
	c.CMPQ(shortKept, reg.RBX)
	c.JNE(operand.LabelRef("deep"))
	c.JMP(operand.LabelRef("flat"))
}

// matchRound emits a round of [matchBrackets].
func matchRound(c *build.Context) {
	outside, mismatch, pair, kept := reg.RAX, reg.RDX, reg.R9, reg.R10
	twice := func(r reg.GPPhysical, more int) operand.Mem {
		return operand.Mem{Base: r, Index: r, Scale: 1, Disp: more}
	}
	c.LEAQ(twice(shortCloses, 1), outside)
	c.ORQ(shortOpens, outside) // opens, or comes first or after what closes
	c.LEAQ(twice(shortObject, 0), mismatch)
	c.XORQ(shortObject, mismatch)
	c.ANDNQ(mismatch, outside, mismatch) // nothing comes after what closes last, or it is invalid anyway
	c.ORQ(mismatch, shortWrong)
	c.LEAQ(twice(shortOpens, 0), pair)
	c.ANDQ(shortCloses, pair) // the second of two that match
	c.MOVQ(pair, kept)
	c.SHRQ(operand.U8(1), pair)
	c.ORQ(kept, pair)
	c.ORQ(shortCloses, outside)
	c.ANDNQ(outside, pair, kept)
	for _, r := range []reg.GPPhysical{shortOpens, shortCloses, shortObject, shortKept} {
		c.PEXTQ(kept, r, r)
	}
}
