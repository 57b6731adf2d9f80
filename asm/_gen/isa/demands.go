package isa

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A Vector is a register of the machine's width.
type Vector = reg.VecVirtual

// bracketMachine is what [findBrackets] asks of an instruction set beyond the common things.
type bracketMachine interface {
	BeginBrackets()
	// BracketBytes tells which of the 64 bytes at p are which.
	BracketBytes(p reg.GPVirtual) (quotes, backslashes, opens, closes reg.GPVirtual)
	BeginCommas()
	CommaBytes(p reg.GPVirtual) reg.GPVirtual
}

// countMachine is what [countContinuations] asks of an instruction set beyond the
// common things.
type countMachine interface {
	BeginCount()
	// count counts the continuation bytes in the blocks, which it may overwrite.
	Count(blocks []Vector)
	// ClearFirst clears as many lanes as n says, less than all.
	ClearFirst(n reg.GPVirtual, v Vector)
	// total adds up what has been counted.
	Total() reg.GPVirtual
}

// lineMachine is what [countLines] asks of an instruction set beyond the common things.
type lineMachine interface {
	BeginLines()
	// LineBytes tells which of the 64 bytes at p are LF, and which are CR.
	LineBytes(p reg.GPVirtual) (lf, cr reg.GPVirtual)
	BeginPairs()
	// leads4 tells which are F0 or more.
	Leads4(p reg.GPVirtual) reg.GPVirtual
}

// signMachine is what [findSigns] asks of an instruction set beyond the common things.
type signMachine interface {
	// These set the carry if v has nothing but ASCII, if no lane is zero, and if no lane is more than
	// most, as numbers with a sign and without one.
	CarryIfASCII(v Vector)
	CarryIfNoZero(v Vector)
	CarryIfUpTo(v, most Vector)
	CarryIfEachUpTo(v, most Vector)
}

// utf8Machine is what [validUTF8] asks of an instruction set beyond the common things.
type utf8Machine interface {
	// LoadUTF8Constants loads what the next two need; for judging one block only, if
	// that is all that will be asked.
	LoadUTF8Constants(once bool)
	// PairErrors looks up the errors of the block x, given the bytes before each.
	PairErrors(x, before1, dst Vector)
	// LongLeads has in its top bits where one of the bytes two and three places before
	// asks for a third or a fourth byte, and zeros below.
	LongLeads(before2, before3, dst Vector)

	// precede computes the three vectors that have in each lane the byte one, two and
	// three places before the one in x, where previous stands before x.
	Precede(previous, x Vector, before [3]Vector)
	// DropThree clears the first three lanes.
	DropThree(v Vector)
	// subtract subtracts b from a, lane by lane, down to zero and no further.
	Subtract(a Vector, b operand.Mem, dst Vector)
	Xor(a, b, dst Vector)
	OrDifference(a, b, dst Vector) // dst |= a ^ b
}
