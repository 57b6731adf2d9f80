package jsonsimd

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Masks with one bit for each element of a short document, for the kernels for AVX2. shortInvalid is not
// zero if an element does not have the expected type.
var (
	shortKept, shortOpens, shortCloses, shortObject = reg.R8, reg.R11, reg.R12, reg.R13
	shortInvalid                                    = reg.RSI
)

// match emits the check that brackets match.
func (r *byteRules2) match() {
	rounds := 2
	if r.several {
		rounds = 3
	}
	matchKept(r.c, rounds)
	r.c.ORQ(shortInvalid, r.bad)
	r.later = append(r.later, func() { matchDeeper(r.c) })
}

// matchKept is like [matchBrackets], but first drops elements that are not kept.
func matchKept(c *build.Context, rounds int) {
	for _, r := range []reg.GPPhysical{shortOpens, shortCloses, shortObject, shortKept} {
		c.PEXTQ(shortKept, r, r)
	}
	matchBrackets(c, rounds)
}

// matchBrackets emits the given number of rounds of the check that brackets match. After these
// rounds, the zero flag is set if no elements are left and none was invalid. The caller must also
// call matchDeeper, which emits the code for more rounds.
//
// Each round compares adjacent elements. If the first of two does not close a container, and the
// second does not open one, the two are in the same container and must have the same type. If the
// second is a comma, that comma is dropped, because it adds no information. If the two are a pair
// of brackets, both are dropped. Other elements then become adjacent. So each round removes the
// innermost containers, until nothing is left. The first rounds always run, because they cost less
// than a mispredicted branch.
func matchBrackets(c *build.Context, rounds int) {
	c.XORL(shortInvalid.As32(), shortInvalid.As32())
	for range rounds {
		matchRound(c)
	}
	c.TESTQ(shortKept, shortKept)
	c.JNE(operand.LabelRef("deep"))
	c.Label("flat")
	c.ORQ(shortKept, shortInvalid)
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
	c.ORQ(shortOpens, outside) // elements that open a container, the first element, and elements after one that closes a container
	c.LEAQ(twice(shortObject, 0), mismatch)
	c.XORQ(shortObject, mismatch)
	c.ANDNQ(mismatch, outside, mismatch) // there is no mismatch after a last element that closes a container; after any other last element, the text is invalid anyway
	c.ORQ(mismatch, shortInvalid)
	c.LEAQ(twice(shortOpens, 0), pair)
	c.ANDQ(shortCloses, pair) // the second element of each matching pair
	c.MOVQ(pair, kept)
	c.SHRQ(operand.U8(1), pair)
	c.ORQ(kept, pair)
	c.ORQ(shortCloses, outside)
	c.ANDNQ(outside, pair, kept)
	for _, r := range []reg.GPPhysical{shortOpens, shortCloses, shortObject, shortKept} {
		c.PEXTQ(kept, r, r)
	}
}
