package param

import "iter"

// A Decoder turns the parameters of a request into JSON, one after the other. [Decoder.Reset] makes it ready for the next
// request; then all earlier Values are invalid, because their memory is used again. The zero Decoder has the default
// limits. A Decoder must not be used by several goroutines at the same time.
type Decoder struct {
	lister
	query   pairs
	cookies pairs
	tree    tree
}

// Reset forgets the request, but keeps memory for the next one.
func (d *Decoder) Reset(limits Limits) {
	d.query.reset(source{})
	d.cookies.reset(source{})
	d.tree.reset()
	d.lister.reset(limits.filled())
}

// SplitQuery prepares for the parameters in the query, which is the part of a URL after the question mark. A fault means
// that no parameter should be decoded.
func (d *Decoder) SplitQuery(query string) *Fault {
	d.fill()
	return d.query.splitQuery(query, &d.limits)
}

// SplitCookies prepares for the parameters in cookies. Lines are the values of the header Cookie; HTTP/2 allows several
// (RFC 9113, section 8.2.3). A fault means that no parameter should be decoded.
func (d *Decoder) SplitCookies(lines []string) *Fault {
	d.fill()
	return d.cookies.splitCookies(lines, &d.limits)
}

func (d *Decoder) fill() {
	if d.limits.Pairs == 0 {
		d.limits = d.limits.filled()
	}
}

// Unknown returns the pairs of the query that no parameter has taken, with their names.
func (d *Decoder) Unknown() iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for _, p := range d.query.list {
			if p.owner == nil && !yield(Place{In: Query, Name: p.name, Offset: p.begin, Length: p.end - p.begin}) {
				return
			}
		}
	}
}

// Path decodes a parameter from path[begin:end], the part of the raw path of the URL that matched the parameter's
// template expression.
func (d *Decoder) Path(p *Param, path string, begin, end int, r Reading) (Value, *Fault) {
	d.fill()
	d.begin(p, source{in: Path, only: path}, percent, r)
	if len(path) > d.limits.Bytes {
		return d.end(d.exceeded(TooLong, piece{0, d.limits.Bytes, len(path)}, d.limits.Bytes))
	}
	end = max(0, min(end, len(path)))
	at := piece{0, max(0, min(begin, end)), end}
	d.found(at)
	return d.end(d.path(p, at))
}

func (d *Decoder) path(p *Param, at piece) *Fault {
	switch style := p.style(); {
	case p.JSON:
		return d.embedded(at)
	case style == Simple:
		return d.simple(p.Shape, at, ',')
	case at.begin == at.end:
		return d.absent(at)
	case style == Matrix:
		if d.only[at.begin] != ';' {
			return d.fault(MissingPrefix, piece{0, at.begin, at.begin})
		}
		return d.matrix(p, at)
	case d.only[at.begin] != '.':
		return d.fault(MissingPrefix, piece{0, at.begin, at.begin})
	}
	at.begin++
	d.found(at)
	if p.Explode {
		return d.simple(p.Shape, at, '.')
	}
	return d.simple(p.Shape, at, ',')
}

// Header decodes a parameter from the values of all lines of its header.
func (d *Decoder) Header(p *Param, lines []string, r Reading) (Value, *Fault) {
	if lines == nil {
		lines = []string{}
	}
	d.fill()
	d.begin(p, source{in: Header, lines: lines}, verbatim, r)
	if f := tooLong(lines, Place{In: Header, Name: p.Name}, &d.limits); f != nil {
		return d.end(f)
	}
	return d.end(d.header(p))
}

func (d *Decoder) header(p *Param) *Fault {
	if len(d.lines) == 0 {
		return d.absent(piece{})
	}
	at := trim(d.lines[0], piece{0, 0, len(d.lines[0])})
	d.found(at)
	several := len(d.lines) > 1
	if p.JSON || isScalar(p.Shape) {
		if several {
			return d.repeated(piece{1, 0, len(d.lines[1])}, at)
		}
		if p.JSON {
			return d.embedded(at)
		}
		return d.scalar(p.Shape, at)
	}
	for i, line := range d.lines {
		if line := trim(line, piece{i, 0, len(line)}); several || line.begin < line.end {
			if f := d.split(line, ','); f != nil {
				return f
			}
		}
	}
	for i := range d.entries { // white space around commas is optional (RFC 9110, section 5.6.1)
		e := &d.entries[i]
		e.value = trim(d.lines[e.value.line], e.value)
		e.whole = e.value
	}
	if several {
		d.presence = Filled
		return d.list(p.Shape, at, ',', d.lines[1:])
	}
	return d.list(p.Shape, at, ',', nil)
}

// Query decodes a parameter in the query, or the whole query. See [Param.TakesRest] for the order of calls.
func (d *Decoder) Query(p *Param, r Reading) (Value, *Fault) {
	d.fill()
	d.begin(p, d.query.source, form, r)
	switch {
	case p.In == QueryString:
		return d.end(d.whole(p, &d.query))
	case p.style() == DeepObject && !p.JSON:
		return d.end(d.tree.deep(&d.lister, p, &d.query))
	}
	return d.end(d.paired(p, &d.query))
}

// Cookie decodes a parameter in cookies. See [Param.TakesRest] for the order of calls.
func (d *Decoder) Cookie(p *Param, r Reading) (Value, *Fault) {
	c := percent
	if p.style() == CookieStyle {
		c = verbatim
	}
	d.fill()
	d.begin(p, d.cookies.source, c, r)
	return d.end(d.paired(p, &d.cookies))
}
