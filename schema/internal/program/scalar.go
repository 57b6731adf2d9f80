package program

// leastHuge is the length in bytes of the shortest number that is huge, such as 1e1001.
const leastHuge = 6

// string receives a string that is a value.
func (r *Run) string(body []byte, isEscaped bool) {
	if r.skipped == 0 {
		r.setText(body, isEscaped)
		r.scalar(text)
	}
}

// numeral receives a number.
func (r *Run) numeral(raw []byte) {
	if f := r.top(); f.ignored.has(number) && len(raw) < leastHuge && r.skipped == 0 {
		r.count(f)
		return
	}
	n := &r.number
	var length int
	if n.small, length, n.isSmall = smallInteger(raw); !n.isSmall && (len(raw) > MaxNumber || IsHuge(raw[length:])) {
		r.valid = false
		return
	}
	if r.skipped == 0 {
		n.raw, n.isParsed = raw, false
		r.scalar(number)
	}
}

// literal receives null, false or true.
func (r *Run) literal(k kind) {
	if r.skipped == 0 {
		r.scalar(k)
	}
}

// empty receives an empty array or object.
func (r *Run) empty(k kind) {
	if len(r.frames)+r.skipped > r.rules.MaxDepth {
		r.valid = false
	} else if r.skipped == 0 {
		if f := r.top(); f.ignoredEmpty.has(k) {
			r.count(f)
		} else {
			r.scalar(k)
		}
	}
}

// captureScalar appends the form of the current scalar.
func (r *Run) captureScalar(k kind) {
	c := &r.canonical
	switch k {
	case text:
		c.string(r.text)
	case number:
		c.buf = r.number.appendCanonical(c.buf)
	case array, object:
		c.end(k, c.begin(k))
	default:
		c.buf = append(c.buf, literalForms[k])
	}
	if !c.fits() {
		r.ask()
	}
}

// scalar receives a number, string or literal, or an empty array or object. The text or number must
// have been set.
func (r *Run) scalar(k kind) {
	f := r.top()
	if f.kind == array {
		if f.ignored.has(k) {
			r.count(f)
			return
		}
		r.element(f, k)
	}
	if r.canonical.wanted > 0 {
		r.captureScalar(k)
	}
	r.left += r.budget.PerValue
	for i := int(f.next); i < len(r.demands) && r.valid; i++ {
		d := &r.demands[i]
		if r.verdict(d.node, k) {
			if d.role == contained {
				r.contain(d.cell)
			}
		} else {
			r.reject(d)
		}
	}
	r.demands = r.demands[:f.next]
	r.wantsName = f.kind == object
}

// verdict reports whether the value that scalar has received is valid against a node.
func (r *Run) verdict(node int32, k kind) bool {
	v := r.nodes[node][k]
	if k >= array && v >= 0 {
		v = r.Program.blocks[v].empty
	}
	switch v {
	case always:
		return true
	case never:
		return false
	case ask:
		r.ask()
		return false
	default:
		if k == number {
			return r.testNumber(int32(v))
		}
		return r.testText(int32(v))
	}
}
