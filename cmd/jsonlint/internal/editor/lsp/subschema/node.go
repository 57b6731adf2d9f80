package subschema

// A node is what is remembered about values to which the same schemas apply, so that they are examined once and not for each value. Only
// [Set.Deprecated] uses nodes.
type node struct {
	schemas  []Schema              // without those to which they refer
	decides  *decision             // finds the expansion for a value; nil if there is none yet
	expanded map[string]*expansion // by the places of all schemas
}

// An expansion is what is remembered about values to which the same schemas apply, with those to which they refer.
type expansion struct {
	schemas    []Schema
	deprecated bool
	reason     string
	names      map[string]child // by the names of members, as they are written
	elements   []child
	listed     int // how many elements have schemas of their own
}

func newExpansion(schemas []Schema) *expansion {
	e := &expansion{schemas: schemas}
	for _, s := range schemas {
		e.listed = max(e.listed, s.Member("prefixItems").Len(), s.Member("items").Len())
	}
	for _, s := range schemas {
		if reason := text(s.Member("deprecationMessage")); reason != "" || isTrue(s.Member("deprecated")) {
			e.deprecated, e.reason = true, reason
			break
		}
	}
	return e
}

// A child is the node for a member or an element. The node is nil if no schema applies to the child that leads to a deprecated value.
type child struct {
	*node
	cost int
}

// A decision is a node of a decision tree: a question or, as a leaf, the expansion for objects with certain answers. As the answers determine
// which question comes next, objects with the same answers have the same path to a leaf.
type decision struct {
	question question
	next     [answers]*decision // nil for answers that have not been given yet
	leaf     *expansion         // nil if there is a question
	cost     int                // how many steps it took to find the leaf
}

// find returns the leaf for an object, or nil if there is none yet. d may be nil.
func (d *decision) find(o *object) *decision {
	for d != nil && d.leaf == nil {
		d = d.next[o.answer(d.question)]
	}
	return d
}

// addPath adds a path to a leaf. *d is nil if there is no tree yet.
func addPath(d **decision, path []answered, leaf *decision) {
	for _, step := range path {
		if *d == nil {
			*d = &decision{question: step.question}
		}
		d = &(*d).next[step.answer]
	}
	*d = leaf
}
