package program

import (
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assayjson/assay/tokenizer"
)

// maxOps is the largest number of ops and cells in a program. References that are used in many
// places are copied to each of them, so a short schema may make a long program.
const maxOps = 1 << 20

// ErrTooLarge is the error for a schema whose program would be too large.
var ErrTooLarge = errors.New("the program would be too large")

// A compiler compiles one schema.
type compiler struct {
	program *Program
	config  Config
	scopes  scopes
	nodes   map[key]int32
	queue   []key               // the schemas of the nodes, in order
	open    map[evaluation]bool // the schemas that are being compiled
	steps   int
}

// A key identifies a node: a schema, and the dynamic scope in which it is evaluated.
type key struct {
	schema *jsonschema.Schema
	scope  int32
}

// An evaluation is a schema for one kind.
type evaluation struct {
	key
	of kind
}

// A Config has what a compiler needs besides the schema.
type Config struct {
	// Options are requirements on documents.
	Options tokenizer.Option

	// Budget limits the work for one document.
	Budget Budget

	// Resources contains the resources of all schemas, and all schemas with dynamic anchors. It may
	// be nil if no dynamic reference depends on where it is evaluated.
	Resources Resources

	// Format returns a function that reports whether a string is of a format.
	Format func(*jsonschema.Format) func(string) bool

	// Content returns a function that validates a string against the content keywords of a schema.
	// The function subtracts the steps that it takes from left. If left is too small, it becomes
	// negative, and the result known is false.
	Content func(*jsonschema.Schema) func(text string, left *int64) (valid, known bool)
}

// Compile compiles a schema. The schemas reachable from it must have been compiled by the engine, and
// must not have extensions. Their patterns may implement [Matcher].
func Compile(schema *jsonschema.Schema, config Config) (*Program, error) {
	p := &Program{options: config.Options, budget: config.Budget, rules: tokenizer.RulesOf([]tokenizer.Option{config.Options})}
	c := &compiler{program: p, config: config, nodes: map[key]int32{}, open: map[evaluation]bool{}}
	c.scopes.resources = config.Resources
	p.root = c.node(schema, 0)
	for i := 0; i < len(c.queue); i++ {
		for k := range numKinds {
			v := c.verdict(c.queue[i], k)
			p.nodes[i][k] = v // verdict may have moved p.nodes
		}
		if c.steps > maxOps {
			return nil, ErrTooLarge
		}
	}
	c.dropTrivial()
	p.prepareEmpty()
	p.prepareArrays()
	p.prepareChoices()
	return p, nil
}

// node returns the index of the node for a schema.
func (c *compiler) node(s *jsonschema.Schema, scope int32) int32 {
	if s == nil || s.Bool != nil && *s.Bool {
		return nothing
	}
	k := key{s, scope}
	n, ok := c.nodes[k]
	if !ok {
		n = int32(len(c.queue))
		c.nodes[k] = n
		c.queue = append(c.queue, k)
		c.program.nodes = append(c.program.nodes, node{})
		c.program.locations = append(c.program.locations, s.Location)
	}
	return n
}

// verdict compiles a schema for one kind.
func (c *compiler) verdict(k key, of kind) verdict {
	e := c.expr(k, of, combiner{})
	switch e.code {
	case opAlways:
		return always
	case opNever:
		return never
	case opAsk:
		return ask
	}
	if of < array {
		em := emitter{program: c.program}
		at := verdict(em.emit(e))
		c.steps += em.count
		return at
	}
	return verdict(c.block(e))
}

// expr returns the formula of a schema for one kind.
func (c *compiler) expr(k key, of kind, with combiner) *expr {
	if k.schema.Bool != nil {
		if *k.schema.Bool {
			return yes
		}
		return no
	}
	k.scope = c.scopes.enter(k.scope, k.schema)
	current := evaluation{k, of}
	if c.steps++; c.open[current] || c.steps > maxOps || len(k.schema.Extensions) > 0 {
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
	if s.Ref != nil && s.DraftVersion < 2019 {
		return c.expr(key{s.Ref, k.scope}, of, with) // the other keywords are ignored
	}
	if s.Types != nil && !s.Types.IsEmpty() && !allows(s.Types, of) {
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
		parts = append(parts, c.expr(c.scopes.recursive(k), of, with))
	}
	if s.DynamicRef != nil {
		parts = append(parts, c.expr(c.scopes.dynamic(k), of, with))
	}
	return with.all(append(parts, c.applicators(k, of, with)...))
}

// applicators returns the formulas of "allOf", "anyOf", "oneOf", "not" and "if".
func (c *compiler) applicators(k key, of kind, with combiner) (parts []*expr) {
	s := k.schema
	each := func(schemas []*jsonschema.Schema) (all []*expr) {
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

// allows reports whether "type" allows some values of the given kind.
func allows(types *jsonschema.Types, of kind) bool {
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

// dropTrivial removes demands for schemas to which all values are valid.
func (c *compiler) dropTrivial() {
	p := c.program
	trivial := func(n *int32) {
		if *n >= 0 && p.nodes[*n] == (node{always, always, always, always, always, always, always}) {
			*n = nothing
		}
	}
	for i := range p.objects {
		o := &p.objects[i]
		for j := range o.slots {
			trivial(&o.slots[j].node)
		}
		for j := range o.patterns {
			trivial(&o.patterns[j].node)
		}
		trivial(&o.rest)
	}
	for i := range p.arrays {
		a := &p.arrays[i]
		for j := range a.prefix {
			trivial(&a.prefix[j])
		}
		trivial(&a.rest)
	}
	for i := range p.rests {
		trivial(&p.rests[i].node)
	}
}
