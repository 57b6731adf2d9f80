package program

import (
	"unsafe"

	"github.com/assayjson/assay/escape"
)

// A tester applies the tests of a program to one number or string after the other, and counts the steps. If it cannot answer, it
// returns false and clears valid.
type tester struct {
	*Program
	valid     bool  // no reason has been found yet to ask the engine
	undecided bool  // only the engine can decide; then valid is false
	left      int64 // what is left of the budget, in steps

	text    []byte // the current string or name, decoded to WTF-8
	decoded []byte // memory for text
	number  currentNumber
}

// ask records that only the engine can decide.
func (t *tester) ask() { t.valid, t.undecided = false, true }

// spend takes steps from the budget. If the budget is spent, the engine must decide.
func (t *tester) spend(steps int) {
	if t.left -= int64(steps); t.left < 0 {
		t.ask()
	}
}

// setText sets the current string, given the text between its quotation marks.
func (t *tester) setText(body []byte, isEscaped bool) {
	t.text = body
	if isEscaped {
		t.decoded = escape.AppendUnescapedAs(t.decoded[:0], body, escape.KeepSurrogates)
		t.text = t.decoded
	}
}

// testNumber evaluates a formula for the current number.
func (t *tester) testNumber(formula int32) bool {
	if o := &t.ops[formula]; o.code == opLeaf {
		return t.numbers[o.a].accepts(&t.number)
	}
	return t.test(formula, (*tester).testNumber)
}

// testText evaluates a formula for the current string.
func (t *tester) testText(formula int32) bool {
	if o := &t.ops[formula]; o.code == opLeaf {
		return t.accepts(&t.texts[o.a])
	}
	return t.test(formula, (*tester).testText)
}

// test evaluates a formula for a number or string.
func (t *tester) test(formula int32, test func(*tester, int32) bool) bool {
	o := &t.ops[formula]
	switch o.code {
	case opAlways:
		return true
	case opAnd:
		t.spend(int(o.b - o.a))
		for _, kid := range t.lists[o.a:o.b] {
			if !test(t, kid) {
				return false
			}
		}
		return true
	case opOr:
		t.spend(int(o.b - o.a))
		for _, kid := range t.lists[o.a:o.b] {
			if test(t, kid) {
				return true
			}
		}
	case opOne:
		t.spend(int(o.b - o.a))
		n := 0
		for _, kid := range t.lists[o.a:o.b] {
			if test(t, kid) {
				n++
			}
		}
		return n == 1
	case opNot:
		return !test(t, o.a)
	case opIf:
		if test(t, o.a) {
			return test(t, o.b)
		}
		return test(t, o.c)
	case opAsk:
		t.ask()
	}
	return false
}

// accepts reports whether the current string passes a test. Cheap conditions come first.
func (t *tester) accepts(test *textTest) bool {
	t.spend(1 + len(t.text)/bytesPerStep)
	if test.values != nil && !test.values.has(t.text) {
		return false
	}
	if (test.least > 0 || test.most >= 0) && !hasLength(t.text, test.least, test.most) {
		return false
	}
	if test.match != nil {
		matched, finished := test.match(stringOf(t.text))
		if !finished {
			t.ask()
		}
		if !matched {
			return false
		}
	}
	if test.format != nil && !test.format(stringOf(t.text)) {
		return false
	}
	if test.content != nil {
		matched, finished := test.content(stringOf(t.text), &t.left)
		if !finished {
			t.ask()
		}
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

// stringOf returns b as a string without copying it.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
