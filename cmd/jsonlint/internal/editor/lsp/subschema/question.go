package subschema

import (
	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// A question is about the member of an object that has a certain name: whether there is such a member and, if the schema lists values for it,
// whether its value is one of them.
type question struct {
	name string
	enum document.Value // the values that the schema lists; missing if it lists none
	is   document.Value // like enum, for a schema that has a single value
}

// about returns the question about a member for which "properties" has the given schema.
func about(name string, schema document.Value) question {
	if constant := schema.Member("const"); constant.Exists() {
		return question{name: name, is: constant}
	}
	return question{name: name, enum: schema.Member("enum")}
}

// An answer is the answer to a question.
type answer uint8

const (
	missing   answer = iota // there is no such member
	present                 // there is one, and the schema lists no values for it, or its value is not a scalar
	listed                  // its value is one of those that the schema lists
	different               // its value is not one of them
	answers                 // how many answers there are
)

// answerFor returns the answer if the member has the value v, which is missing if there is no such member.
func (q *question) answerFor(v document.Value) answer {
	switch {
	case !v.Exists():
		return missing
	case v.Kind() == tokenizer.BeginObject || v.Kind() == tokenizer.BeginArray || !q.is.Exists() && !q.enum.Exists():
		return present
	case q.is.Exists() && isEqual(q.is, v):
		return listed
	}
	for _, one := range q.enum.Elements() {
		if isEqual(one, v) {
			return listed
		}
	}
	return different
}

// isEqual reports whether two scalars are equal. Any two values that are not scalars are different.
func isEqual(a, b document.Value) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case tokenizer.BeginObject, tokenizer.BeginArray:
		return false
	case tokenizer.Number:
		x, errX := a.Float64()
		y, errY := b.Float64()
		return string(a.Raw()) == string(b.Raw()) || x == y && errX == nil && errY == nil
	}
	return string(a.Raw()) == string(b.Raw()) || (a.Escaped() || b.Escaped()) && a.String() == b.String()
}

// An answered question is a step on a path to a leaf.
type answered struct {
	question
	answer
}

// An object finds the members of an object by name. A value that is not an object has no members.
type object struct {
	document.Value
	byName map[string]document.Value // empty until it is needed
}

// become makes o find the members of v.
func (o *object) become(v document.Value) {
	o.Value = v
	clear(o.byName)
}

// answer answers a question about the members.
func (o *object) answer(q question) answer { return q.answerFor(o.member(q.name)) }

// member returns the value of the last member with a name, or a missing value.
func (o *object) member(name string) document.Value {
	const few = 16
	if o.Len() <= few {
		return o.Member(name)
	}
	if len(o.byName) == 0 {
		if o.byName == nil {
			o.byName = map[string]document.Value{}
		}
		for name, v := range o.Members() {
			o.byName[name.String()] = v
		}
	}
	return o.byName[name]
}
