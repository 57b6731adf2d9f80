package openapi

import "fmt"

// A comparison is what the verdicts on the messages for a document were.
type comparison struct {
	operations, messages, mutated int
	accepted, refused             int // by both
	classes                       map[string]int
	unexplained                   []string
}

func (c *comparison) explained() (n int) {
	for _, count := range c.classes {
		n += count
	}
	return n
}

// compareDocument makes about as many messages with a mutation for a document as it is asked for, the same ones each time, and compares
// the verdicts.
func compareDocument(file string, mutated int) (*comparison, error) {
	assay, err := newOurs(file, false)
	if err != nil {
		return nil, err
	}
	asserting, err := newOurs(file, true)
	if err != nil {
		return nil, err
	}
	peer, err := newKin(file)
	if err != nil {
		return nil, fmt.Errorf("kin-openapi: %w", err)
	}
	operations := operations(peer.doc)
	c := &comparison{operations: len(operations), classes: map[string]int{}}
	for number, before := 0, -1; c.mutated < mutated && c.messages != before; number += 2 {
		before = c.messages
		for _, o := range operations {
			for _, m := range []*message{o.message(number), o.message(number + 1)} {
				if m != nil {
					c.add(&difference{message: m, kin: peer, assay: assay, asserting: asserting})
				}
			}
		}
	}
	return c, nil
}

// add compares the verdicts on a message.
func (c *comparison) add(d *difference) {
	c.messages++
	if d.how != "valid" {
		c.mutated++
	}
	d.ours, d.theirs = d.assay.check(d.message), d.kin.check(d.message)
	switch {
	case len(d.ours) == 0 && len(d.theirs) == 0:
		c.accepted++
	case len(d.ours) > 0 && len(d.theirs) > 0:
		c.refused++
	default:
		if class := explain(d); class != "" {
			c.classes[class]++
			return
		}
		c.unexplained = append(c.unexplained, fmt.Sprintf("%s\n\tassay: %v\n\tkin-openapi: %v", d.message, d.ours, d.theirs))
	}
}
