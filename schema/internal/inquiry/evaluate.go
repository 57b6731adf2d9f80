package inquiry

import (
	"encoding/json"
	"math/big"

	"github.com/assayjson/assay/schema/contract"
	"github.com/assayjson/assay/schema/internal/kind"
	"github.com/assayjson/assay/schema/internal/model"
)

// Explain returns why a schema does not accept a value, or nil if it does. The steps that this takes are subtracted from left. If there are
// not enough, left becomes negative, and the error is [contract.ErrTooManySteps]. Panics of patterns are passed on.
func (g *Graph) Explain(schema *model.Schema, value any, left *int64) (reasons []*Reason, err error) {
	i := g.begin(*left)
	defer i.end(left, &err)
	return i.ask(schema, &part{value: value}, 0, forReasons).reasons, nil
}

// Accepts is like Explain, but only reports whether the schema accepts the value.
func (g *Graph) Accepts(schema *model.Schema, value any, left *int64) (isValid bool, err error) {
	i := g.begin(*left)
	defer i.end(left, &err)
	return i.ask(schema, &part{value: value}, 0, 0).isValid, nil
}

func (g *Graph) begin(left int64) *inquiry {
	g.once.Do(func() { g.bySchema = traitsOf(g.schemas) })
	return &inquiry{Graph: g, run: (*evaluation).answer, left: left, known: map[question]*answer{}, declared: map[*model.Schema][]string{}}
}

// end is deferred to note the steps that are left, and to convert the panic of an inquiry that takes too many.
func (i *inquiry) end(left *int64, err *error) {
	*left = i.left
	switch r := recover(); r {
	case nil:
	case tooManySteps{}:
		*err = contract.ErrTooManySteps
	default:
		panic(r)
	}
}

// answer applies the schema.
func (e *evaluation) answer() *answer {
	s := e.schema
	e.spend(e.part.steps())
	switch {
	case s.Bool != nil && !*s.Bool:
		if e.fail() {
			e.note(&kind.FalseSchema{})
		}
	case s.Bool != nil:
		e.rest = e.all()
	case s.IsReference:
		e.rest = e.all()
		e.apply(s.Ref)
	case !e.value():
		e.rest = e.all()
		e.assert()
	}
	switch {
	case e.isInvalid && len(e.reasons) == 0:
		return no
	case e.isInvalid:
		return &answer{reasons: e.distinct()}
	case e.rest == nil:
		return yes
	}
	return &answer{isValid: true, rest: e.rest}
}

// value applies the keywords after whose failure no others are applied, and reports whether one has failed.
func (e *evaluation) value() bool {
	s, v := e.schema, e.part.value
	if !e.allow(v) {
		if e.fail() {
			e.note(&kind.Type{Got: typeOf(v).String(), Want: s.Types.ToStrings()})
		}
		return true
	}
	if s.Const != nil && !equal(v, *s.Const) {
		if e.fail() {
			e.note(&kind.Const{Got: v, Want: *s.Const})
		}
		return true
	}
	if s.Enum != nil && !e.isListed(e.traits, v) {
		if e.fail() {
			e.note(&kind.Enum{Got: v, Want: s.Enum.Values})
		}
		return true
	}
	if s.Format != nil {
		if err := s.Format.Validate(v); err != nil {
			if e.fail() {
				e.note(&kind.Format{Got: v, Want: s.Format.Name, Err: err})
			}
			return true
		}
	}
	return false
}

// assert applies the other keywords.
func (e *evaluation) assert() {
	s := e.schema
	if s.Ref != nil {
		e.apply(s.Ref)
	}
	switch v := e.part.value.(type) {
	case map[string]any:
		e.object(v)
	case []any:
		e.array(v)
	case string:
		e.text(v)
	case json.Number:
		e.number(v)
	}
	if e.isDone() {
		return
	}
	if s.RecursiveRef != nil {
		e.apply(e.scopes.Recursive(s, e.scope))
	}
	if s.DynamicRef != nil {
		e.apply(e.scopes.Dynamic(s, e.scope))
	}
	e.logic()
	if !e.isDone() && !e.isInherited {
		e.unevaluated()
	}
}

// logic applies the keywords that combine schemas.
func (e *evaluation) logic() {
	s := e.schema
	if s.Not != nil && e.about(s.Not, 0).isValid {
		if e.fail() {
			e.note(&kind.Not{})
		}
	}
	for _, other := range s.AllOf {
		e.apply(other)
	}
	if len(s.AnyOf) > 0 && !e.isDone() {
		e.anyOf()
	}
	if len(s.OneOf) > 0 && !e.isDone() {
		e.oneOf()
	}
	if s.If != nil && !e.isDone() {
		branch := s.Else
		if e.about(s.If, 0).isValid {
			branch = s.Then
		}
		if branch != nil {
			e.apply(branch)
		}
	}
}

// isAccepted reports whether an alternative accepts the part. If that is obviously not so, it is not applied.
func (e *evaluation) isAccepted(s *model.Schema) bool {
	return (e.isThorough || !e.isForOthers(s, e.part)) && e.about(s, 0).isValid
}

func (e *evaluation) anyOf() {
	isValid := false
	for _, other := range e.schema.AnyOf {
		isValid = e.isAccepted(other) || isValid
		if isValid && e.rest == nil {
			return // otherwise, all alternatives count that accept the part
		}
	}
	if !isValid {
		e.alternatives("anyOf", &kind.AnyOf{}, e.schema.AnyOf)
	}
}

func (e *evaluation) oneOf() {
	first := -1
	for i, other := range e.schema.OneOf {
		switch {
		case !e.isAccepted(other):
		case first < 0:
			first = i
		default:
			if e.isInherited = true; e.fail() {
				e.note(&kind.OneOf{Subschemas: []int{first, i}})
			}
			return
		}
	}
	if first < 0 {
		e.alternatives("oneOf", &kind.OneOf{}, e.schema.OneOf)
	}
}

// unevaluated applies the keywords with this word in their names. If another schema has rejected the part, they are not applied: what it
// would have evaluated is not known.
func (e *evaluation) unevaluated() {
	s := e.schema
	if s.UnevaluatedProperties != nil && e.rest.names != nil {
		for i, name := range e.part.names {
			if e.rest.names[name] {
				e.unevaluatedMember(e.part.children[i])
			}
		}
		clear(e.rest.names)
	}
	if s.UnevaluatedItems != nil && e.rest.items != nil {
		for i, item := range e.part.children {
			if e.rest.items[i] {
				e.child(s.UnevaluatedItems, item)
			}
		}
		clear(e.rest.items)
	}
}

// unevaluatedMember applies "unevaluatedProperties" to a member.
func (e *evaluation) unevaluatedMember(p *part) {
	before := len(e.reasons)
	e.child(e.schema.UnevaluatedProperties, p)
	if e.schema.UnevaluatedProperties.Bool == nil || before == len(e.reasons) {
		return
	}
	l := *e.reasons[before]
	l.part, l.knows, l.knowsMore = e.part, e.schema, true
	if e.isBorrowed {
		e.reasons, e.isBorrowed = []*Reason{&l}, false // it is the first one
	} else {
		e.reasons[before] = &l
	}
}

// number applies the keywords for numbers.
func (e *evaluation) number(v json.Number) {
	s := e.schema
	if s.Minimum == nil && s.Maximum == nil && s.ExclusiveMinimum == nil && s.ExclusiveMaximum == nil && s.MultipleOf == nil {
		return
	}
	bound := func(keyword string, want *big.Rat) {
		if e.fail() {
			e.note(&kind.Bound{Name: keyword, Want: want})
		}
	}
	n, _ := new(big.Rat).SetString(v.String())
	if s.Minimum != nil && n.Cmp(s.Minimum) < 0 {
		bound("minimum", s.Minimum)
	}
	if s.Maximum != nil && n.Cmp(s.Maximum) > 0 {
		bound("maximum", s.Maximum)
	}
	if s.ExclusiveMinimum != nil && n.Cmp(s.ExclusiveMinimum) <= 0 {
		bound("exclusiveMinimum", s.ExclusiveMinimum)
	}
	if s.ExclusiveMaximum != nil && n.Cmp(s.ExclusiveMaximum) >= 0 {
		bound("exclusiveMaximum", s.ExclusiveMaximum)
	}
	if s.MultipleOf != nil && !new(big.Rat).Quo(n, s.MultipleOf).IsInt() {
		bound("multipleOf", s.MultipleOf)
	}
}

// characters returns the number of characters of a string in WTF-8.
func characters(text string) (n int) {
	for i := range len(text) {
		if text[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// text applies the keywords for strings. A lone surrogate counts as one character.
func (e *evaluation) text(v string) {
	s := e.schema
	if s.MinLength != nil || s.MaxLength != nil {
		n := characters(v)
		e.sizes("Length", n, s.MinLength, s.MaxLength)
	}
	if s.Pattern != nil && !s.Pattern.MatchString(v) {
		if e.fail() {
			e.note(&kind.Pattern{Want: s.Pattern.String()})
		}
	}
	e.content(v)
}

// content applies the keywords for strings that contain something in another format.
func (e *evaluation) content(v string) {
	s := e.schema
	data := []byte(v)
	if s.ContentEncoding != nil {
		var err error
		if data, err = s.ContentEncoding.Decode(v); err != nil {
			if e.fail() {
				e.note(&kind.ContentEncoding{Want: s.ContentEncoding.Name})
			}
			return
		}
	}
	if s.ContentMediaType != nil {
		if err := s.ContentMediaType.Validate(data); err != nil {
			if e.fail() {
				e.note(&kind.ContentMediaType{Want: s.ContentMediaType.Name})
			}
		}
	}
	if s.ContentSchema == nil {
		return
	}
	value, err := e.decode(data)
	if err == nil && !e.ask(s.ContentSchema, &part{value: value}, 0, 0).isValid {
		if e.fail() {
			e.note(&kind.ContentSchema{})
		}
	}
}
