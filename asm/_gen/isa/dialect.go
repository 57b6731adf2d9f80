package isa

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A DialectClass is a set of bytes for which a field of search.CommentMasks or search.JSON5Masks has a mask.
type DialectClass struct {
	bytes string // these bytes belong to the class, unless kind describes it
	kind  dialectKind
}

type dialectKind int

const (
	theseBytes dialectKind = iota
	closingBrackets
	wordBytes    // letters, non-ASCII bytes, and the bytes given
	controlBytes // control characters, except the bytes given
	nonASCII
)

// The classes are in the order of the fields of the two structs.
var (
	CommentClasses = []DialectClass{{bytes: `"`}, {bytes: `\`}, {bytes: "/"}, {bytes: "*"}, {bytes: "}", kind: closingBrackets}, {kind: nonASCII}}
	JSON5Classes   = []DialectClass{{bytes: "'"}, {bytes: "$_", kind: wordBytes}, {bytes: ".+"}, {bytes: "\n\r", kind: controlBytes}}
)

// Setting caseBit turns a letter into a small letter, and a square bracket into a brace.
const (
	caseBit     = 'a' ^ 'A'
	lastLetter  = 'z' - 'a'
	lastControl = ' ' - 1
)

func (*AVX2) BeginDialect([]DialectClass) {}

func (m *AVX2) DialectBytes(p reg.GPVirtual, classes []DialectClass, put func(mask reg.GPVirtual)) {
	x := [2]Vector{m.Vec(), m.Vec()}
	for i := range x {
		m.Load(At(p, 32*i), x[i])
	}
	for _, class := range classes {
		mask, high := m.C.GP64(), m.C.GP64()
		m.C.VPMOVMSKB(m.find(x[0], class), mask.As32())
		m.C.VPMOVMSKB(m.find(x[1], class), high.As32())
		m.C.SHLQ(operand.U8(32), high)
		m.C.ORQ(high, mask)
		put(mask)
	}
}

// find sets the top bit of each lane of v whose byte belongs to the class, and clears that of the others.
func (m *AVX2) find(v Vector, class DialectClass) (found Vector) {
	more := m.Vec()
	switch class.kind {
	case closingBrackets:
		m.C.VPOR(m.lanes(caseBit), v, more)
		return m.anyOf(more, class.bytes)
	case nonASCII:
		return v
	case wordBytes:
		found = m.anyOf(v, class.bytes)
		m.Or(v, found, found)
		m.C.VPOR(m.lanes(caseBit), v, more)
		m.C.VPSUBB(m.lanes('a'), more, more)
		m.Or(m.upTo(more, lastLetter), found, found)
		return found
	case controlBytes:
		found = m.anyOf(v, class.bytes)
		m.C.VPANDN(m.upTo(v, lastControl), found, found)
		return found
	}
	return m.anyOf(v, class.bytes)
}

// lanes returns a constant that has b in each lane.
func (m *AVX2) lanes(b byte) operand.Mem { return m.Data(fmt.Sprintf("lanes%02X", b), Repeat(b, 32)) }

// anyOf sets all bits of each lane of v that holds one of the given bytes, and clears all other lanes.
func (m *AVX2) anyOf(v Vector, bytes string) (found Vector) {
	for i := range len(bytes) {
		one := m.Vec()
		m.C.VPCMPEQB(m.lanes(bytes[i]), v, one)
		if i > 0 {
			m.Or(found, one, one)
		}
		found = one
	}
	return found
}

// upTo sets all bits of each lane of v that is at most the given number, and clears all other lanes.
func (m *AVX2) upTo(v Vector, most byte) (found Vector) {
	found = m.Vec()
	m.C.VPMINUB(m.lanes(most), v, found)
	m.C.VPCMPEQB(found, v, found)
	return found
}

func (m *AVX512) BeginDialect(classes []DialectClass) {
	m.dialect = map[byte]Vector{}
	for _, class := range classes {
		bytes := []byte(class.bytes)
		switch class.kind {
		case closingBrackets:
			bytes = append(bytes, caseBit)
		case wordBytes:
			bytes = append(bytes, caseBit, 'a', lastLetter)
		case controlBytes:
			bytes = append(bytes, lastControl)
		}
		for _, b := range bytes {
			m.dialect[b] = m.Every(m.Data(fmt.Sprintf("lanes%02X", b), EightTimes(b)))
		}
	}
}

func (m *AVX512) DialectBytes(p reg.GPVirtual, classes []DialectClass, put func(mask reg.GPVirtual)) {
	x := m.Vec()
	m.Load(At(p, 0), x)
	for _, class := range classes {
		mask := m.C.GP64()
		m.C.KMOVQ(m.find(x, class), mask)
		put(mask)
	}
}

// find returns a mask of the lanes of v whose bytes belong to the class.
func (m *AVX512) find(v Vector, class DialectClass) (found reg.OpmaskVirtual) {
	other, more := m.Vec(), m.C.K()
	switch class.kind {
	case closingBrackets:
		m.Or(v, m.dialect[caseBit], other)
		return m.anyOf(other, class.bytes)
	case nonASCII:
		m.C.VPMOVB2M(v, more)
		return more
	case wordBytes:
		found = m.anyOf(v, class.bytes)
		m.Or(v, m.dialect[caseBit], other)
		m.C.VPSUBB(m.dialect['a'], other, other)
		m.C.VPCMPUB(operand.U8(notMore), m.dialect[lastLetter], other, more)
		m.C.KORQ(more, found, found)
		m.C.VPMOVB2M(v, more)
		m.C.KORQ(more, found, found)
		return found
	case controlBytes:
		found = m.anyOf(v, class.bytes)
		m.C.VPCMPUB(operand.U8(notMore), m.dialect[lastControl], v, more)
		m.C.KANDNQ(more, found, found)
		return found
	}
	return m.anyOf(v, class.bytes)
}

// anyOf returns a mask of the lanes of v that hold one of the given bytes.
func (m *AVX512) anyOf(v Vector, bytes string) (found reg.OpmaskVirtual) {
	for i := range len(bytes) {
		one := m.C.K()
		m.C.VPCMPEQB(m.dialect[bytes[i]], v, one)
		if i > 0 {
			m.C.KORQ(found, one, one)
		}
		found = one
	}
	return found
}
