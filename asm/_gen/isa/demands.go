package isa

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A Vector is a register of the machine's width.
type Vector = reg.VecVirtual

// bracketMachine has the methods of [Machine] that only search.FindBrackets and search.PassClosed
// need.
type bracketMachine interface {
	BeginBrackets()
	// BracketBytes returns four masks for the 64 bytes at p: the quotation marks, the backslashes,
	// the opening brackets, and the closing brackets.
	BracketBytes(p reg.GPVirtual) (quotes, backslashes, opens, closes reg.GPVirtual)
	BeginSeparators()
	// SeparatorBytes returns two masks for the 64 bytes at p: the commas, and the slashes.
	SeparatorBytes(p reg.GPVirtual) (commas, slashes reg.GPVirtual)
}

// dialectMachine has the methods of [Machine] that only search.FindComments, search.FindJSON5 and
// search.Blank need.
type dialectMachine interface {
	BeginDialect(classes []DialectClass)
	// DialectBytes passes a mask for the 64 bytes at p to the function put, for each class.
	DialectBytes(p reg.GPVirtual, classes []DialectClass, put func(mask reg.GPVirtual))

	BeginBlank()
	// Blank replaces those of the 64 bytes at p that are in mask with spaces, except white space.
	Blank(p, mask reg.GPVirtual)
}

// countMachine has the methods of [Machine] that only utf8simd.CountContinuations needs.
type countMachine interface {
	BeginCount()
	// Count counts the continuation bytes in the blocks, and may overwrite the vectors.
	Count(blocks []Vector)
	// ClearFirst clears the first n lanes. n must be less than the number of lanes.
	ClearFirst(n reg.GPVirtual, v Vector)
	// Total returns the sum of all counts.
	Total() reg.GPVirtual
}

// pairMachine has the methods of [Machine] that only search.CountPairs needs.
type pairMachine interface {
	BeginPairs()
	// Leads4 examines the 64 bytes at p, and returns a mask of those that are F0 or greater.
	Leads4(p reg.GPVirtual) reg.GPVirtual
}

// signMachine has the methods of [Machine] that only search.FindSigns needs.
type signMachine interface {
	// CarryIfASCII sets the carry flag if all bytes of v are ASCII. CarryIfNoZero sets the flag if
	// no lane of v is zero. CarryIfUpTo and CarryIfEachUpTo set the carry flag if no lane of the
	// first vector is greater than the same lane of the second vector. CarryIfUpTo compares signed
	// numbers, and CarryIfEachUpTo compares unsigned numbers.
	CarryIfASCII(v Vector)
	CarryIfNoZero(v Vector)
	CarryIfUpTo(v, most Vector)
	CarryIfEachUpTo(v, most Vector)
}

// utf8Machine has the methods of [Machine] for the validation of UTF-8; see utf8simd.ValidUTF8.
type utf8Machine interface {
	// LoadUTF8Constants loads the constants that the next two methods use. The parameter once says
	// that the constants will be used for one block only.
	LoadUTF8Constants(once bool)
	// PairErrors looks up the errors of all pairs of adjacent bytes in the block x, and puts them
	// in dst. Each lane of before1 holds the byte before that lane's byte in x.
	PairErrors(x, before1, dst Vector)
	// LongLeads sets the top bit in each lane whose byte must be the third or fourth byte of a
	// character, because of the byte two or three positions before it. All other bits of dst are
	// zero.
	LongLeads(before2, before3, dst Vector)

	// Precede sets the three vectors in the parameter before. Each lane of before[i] holds the byte
	// that is i+1 positions before that lane's byte in x. The parameter previous is the block that
	// precedes x.
	Precede(previous, x Vector, before [3]Vector)
	// DropThree clears the first three lanes.
	DropThree(v Vector)
	// Subtract subtracts b from a in each lane. Results that would be negative are zero.
	Subtract(a Vector, b operand.Mem, dst Vector)
	Xor(a, b, dst Vector)
	OrDifference(a, b, dst Vector) // dst |= a ^ b
}
