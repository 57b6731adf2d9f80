package main

// The grammar of JSON on planes of tokens. What may follow a token depends on the one
// before it, but for commas and colons, which mean one thing in an object and another in
// an array. Which of them a comma is in, the tokens around it claim: a string and a colon
// after it claim an object. The claims, and the brackets, are the elements that are left
// to the check of nesting.
//
// Most elements say nothing new. A comma is left out if the element before it is one of
// its kind, or an opening bracket, with only a value between them that has no elements: it
// is then in the same container. So is a pair of brackets with nothing between them.

// grammar has the rules, and the variables that they share.
type grammar struct {
	target target
	frame  *frame

	valueNext  *variable // its last bit says that a value may come
	neverEmpty bool      // there is a token
}

func newGrammar(t target, f *frame) *grammar {
	return &grammar{target: t, frame: f, valueNext: f.variable()}
}

// tokens are the planes of what the tokens are.
type tokens struct {
	openObject, openArray, closing, comma, str, lineEnd carried
	closeObject, colon                                  *node
}

// structure is the planes of what is left for the check of nesting.
type structure struct {
	kept                  *node // the elements
	inObject              *node // commas in objects
	opens, closes, object *node // brackets, and what is of an object; only if alone
}

// rules judges tokens, given as the planes of their bits.
func (g *grammar) rules(k *circuit, b [8]*node) tokens {
	fresh := func(plane *node) carried { return k.carry(plane, g.frame.variable()) }

	// What the tokens are. No others occur than {}[]",: and the bytes that begin numbers
	// and literals, '.', 'e' and 'E', a newline, and zero. So a few bits tell them apart.
	bracket := k.and(b[6], b[4], b[3])
	open, closing := k.andNot(bracket, b[2]), k.and(bracket, b[2])
	openObject, openArray := k.and(open, b[5]), k.andNot(open, b[5])
	closeObject, closeArray := k.and(closing, b[5]), k.andNot(closing, b[5])
	row2 := k.andNot(k.andNot(b[5], b[6]), b[4]) // 20 to 2F
	str := k.andNot(k.and(row2, b[1]), b[3])
	dot := k.and(row2, b[3], b[1])
	comma := k.and(row2, b[3], k.nor(b[1], b[0]))
	colon := k.and(k.andNot(k.and(b[5], b[4]), b[6]), b[3], b[1])
	exponent := k.and(k.andNot(b[6], b[4]), b[0])
	part := k.or(dot, exponent)
	scalar := k.andNot(k.or(b[5], b[6]), k.or(bracket, str, comma, colon, part))
	lineEnd := k.andNot(b[3], k.or(b[6], b[5])) // of a record
	none := k.nor(b[6], b[5], b[3])

	// What may follow what.
	mayBegin := k.or(openArray, colon, comma, lineEnd) // a value may come next
	mayEnd := k.or(str, scalar, closing, part)
	afterBegin := k.carry(mayBegin, g.valueNext).after(1)
	if k.alone {
		afterBegin = k.or(afterBegin, k.first())
	}
	afterEnd := fresh(mayEnd).after(1)
	openObjects, openArrays := fresh(openObject), fresh(openArray)
	commas, strs, lineEnds := fresh(comma), fresh(str), fresh(lineEnd)
	k.fail(k.andNot(k.or(scalar, open), afterBegin))
	k.fail(k.andNot(str, k.or(afterBegin, openObjects.after(1))))
	k.fail(k.andNot(comma, afterEnd))
	k.fail(k.andNot(closeObject, k.or(afterEnd, openObjects.after(1))))
	k.fail(k.andNot(closeArray, k.or(afterEnd, openArrays.after(1))))
	if !g.neverEmpty { // else the nesting tells that there is more to come
		k.fail(k.and(none, k.or(openObjects.after(1), k.andNot(afterBegin, lineEnds.after(1)))))
	}
	// A name comes after a bracket or a comma; but after a comma it may be a string in an
	// array.
	name := k.and(strs.after(1), k.or(openObjects.after(2), commas.after(2)))
	k.fail(k.andNot(colon, name))
	k.fail(k.andNot(k.and(strs.after(1), openObjects.after(2)), colon))
	// One point at the most in a number, none after the exponent, and one exponent.
	k.fail(k.and(part, fresh(exponent).after(1)))
	k.fail(k.and(dot, fresh(part).after(1)))
	return tokens{openObjects, openArrays, fresh(closing), commas, strs, lineEnds, closeObject, colon}
}

// elements returns those elements that say something, two tokens late, to look that far
// ahead.
func (g *grammar) elements(k *circuit, t tokens) (s structure) {
	fresh := func(plane *node) carried { return k.carry(plane, g.frame.variable()) }
	lateComma := t.comma.after(2)
	commaInObject := k.and(lateComma, t.str.after(1), t.colon)
	commaInArray := k.andNot(lateComma, commaInObject)
	s.inObject = commaInObject

	// One token late, without pairs of brackets that are empty.
	all := k.or(t.openObject.after(1), t.openArray.after(1), t.closing.after(1), t.comma.after(1), t.lineEnd.after(1))
	empty := k.and(k.or(t.openObject.after(1), t.openArray.after(1)), t.closing.plane)
	emptyBefore := k.and(t.closing.after(1), k.or(t.openObject.after(2), t.openArray.after(2)))
	elements := fresh(k.andNot(k.andNot(all, empty), emptyBefore))

	// A comma says nothing new behind one of its kind or what opens its kind: in an array
	// after a value of one token, two or three (a number with point and exponent), in an
	// object with a name and a colon more.
	arrayKind := k.carryForSpeed(k.or(commaInArray, k.andNot(t.openArray.after(2), t.closing.after(1))), g.frame.variable())
	objectKind := k.carryForSpeed(k.or(commaInObject, k.andNot(t.openObject.after(2), t.closing.after(1))), g.frame.variable())
	behind := func(kind carried, distance int) *node {
		return k.or(kind.after(distance), k.andNot(
			k.or(kind.after(distance+1), k.andNot(kind.after(distance+2), elements.after(distance+2))),
			elements.after(distance+1)))
	}
	flatInArray := k.and(commaInArray, k.andNot(behind(arrayKind, 2), elements.after(2)))
	flatInObject := k.and(commaInObject, k.andNot(behind(objectKind, 4), k.or(elements.after(2), elements.after(3), elements.after(4))))
	s.kept = k.andNot(elements.after(1), k.or(flatInArray, flatInObject))
	if k.alone {
		s.opens, s.closes = k.or(t.openObject.after(2), t.openArray.after(2)), t.closing.after(2)
		s.object = k.or(t.openObject.after(2), fresh(t.closeObject).after(2), commaInObject)
	}
	return s
}
