package param

// matrix appends a path parameter of style matrix. The text begins with a semicolon.
func (l *lister) matrix(p *Param, at piece) *Fault {
	if f := l.split(piece{at.line, at.begin + 1, at.end}, ';'); f != nil {
		return f
	}
	unnamed := -1 // the first entry with another name
	for i := range l.entries {
		e := &l.entries[i]
		l.divide(e)
		name, kind, bad, n := decodeName(l.cut(e.key), l.coding)
		if kind != 0 {
			return l.fault(kind, piece{e.key.line, e.key.begin + bad, e.key.begin + bad + n})
		}
		if name != p.Name && unnamed < 0 {
			unnamed = i
		}
	}
	first, n := l.entries[0], len(l.entries)
	switch {
	case p.Explode && (p.Shape.types() == Object || unnamed >= 0 && p.Shape.types()&Object != 0):
		return l.object(p.Shape, at, false)
	case unnamed >= 0:
		return l.fault(WrongName, l.entries[unnamed].key)
	case !p.Explode && n > 1:
		return l.repeated(l.entries[1].whole, first.whole)
	case !p.Explode:
		l.presenceOf(first)
		l.entries = l.entries[:0]
		return l.simple(p.Shape, first.value, ',')
	case n == 1:
		l.presenceOf(first)
	}
	return l.equal(p.Shape, at)
}

// presenceOf sets the presence for name=value.
func (l *lister) presenceOf(e entry) {
	l.found(e.value)
	if e.key.end == e.whole.end {
		l.presence = Bare
	}
}

// equal appends entries that all have the name of the parameter. whole is the place of an array.
func (l *lister) equal(s *Shape, whole piece) *Fault {
	e := l.entries
	switch n := len(e); {
	case n > 1 && l.choose(s, 1, Array, String, Object) != Array:
		return l.repeated(e[1].whole, e[0].whole)
	case n > 1:
		return l.array(s, whole)
	case l.choose(s, 2, String, Array, Object) != Array:
		return l.scalar(s, e[0].value)
	case e[0].value.begin == e[0].value.end:
		l.entries = e[:0]
	}
	return l.array(s, whole)
}

// paired appends a parameter in a query or in cookies.
func (l *lister) paired(p *Param, from *pairs) *Fault {
	named := from.named(p.Name)
	style := p.style()
	if p.Explode && !p.JSON && p.Shape.declares() && (len(named) == 0 || p.Shape.types() == Object) {
		return l.rest(p, from)
	}
	for _, i := range named {
		from.list[i].owner = p
	}
	if len(named) == 0 {
		return l.absent(l.tail())
	}
	first := &from.list[named[0]]
	l.presenceOf(first.entry())
	switch {
	case p.AllowEmpty && p.In == Query && style == Form && len(named) == 1 && l.presence != Filled:
		return nil
	case len(named) > 1 && (p.JSON || !p.Explode):
		return l.repeated(from.list[named[1]].piece, first.piece)
	case p.JSON:
		return l.embedded(first.text())
	case !p.Explode && style == SpaceDelimited:
		return l.simple(p.Shape, first.text(), space)
	case !p.Explode && style == PipeDelimited:
		return l.simple(p.Shape, first.text(), '|')
	case !p.Explode, len(named) == 1 && isScalar(p.Shape):
		return l.simple(p.Shape, first.text(), ',')
	case len(named) > 1:
		l.presence = Filled
	}
	for n, i := range named {
		if n > l.limits.Items {
			break // array will complain
		}
		l.add(from.list[i].entry())
	}
	return l.equal(p.Shape, first.piece)
}

// rest appends an exploded object, whose members are pairs of their own.
func (l *lister) rest(p *Param, from *pairs) *Fault {
	for i := range from.list {
		pair := &from.list[i]
		if pair.owner != nil && pair.owner != p {
			continue
		}
		name := pair.name
		if l.coding == percent { // the names of cookies have not been decoded
			if decoded, kind, _, _ := decodeName(name, percent); kind == 0 {
				name = decoded
			}
		}
		if p.Shape.has(name) {
			pair.owner = p
			l.add(pair.entry())
		}
	}
	if len(l.entries) == 0 {
		return l.absent(l.tail())
	}
	l.presence = Filled
	return l.object(p.Shape, l.entries[0].whole, true)
}

// whole appends the whole query.
func (l *lister) whole(p *Param, from *pairs) *Fault {
	for i := range from.list {
		from.list[i].owner = p
	}
	at := piece{0, 0, len(l.only)}
	if at.end == 0 {
		return l.absent(at)
	}
	l.presence = Filled
	if !p.JSON && l.choose(p.Shape, 2, Object, String, Array) == Object {
		for i := range from.list {
			l.add(from.list[i].entry())
		}
		return l.object(p.Shape, at, true)
	}
	l.coding = percent // the media type is not application/x-www-form-urlencoded, so + is not a space
	if p.JSON {
		return l.embedded(at)
	}
	return l.scalar(p.Shape, at)
}
