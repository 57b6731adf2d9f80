package jsonsimd

import "github.com/assayjson/assay/asm/gen/circuit"

// The grammar of JSON on planes of tokens. Most tokens determine by themselves which tokens may
// follow. The exceptions are commas and colons, because objects and arrays have different rules for
// them. The kind of container that a comma is in is inferred from the tokens after the comma: if
// they are a string and a colon, the comma must be in an object. The brackets and the commas, with
// the inferred kinds of their containers, are called elements. The check of nesting compares the
// elements with each other.
//
// Most elements add no information. A comma is left out if the element before it is a comma or
// opening bracket of the same kind, and the value between the two contains no elements. The comma
// is then known to be in the same container. A pair of brackets with nothing between them is left
// out, too.

// grammar holds the rules and the variables that they share.
type grammar struct {
	target circuit.Target
	frame  *circuit.Frame

	valueNext *circuit.Variable // the last bit is set if a value may come next
}

func newGrammar(t circuit.Target, f *circuit.Frame) *grammar {
	return &grammar{target: t, frame: f, valueNext: f.Variable()}
}

// tokens holds the planes of the kinds of tokens.
type tokens struct {
	openObject, openArray, closing, comma, str, lineEnd circuit.Carried
	closeObject, colon                                  *circuit.Node
}

// structure holds the planes of the elements, which the check of nesting compares.
type structure struct {
	kept     *circuit.Node // the elements
	inObject *circuit.Node // the commas in objects
}

// rules adds the rules for tokens. The parameter b holds the bit planes of the tokens. It returns
// the planes of the kinds of tokens.
func (g *grammar) rules(k *circuit.Circuit, b [8]*circuit.Node) tokens {
	fresh := func(plane *circuit.Node) circuit.Carried { return k.Carry(plane, g.frame.Variable()) }

	// The kinds of tokens. A token is one of the following bytes: a bracket, comma or colon; the
	// opening quotation mark of a string; the first byte of a number or literal; '.', 'e' or 'E' in
	// a number; a newline at the end of a record; or zero, where there is no token. A few bits are
	// enough to distinguish these bytes.
	bracket := k.And(b[6], b[4], b[3])
	open, closing := k.AndNot(bracket, b[2]), k.And(bracket, b[2])
	openObject, openArray := k.And(open, b[5]), k.AndNot(open, b[5])
	closeObject, closeArray := k.And(closing, b[5]), k.AndNot(closing, b[5])
	row2 := k.AndNot(k.AndNot(b[5], b[6]), b[4]) // 20 to 2F
	str := k.AndNot(k.And(row2, b[1]), b[3])
	dot := k.And(row2, b[3], b[1])
	comma := k.And(row2, b[3], k.Nor(b[1], b[0]))
	colon := k.And(k.AndNot(k.And(b[5], b[4]), b[6]), b[3], b[1])
	exponent := k.And(k.AndNot(b[6], b[4]), b[0])
	part := k.Or(dot, exponent)
	scalar := k.AndNot(k.Or(b[5], b[6]), k.Or(bracket, str, comma, colon, part))
	lineEnd := k.AndNot(b[3], k.Or(b[6], b[5])) // end of a record
	none := k.Nor(b[6], b[5], b[3])

	// Rules for adjacent tokens.
	mayBegin := k.Or(openArray, colon, comma, lineEnd) // a value may come next
	mayEnd := k.Or(str, scalar, closing, part)
	afterBegin := k.Carry(mayBegin, g.valueNext).After(1)
	afterEnd := fresh(mayEnd).After(1)
	openObjects, openArrays := fresh(openObject), fresh(openArray)
	commas, strs, lineEnds := fresh(comma), fresh(str), fresh(lineEnd)
	k.Fail(k.AndNot(k.Or(scalar, open), afterBegin))
	k.Fail(k.AndNot(str, k.Or(afterBegin, openObjects.After(1))))
	k.Fail(k.AndNot(comma, afterEnd))
	k.Fail(k.AndNot(closeObject, k.Or(afterEnd, openObjects.After(1))))
	k.Fail(k.AndNot(closeArray, k.Or(afterEnd, openArrays.After(1))))
	k.Fail(k.And(none, k.Or(openObjects.After(1), k.AndNot(afterBegin, lineEnds.After(1)))))
	// The name of a member follows an opening brace or a comma. A string after a comma may also be
	// a value in an array.
	name := k.And(strs.After(1), k.Or(openObjects.After(2), commas.After(2)))
	k.Fail(k.AndNot(colon, name))
	k.Fail(k.AndNot(k.And(strs.After(1), openObjects.After(2)), colon))
	// A number has at most one point and one exponent, and no point after the exponent.
	k.Fail(k.And(part, fresh(exponent).After(1)))
	k.Fail(k.And(dot, fresh(part).After(1)))
	return tokens{openObjects, openArrays, fresh(closing), commas, strs, lineEnds, closeObject, colon}
}

// elements returns the elements that add information. The planes are delayed by two tokens, because
// whether an element adds information depends on the two tokens after it.
func (g *grammar) elements(k *circuit.Circuit, t tokens) (s structure) {
	fresh := func(plane *circuit.Node) circuit.Carried { return k.Carry(plane, g.frame.Variable()) }
	lateComma := t.comma.After(2)
	commaInObject := k.And(lateComma, t.str.After(1), t.colon)
	commaInArray := k.AndNot(lateComma, commaInObject)
	s.inObject = commaInObject

	// The following planes are delayed by one token. Empty pairs of brackets do not count as
	// elements.
	all := k.Or(t.openObject.After(1), t.openArray.After(1), t.closing.After(1), t.comma.After(1), t.lineEnd.After(1))
	empty := k.And(k.Or(t.openObject.After(1), t.openArray.After(1)), t.closing.Plane)
	emptyBefore := k.And(t.closing.After(1), k.Or(t.openObject.After(2), t.openArray.After(2)))
	elements := fresh(k.AndNot(k.AndNot(all, empty), emptyBefore))

	// A comma adds no information if only a value without elements separates it from the previous
	// comma of the same kind, or from the opening bracket of the container. Such a value has one to
	// three tokens: a number with a point and an exponent has three. In an object, a name and a
	// colon come before the value.
	arrayKind := k.CarryForSpeed(k.Or(commaInArray, k.AndNot(t.openArray.After(2), t.closing.After(1))), g.frame.Variable())
	objectKind := k.CarryForSpeed(k.Or(commaInObject, k.AndNot(t.openObject.After(2), t.closing.After(1))), g.frame.Variable())
	behind := func(kind circuit.Carried, distance int) *circuit.Node {
		return k.Or(kind.After(distance), k.AndNot(
			k.Or(kind.After(distance+1), k.AndNot(kind.After(distance+2), elements.After(distance+2))),
			elements.After(distance+1)))
	}
	flatInArray := k.And(commaInArray, k.AndNot(behind(arrayKind, 2), elements.After(2)))
	flatInObject := k.And(commaInObject, k.AndNot(behind(objectKind, 4), k.Or(elements.After(2), elements.After(3), elements.After(4))))
	s.kept = k.AndNot(elements.After(1), k.Or(flatInArray, flatInObject))
	return s
}
