package program

import (
	"maps"
	"slices"
	"strings"

	"github.com/assayjson/assay/schema/internal/model"
)

// expr returns the formula of a schema for one kind.
func (c *compiler) expr(k key, of kind, with combiner) *expr {
	if k.schema.Bool != nil {
		if *k.schema.Bool {
			return yes
		}
		return no
	}
	inside, steps := c.scopes.Enter(k.scope, k.schema)
	k.scope = inside
	current := evaluation{k, of}
	if c.steps += 1 + steps; c.open[current] || c.steps > maxOps {
		c.program.asks = true
		return unknown // a schema that refers to itself for the same value has no meaning
	}
	c.open[current] = true
	defer delete(c.open, current)
	s := k.schema
	rest := s.UnevaluatedProperties
	if of == array {
		rest = s.UnevaluatedItems
	}
	if of < array {
		rest = nil
	}
	inner := with
	inner.notes = (with.notes || rest != nil) && of >= array
	parts := c.parts(k, of, inner)
	if c.steps += len(parts.kids) / kidsPerStep; c.steps > maxOps {
		return unknown
	}
	if rest == nil || parts.code == opNever {
		return parts
	}
	return c.restOf(parts, c.node(rest, k.scope), with)
}

// restOf returns the formula for a schema with "unevaluatedProperties" or "unevaluatedItems". The
// parameter parts is the formula for all other keywords.
func (c *compiler) restOf(parts *expr, rest int32, with combiner) *expr {
	if rest == nothing && !with.notes {
		return parts
	}
	return &expr{code: opRest, kids: []*expr{parts}, rest: rest}
}

// parts returns the formula for all keywords except "unevaluatedProperties" and "unevaluatedItems".
func (c *compiler) parts(k key, of kind, with combiner) *expr {
	s := k.schema
	if s.IsReference {
		return c.expr(key{s.Ref, k.scope}, of, with)
	}
	if s.Types != nil && !allows(s.Types, of) {
		return no
	}
	parts := []*expr{valuesOf(s, of)}
	switch of {
	case number:
		parts = append(parts, numberLeaf(s))
	case text:
		parts = append(parts, c.textLeaf(s))
	case array:
		parts = append(parts, c.arrayLeaf(k, with))
	case object:
		parts = append(parts, c.objectLeaf(k, with)...)
		parts = append(parts, c.dependentSchemas(k, with)...)
	}
	if s.Ref != nil {
		parts = append(parts, c.expr(key{s.Ref, k.scope}, of, with))
	}
	if s.RecursiveRef != nil {
		parts = append(parts, c.expr(key{c.scopes.Recursive(k.schema, k.scope), k.scope}, of, with))
	}
	if s.DynamicRef != nil {
		parts = append(parts, c.expr(key{c.scopes.Dynamic(k.schema, k.scope), k.scope}, of, with))
	}
	return with.all(append(parts, c.applicators(k, of, with)...))
}

// applicators returns the formulas of "allOf", "anyOf", "oneOf", "not" and "if".
func (c *compiler) applicators(k key, of kind, with combiner) (parts []*expr) {
	s := k.schema
	each := func(schemas []*model.Schema) (all []*expr) {
		for _, s := range schemas {
			all = append(all, c.expr(key{s, k.scope}, of, with))
		}
		return all
	}
	parts = each(s.AllOf)
	if len(s.AnyOf) > 0 {
		parts = append(parts, with.any(each(s.AnyOf)))
	}
	if len(s.OneOf) > 0 {
		parts = append(parts, with.one(each(s.OneOf)))
	}
	if s.Not != nil {
		parts = append(parts, with.not(c.expr(key{s.Not, k.scope}, of, combiner{})))
	}
	if s.If != nil {
		condition, then, otherwise := c.expr(key{s.If, k.scope}, of, with), yes, yes
		if s.Then != nil {
			then = c.expr(key{s.Then, k.scope}, of, with)
		}
		if s.Else != nil {
			otherwise = c.expr(key{s.Else, k.scope}, of, with)
		}
		parts = append(parts, with.choose(condition, then, otherwise))
	}
	return parts
}

// dependentSchemas returns the formulas of "dependentSchemas", and of "dependencies" with schemas.
func (c *compiler) dependentSchemas(k key, with combiner) (parts []*expr) {
	add := func(name string, sub *model.Schema) {
		b := membersBuilder{compiler: c, plan: &objectPlan{most: -1, rest: nothing, nameTest: nothing}}
		b.plan.required = b.bit(name)
		b.finish(false)
		if then := c.expr(key{sub, k.scope}, object, with); then.code != opAlways {
			parts = append(parts, &expr{code: opIf, kids: []*expr{b.cells[0], then, yes}})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(k.schema.DependentSchemas)) {
		add(name, k.schema.DependentSchemas[name])
	}
	for _, name := range slices.Sorted(maps.Keys(k.schema.Dependencies)) {
		if sub, ok := k.schema.Dependencies[name].(*model.Schema); ok {
			add(name, sub)
		}
	}
	return parts
}

// allows reports whether "type" allows some values of the given kind.
func allows(types *model.Types, of kind) bool {
	for _, name := range types.ToStrings() {
		switch name {
		case "null":
			if of == null {
				return true
			}
		case "boolean":
			if of == falseValue || of == trueValue {
				return true
			}
		case "number", "integer":
			if of == number {
				return true
			}
		case "string":
			if of == text {
				return true
			}
		case "array":
			if of == array {
				return true
			}
		case "object":
			if of == object {
				return true
			}
		}
	}
	return false
}

// objectLeaf returns the cells of a schema for objects. One cell is enough, unless the schema
// requires more than maxBits members.
func (c *compiler) objectLeaf(k key, with combiner) (cells []*expr) {
	s := k.schema
	b := membersBuilder{compiler: c, plan: &objectPlan{most: -1, rest: nothing, nameTest: nothing}}
	b.ids, b.plan.slots = make([]int32, 0, len(s.Properties)), make([]slot, 0, len(s.Properties))
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		b.ids = append(b.ids, c.program.names.add(name))
		b.plan.slots = append(b.plan.slots, slot{node: c.node(s.Properties[name], k.scope), declared: true})
	}
	byText := func(a, b model.Regexp) int { return strings.Compare(a.String(), b.String()) }
	for _, re := range slices.SortedFunc(maps.Keys(s.PatternProperties), byText) {
		sub := s.PatternProperties[re]
		b.plan.patterns = append(b.plan.patterns, patterns{re.String(), matcherOf(re), c.node(sub, k.scope)})
	}
	switch rest := s.AdditionalProperties.(type) {
	case bool:
		b.plan.hasRest = true
		if !rest {
			b.plan.rest = c.node(impossible, k.scope)
		}
	case *model.Schema:
		b.plan.hasRest, b.plan.rest = true, c.node(rest, k.scope)
	}
	if s.MinProperties != nil {
		b.plan.least = clamp(*s.MinProperties)
		c.program.exact = c.program.exact || *s.MinProperties > 1
	}
	if s.MaxProperties != nil {
		b.plan.most = clamp(*s.MaxProperties)
	}
	b.names(k)
	required := slices.Clone(s.Required)
	slices.Sort(required)
	for _, name := range slices.Compact(required) {
		bit := b.bit(name) // may replace b.plan
		b.plan.required |= bit
	}
	b.dependents(s)
	b.finish(with.notes)
	return b.cells
}

// names compiles "propertyNames". A name is always a string.
func (b *membersBuilder) names(k key) {
	if k.schema.PropertyNames == nil {
		return
	}
	e := b.expr(key{k.schema.PropertyNames, k.scope}, text, combiner{})
	switch e.code {
	case opAlways:
	case opAsk:
		b.plan.askIfNamed = true
	default:
		em := emitter{program: b.program}
		b.plan.nameTest = em.emit(e)
	}
}
