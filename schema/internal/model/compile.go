package model

// Compile returns the schema at a JSON Pointer in the document at a URL. The result is useful only if there are no mistakes.
func (c *Compiler) Compile(url, pointer string) (*Schema, error) {
	d, err := c.documentAt(url)
	if err != nil {
		return nil, err
	}
	s, missing := c.schemaIn(d, d.root, pointer)
	if missing != "" {
		c.add(Mistake{Kind: Missing, To: missing})
	}
	for ; c.done < len(c.reached); c.done++ {
		c.compile(c.reached[c.done])
	}
	return s, nil
}

// compile compiles the schema at a place, and notes the schemas that it needs.
func (c *Compiler) compile(p *place) {
	s, r := p.schema, p.resource
	s.DraftVersion = int(r.dialect.Draft)
	if root := c.rootOf(p.document, r); root != p {
		c.enqueue(root)
	} else {
		for _, anchor := range r.dynamic {
			c.enqueue(p.document.places[r.anchors[anchor]])
		}
	}
	switch v := p.value.(type) {
	case bool:
		s.Bool = &v
	case map[string]any:
		if len(v) == 0 {
			isTrue := true
			s.Bool = &isTrue
			return
		}
		k := keywords{c, p, v, s}
		k.compile()
	}
}

// Schemas returns all schemas that have been compiled. It must be called after the last one has been compiled.
func (c *Compiler) Schemas() []*Schema {
	all := make([]*Schema, len(c.reached))
	for i, p := range c.reached {
		all[i] = p.schema
		if !c.isDynamic {
			continue
		}
		r := p.resource
		if r.compiled == nil {
			r.compiled = &Resource{Root: c.rootOf(p.document, r).schema, Anchors: map[string]*Schema{}}
		}
		if p.schema.Resource = r.compiled; p.schema.DynamicAnchor != "" {
			r.compiled.Anchors[p.schema.DynamicAnchor] = p.schema
		}
	}
	return all
}
