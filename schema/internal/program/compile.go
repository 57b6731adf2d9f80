package program

import (
	"errors"

	"github.com/assayjson/assay/schema/internal/model"
	"github.com/assayjson/assay/tokenizer"
)

// ErrTooLarge is the error for a schema whose program would be too large.
var ErrTooLarge = errors.New("the program would be too large")

// Compile compiles a schema. The patterns of the schemas reachable from it may implement [Matcher].
func Compile(schema *model.Schema, config Config) (*Program, error) {
	p := &Program{options: config.Options, budget: config.Budget, rules: tokenizer.RulesOf([]tokenizer.Option{config.Options})}
	c := &compiler{program: p, config: config, nodes: map[key]int32{}, open: map[evaluation]bool{}}
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
