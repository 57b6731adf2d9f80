package subschema

import (
	"strconv"

	"github.com/assayjson/assay/document"
	"github.com/assayjson/assay/tokenizer"
)

// A Level is a value on the path from the document to the value in question.
type Level struct {
	Key     string // its name in the level above; "" for elements and the document
	InArray bool
	Index   int // if InArray is true

	// Members has the members of an object by name, as far as they are known: scalars as they are written in JSON, and "" for anything
	// else.
	Members map[string]string
}

// answer answers a question about the members of the level.
func (l *Level) answer(q question) answer {
	scalar, ok := l.Members[q.name]
	switch {
	case !ok:
		return missing
	case scalar == "" || !q.is.Exists() && !q.enum.Exists():
		return present
	}
	doc, err := document.Parse([]byte(scalar))
	if err != nil {
		return listed // nothing can be said about what is not JSON
	}
	return q.answerFor(doc.Root())
}

// At returns the schemas that apply to the value at the end of a path, whose first level is the document itself. They include the
// schemas to which they refer.
func (set *Set) At(path []Level) []Schema {
	set.steps = mostSteps
	found := []Schema{{set.root.doc.Root(), set.root}}
	for i := range path {
		if i > 0 {
			var next []Schema
			for _, s := range found {
				next = set.child(next, s, &path[i])
			}
			found = next
		}
		found = set.expand(found, path[i].answer)
	}
	return found
}

// Expand returns the given schemas with those to which they refer, for a value of which nothing is known.
func (set *Set) Expand(all []Schema) []Schema { return set.expand(all, new(Level).answer) }

// expand adds the schemas that apply to a value because others do. Each occurs once. The result depends on the value only by the answers of ask.
func (set *Set) expand(all []Schema, ask func(question) answer) (found []Schema) {
	seen := map[place]bool{}
	left := append([]Schema(nil), all...)
	for i := 0; i < len(left) && set.steps > 0; i++ {
		s := left[i]
		if at := (place{s.in, s.Offset()}); seen[at] || s.Kind() != tokenizer.BeginObject {
			continue
		} else {
			seen[at] = true
		}
		set.spend(s.Len())
		found = append(found, s)
		left = set.implied(left, s, ask)
	}
	return found
}

// implied appends the schemas that apply to the same value as s.
func (set *Set) implied(to []Schema, s Schema, ask func(question) answer) []Schema {
	add := func(v document.Value) {
		if v.Exists() {
			to = append(to, Schema{v, s.in})
		}
	}
	var condition, then, otherwise document.Value
	for name, v := range s.Members() {
		switch name.String() {
		case "$ref", "$dynamicRef", "$recursiveRef":
			if target, ok := set.resolve(s, text(v)); ok && v.Kind() == tokenizer.String {
				to = append(to, target)
			}
		case "allOf":
			for _, one := range v.Elements() {
				add(one)
			}
		case "anyOf", "oneOf":
			to = set.alternatives(to, s, v, ask)
		case "if":
			condition = v
		case "then":
			then = v
		case "else":
			otherwise = v
		case "dependentSchemas", "dependencies":
			for on, one := range v.Members() {
				if ask(question{name: on.String()}) != missing {
					add(one)
				}
			}
		}
	}
	if condition.Exists() {
		switch set.compare(Schema{condition, s.in}, ask) {
		case ruledOut:
			add(otherwise)
		case fulfilled:
			add(then)
		case undecided:
			if set.strict {
				break
			}
			add(condition)
			add(then)
			add(otherwise)
		}
	}
	return to
}

// alternatives appends those schemas of "anyOf" or "oneOf" that other members of the object do not rule out. If only those count that
// certainly apply, they are the last one that is left, and those whose conditions are all fulfilled.
func (set *Set) alternatives(to []Schema, s Schema, list document.Value, ask func(question) answer) []Schema {
	begin := len(to)
	var certain []Schema
	for _, one := range list.Elements() {
		switch v := (Schema{one, s.in}); set.compare(v, ask) {
		case fulfilled:
			certain = append(certain, v)
			to = append(to, v)
		case undecided:
			to = append(to, v)
		}
	}
	if set.strict && len(to)-begin > 1 {
		return append(to[:begin], certain...)
	}
	return to
}

// A verdict says what is known about whether an object matches a schema.
type verdict uint8

const (
	undecided verdict = iota
	ruledOut
	fulfilled
)

// compare compares the members of an object with the constants that a schema requires. It follows references.
func (set *Set) compare(s Schema, ask func(question) answer) verdict {
	result := fulfilled
	for depth := 0; s.Kind() == tokenizer.BeginObject && depth < 10 && set.steps > 0; depth++ {
		set.spend(s.Len())
		var ref document.Value
		for name, v := range s.Members() {
			switch name.String() {
			case "properties":
				set.spend(v.Len())
				switch compareMembers(v, ask) {
				case ruledOut:
					return ruledOut
				case undecided:
					result = undecided
				}
			case "required":
				for _, one := range v.Elements() {
					if ask(question{name: one.String()}) == missing {
						result = undecided
					}
				}
			case "title", "description", "$comment":
			case "$ref":
				ref = v
			default:
				result = undecided
			}
		}
		if !ref.Exists() {
			return result
		}
		target, ok := set.resolve(s, text(ref))
		if !ok {
			return undecided
		}
		s = target
	}
	return undecided
}

// compareMembers compares the members of an object with the constants in "properties". Whether a member may be missing is said by "required".
func compareMembers(properties document.Value, ask func(question) answer) verdict {
	result := fulfilled
	for name, v := range properties.Members() {
		switch ask(about(name.String(), v)) {
		case different:
			return ruledOut
		case present:
			result = undecided
		}
	}
	return result
}

// child appends the schemas that s has for a member or an element.
func (set *Set) child(to []Schema, s Schema, l *Level) []Schema {
	add := func(v document.Value) bool {
		if v.Exists() {
			to = append(to, Schema{v, s.in})
		}
		return v.Exists()
	}
	if l.InArray {
		prefix, items := s.Member("prefixItems"), s.Member("items")
		switch {
		case l.Index < prefix.Len():
			add(prefix.Element(l.Index))
		case items.Kind() == tokenizer.BeginArray && l.Index < items.Len():
			add(items.Element(l.Index))
		case items.Kind() == tokenizer.BeginArray:
			add(s.Member("additionalItems"))
		case !add(items) && !set.strict:
			add(s.Member("unevaluatedItems"))
		}
		if !set.strict {
			add(s.Member("contains"))
		}
		return to
	}
	properties := s.Member("properties")
	set.spend(properties.Len())
	isKnown := add(properties.Member(l.Key))
	for pattern, v := range s.Member("patternProperties").Members() {
		if set.spend(100); set.steps <= 0 {
			break
		}
		if matches(pattern.String(), l.Key) {
			isKnown = add(v)
		}
	}
	if !isKnown && !add(s.Member("additionalProperties")) && !set.strict {
		add(s.Member("unevaluatedProperties"))
	}
	return to
}

// Path returns a path for the parts of a JSON Pointer, of whose members nothing is known. It is for tests and examples: a
// number counts as an index.
func Path(parts ...string) []Level {
	path := make([]Level, 1, 1+len(parts))
	for _, part := range parts {
		n, err := strconv.Atoi(part)
		path = append(path, Level{Key: part, InArray: err == nil, Index: n})
	}
	return path
}
