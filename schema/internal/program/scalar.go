package program

import "github.com/assayjson/assay/escape"

// setText sets the current string, given the text between its quotation marks.
func (r *Run) setText(body []byte, isEscaped bool) {
	r.text = body
	if isEscaped {
		r.decoded = escape.AppendUnescapedAs(r.decoded[:0], body, escape.KeepSurrogates)
		r.text = r.decoded
	}
}

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

// testNumber evaluates a formula for the current number.
func (r *Run) testNumber(formula int32) bool {
	if o := &r.ops[formula]; o.code == opLeaf {
		return r.numbers[o.a].accepts(&r.number)
	}
	return r.test(formula, (*Run).testNumber)
}

// testText evaluates a formula for the current string.
func (r *Run) testText(formula int32) bool {
	if o := &r.ops[formula]; o.code == opLeaf {
		return r.accepts(&r.texts[o.a])
	}
	return r.test(formula, (*Run).testText)
}

// test evaluates a formula for a number or string.
func (r *Run) test(formula int32, test func(*Run, int32) bool) bool {
	o := &r.ops[formula]
	switch o.code {
	case opAlways:
		return true
	case opAnd:
		r.spend(int(o.b - o.a))
		for _, kid := range r.lists[o.a:o.b] {
			if !test(r, kid) {
				return false
			}
		}
		return true
	case opOr:
		r.spend(int(o.b - o.a))
		for _, kid := range r.lists[o.a:o.b] {
			if test(r, kid) {
				return true
			}
		}
	case opOne:
		r.spend(int(o.b - o.a))
		n := 0
		for _, kid := range r.lists[o.a:o.b] {
			if test(r, kid) {
				n++
			}
		}
		return n == 1
	case opNot:
		return !test(r, o.a)
	case opIf:
		if test(r, o.a) {
			return test(r, o.b)
		}
		return test(r, o.c)
	case opAsk:
		r.valid = false
	}
	return false
}

// accepts reports whether the current string passes a test. Cheap conditions come first.
func (r *Run) accepts(t *textTest) bool {
	r.spend(1 + len(r.text)/bytesPerStep)
	if t.values != nil && !t.values.has(r.text) {
		return false
	}
	if (t.least > 0 || t.most >= 0) && !hasLength(r.text, t.least, t.most) {
		return false
	}
	if t.match != nil {
		matched, known := t.match(stringOf(r.text))
		r.valid = r.valid && known
		if !matched {
			return false
		}
	}
	if t.format != nil && !t.format(stringOf(r.text)) {
		return false
	}
	if t.content != nil {
		matched, known := t.content(stringOf(r.text), &r.left)
		r.valid = r.valid && known
		return matched
	}
	return true
}

// hasLength reports whether a text in WTF-8 has at least least and at most most code points; most
// may be -1.
func hasLength(s []byte, least, most int32) bool {
	size := int64(len(s)) // four times a limit may exceed 32 bits
	if size < int64(least) || most >= 0 && size > 4*int64(most) {
		return false
	}
	if size >= 4*int64(least) && (most < 0 || size <= int64(most)) {
		return true
	}
	n := 0
	for _, b := range s {
		if b&0xC0 != 0x80 { // every byte except the continuation bytes begins a code point
			n++
		}
	}
	return n >= int(least) && (most < 0 || n <= int(most))
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
	r.valid = r.valid && c.fits()
}
