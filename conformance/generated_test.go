package conformance

import (
	"bytes"
	"math/rand/v2"
)

// This file generates valid JSON at random. It covers the whole grammar, including elements that
// are rare in practice and shapes that are intended to be difficult.

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

// few returns a random number less than n. Sometimes it returns a number up to 149 instead, which
// may be more than the length of a vector.
func few(rng *rand.Rand, n int) int {
	if rng.IntN(24) == 0 {
		return rng.IntN(150)
	}
	return rng.IntN(n)
}

// spaces is a long run of white space. Its first half has only spaces, and its second half has
// white space of all kinds.
var spaces = func() []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	b := bytes.Repeat([]byte(" "), 2*largest)
	for i := range b[largest:] {
		b[largest+i] = " \t\n\r"[rng.IntN(4)]
	}
	return b
}()

// appendSpace appends n bytes of white space. The parameter n must not exceed the constant largest.
func appendSpace(dst []byte, rng *rand.Rand, n int) []byte {
	begin := rng.IntN(len(spaces) - n + 1)
	return append(dst, spaces[begin:begin+n]...)
}

// inStrings are the parts of strings other than plain letters.
var inStrings = []string{
	`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\u0000`, `\u0022`, `\u005C`, `\u12aF`, `\uFFFF`, `\\\\\\`, `\\\"`, `\\u12`,
	`\uD83D\uDE00`, `\ud800`, `\uDC00`, `\uD800\uD800`, `\uDBFF\uDFFF`, `\uDFFF\uD800`, `\ud800\\uDC00`, `\uD800\n`,
	"\u0080", "é", "\u07ff", "\u0800", "漢字", "\ud7ff", "\ue000", "\uffff", "😀", "\U00010000", "\U0010ffff", "\u2028", "\ufeff", "\x7f",
	"{", "}", "[", "]", ":", ",", "true", "1e5", "-", " ", "/", "'",
}

func appendString(dst []byte, rng *rand.Rand) []byte {
	dst = append(dst, '"')
	dense := rng.IntN(4) == 0
	for range few(rng, 6) {
		if dense || rng.IntN(3) == 0 {
			dst = append(dst, pick(rng, inStrings)...)
			continue
		}
		for range rng.IntN(6) {
			dst = append(dst, "etaoinshrdlu ETAOIN0123_-."[rng.IntN(26)])
		}
	}
	return append(dst, '"')
}

func appendDigits(dst []byte, rng *rand.Rand, n int) []byte {
	for range n {
		dst = append(dst, byte('0'+rng.IntN(10)))
	}
	return dst
}

func appendNumber(dst []byte, rng *rand.Rand) []byte {
	if rng.IntN(3) == 0 {
		dst = append(dst, '-')
	}
	if rng.IntN(4) == 0 {
		dst = append(dst, '0')
	} else {
		dst = appendDigits(append(dst, byte('1'+rng.IntN(9))), rng, few(rng, 6))
	}
	if rng.IntN(2) == 0 {
		dst = appendDigits(append(dst, '.'), rng, 1+few(rng, 8))
	}
	if rng.IntN(3) == 0 {
		dst = append(dst, pick(rng, []string{"e", "E", "e+", "e-", "E+", "E-"})...)
		dst = appendDigits(dst, rng, 1+few(rng, 3))
	}
	return dst
}

func appendScalar(dst []byte, rng *rand.Rand) []byte {
	switch rng.IntN(6) {
	case 0:
		return append(dst, pick(rng, []string{"true", "false", "null", "0", "-0", `""`, "-0.0e-0", "1E1"})...)
	case 1, 2:
		return appendNumber(dst, rng)
	}
	return appendString(dst, rng)
}

// appendValue appends a value with containers nested at most levels deep.
func appendValue(dst []byte, rng *rand.Rand, levels int) []byte {
	gap := func() {
		if rng.IntN(5) == 0 {
			dst = appendSpace(dst, rng, few(rng, 4))
		}
	}
	list := func(object bool) {
		dst = append(dst, "[{"[bit(object)])
		for i := range rng.IntN(7) {
			if i > 0 {
				dst = append(dst, ',')
			}
			gap()
			if object {
				dst = appendString(dst, rng)
				gap()
				dst = append(dst, ':')
				gap()
			}
			dst = appendValue(dst, rng, levels-1)
			gap()
		}
		gap()
		dst = append(dst, "]}"[bit(object)])
	}
	switch kind := rng.IntN(8); {
	case levels == 0 || kind < 3:
		return appendScalar(dst, rng)
	case kind == 3:
		return appendNest(dst, rng, few(rng, 5), rng.IntN(3))
	default:
		list(kind%2 == 0)
	}
	return dst
}

// appendNest appends containers nested to the given depth. The innermost container is empty or
// contains 1. Further elements may follow each container, and the parameter more is their maximum
// number.
func appendNest(dst []byte, rng *rand.Rand, depth, more int) []byte {
	types := rng.Uint64() // the types of the levels, one bit each
	object := func(level int) bool { return types>>(level%64)&1 != 0 }
	for level := range depth {
		if object(level) {
			dst = append(dst, `{"":`...)
		} else {
			dst = append(dst, '[')
		}
	}
	if depth == 0 || object(depth-1) || rng.IntN(2) == 0 {
		dst = append(dst, '1')
	}
	for level := depth - 1; level >= 0; level-- {
		if more > 0 && rng.IntN(8) < more && dst[len(dst)-1] != '[' {
			if object(level) {
				dst = append(dst, `,"k":[]`...)
			} else {
				dst = append(dst, `,{}`...)
			}
		}
		dst = append(dst, "]}"[bit(object(level))])
	}
	return dst
}

// appendWalk appends a container in which the depth goes up and down at random for the given number
// of steps. The result has long runs of brackets with little text between them.
func appendWalk(dst []byte, rng *rand.Rand, steps int) []byte {
	var open []byte
	push := func(c byte) {
		dst = append(dst, c)
		open = append(open, c+2)
	}
	up, down := 1+rng.IntN(5), 1+rng.IntN(5)
	push('[')
	first := true // the next byte is at the start of a container
	for range steps {
		inObject := open[len(open)-1] == '}'
		if len(open) > 1 && rng.IntN(up+down) < down {
			dst = append(dst, open[len(open)-1])
			open, first = open[:len(open)-1], false
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		if inObject {
			dst = append(dst, `"":`...)
		}
		switch first = true; rng.IntN(8) {
		case 0:
			dst, first = append(dst, '1'), false
		case 1:
			dst, first = append(dst, `"a"`...), false
		case 2, 3, 4:
			push('{')
		default:
			push('[')
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		dst = append(dst, open[i])
	}
	return dst
}

// appendFiller appends a value of exactly n bytes, where n > 0.
func appendFiller(dst []byte, rng *rand.Rand, n int) []byte {
	repeat := func(unit string, times int) {
		for range times {
			dst = append(dst, unit...)
		}
	}
	switch kind := rng.IntN(9); {
	case n < 4 || kind == 0:
		repeat("7", n)
	case kind == 1:
		dst = appendSpace(dst, rng, n-1)
		repeat("0", 1)
	case kind == 2:
		repeat("0.", 1)
		repeat("3", n-2)
	case kind == 3:
		repeat("1E", 1)
		repeat("0", n-2)
	case kind == 4:
		repeat("[", n/2)
		repeat("4", n%2)
		repeat("]", n/2)
	case kind == 5:
		repeat("[", 1)
		repeat("1,", (n-3)/2)
		repeat("1", 1)
		repeat(" ", (n-3)%2)
		repeat("]", 1)
	default:
		unit := pick(rng, []string{"x", "é", "漢", "😀", `\\`, `\u00e9`, `\"`, `\uD83D`})
		repeat(`"`, 1)
		repeat(unit, (n-2)/len(unit))
		repeat("x", (n-2)%len(unit))
		repeat(`"`, 1)
	}
	return dst
}
