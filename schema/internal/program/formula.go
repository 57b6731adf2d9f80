package program

// An expr is a formula while it is being built.
type expr struct {
	code opcode
	kids []*expr

	// For a leaf: one of these.
	number *numberTest
	text   *textTest
	object *objectPlan
	array  *arrayPlan
	values captures

	rest int32 // for opRest: the node for what has not been evaluated
}

var (
	yes     = &expr{code: opAlways}
	no      = &expr{code: opNever}
	unknown = &expr{code: opAsk}
)

// A combiner makes formulas and simplifies them. If notes is set, a formula also determines which
// children are evaluated. Then parts that can no longer change the result must be kept, because
// children may be evaluated by these parts only.
type combiner struct{ notes bool }

func (combiner) all(kids []*expr) *expr {
	var kept []*expr
	for _, kid := range kids {
		switch kid.code {
		case opAlways:
		case opNever:
			return no
		case opAnd:
			kept = append(kept, kid.kids...)
		default:
			kept = append(kept, kid)
		}
	}
	return join(opAnd, kept, yes)
}

func (c combiner) any(kids []*expr) *expr {
	var kept []*expr
	for _, kid := range kids {
		switch {
		case kid.code == opNever:
		case kid.code == opAlways && !c.notes:
			return yes
		case kid.code == opOr:
			kept = append(kept, kid.kids...)
		default:
			kept = append(kept, kid)
		}
	}
	return join(opOr, kept, no)
}

func (c combiner) one(kids []*expr) *expr {
	var kept []*expr
	true_ := 0
	for _, kid := range kids {
		switch kid.code {
		case opAlways:
			true_++
		case opNever:
		default:
			kept = append(kept, kid)
		}
	}
	switch {
	case true_ > 1:
		return no
	case true_ == 1 && len(kept) == 0:
		return yes
	case true_ == 1: // all others must be false, so they evaluate nothing
		return c.not(combiner{}.any(kept))
	}
	return join(opOne, kept, no)
}

// join returns a formula with an operator for any number of operands.
func join(code opcode, kids []*expr, none *expr) *expr {
	switch len(kids) {
	case 0:
		return none
	case 1:
		return kids[0]
	}
	return &expr{code: code, kids: kids}
}

func (c combiner) not(kid *expr) *expr {
	switch kid.code {
	case opAlways:
		return no
	case opNever:
		return yes
	case opNot:
		if !c.notes { // with notes, a negation hides what the formula evaluates
			return kid.kids[0]
		}
	}
	return &expr{code: opNot, kids: []*expr{kid}}
}

func (c combiner) choose(condition, then, otherwise *expr) *expr {
	switch {
	case condition.code == opAlways:
		return then
	case condition.code == opNever:
		return otherwise
	case !c.notes && then.code == opAlways && otherwise.code == opAlways:
		return yes
	case !c.notes && then.code == opNever && otherwise.code == opAlways:
		return c.not(condition)
	}
	return &expr{code: opIf, kids: []*expr{condition, then, otherwise}}
}
