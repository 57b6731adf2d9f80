package jsontest

import "math/rand/v2"

// Nested returns a document of about n bytes that consists mostly of brackets.
func Nested(rng *rand.Rand, n int) string {
	var b []byte
	var open []byte
	up, most := 2+rng.IntN(4), 1+rng.IntN(100)
	value := func() {
		switch {
		case rng.IntN(8) < up && len(open) < most:
			b = append(b, '[')
			open = append(open, ']')
		case rng.IntN(8) < up && len(open) < most:
			b = append(b, `{"k[{":[]`...)
			open = append(open, '}')
		default:
			b = append(b, []string{"1.5e7", `"x]}"`, "[]", "{}", "true"}[rng.IntN(5)]...)
		}
	}
	b, open = append(b, "[[],"...), append(open, ']')
	for value(); len(b) < n; {
		last := b[len(b)-1]
		switch top := open[len(open)-1]; {
		case last == '[' && len(open) > 1 && rng.IntN(2) == 0:
			value()
		case rng.IntN(8) < up || len(open) == 1 || last == '[':
			if last == '[' {
				b = append(b, '1')
			}
			b = append(b, ',')
			if top == '}' {
				b = append(b, `"a":`...)
			}
			value()
		default:
			b = append(b, top)
			open = open[:len(open)-1]
		}
	}
	if b[len(b)-1] == '[' {
		b = append(b, '1')
	}
	for i := len(open) - 1; i >= 0; i-- {
		b = append(b, open[i])
	}
	return string(b)
}

// Wreck makes one or two random changes to b, which must not be empty, and returns the result.
func Wreck(rng *rand.Rand, b []byte) []byte {
	for range 1 + rng.IntN(2) {
		switch i := rng.IntN(len(b)); rng.IntN(5) {
		case 0:
			return b[:i]
		case 1:
			b = append(b[:i], b[i+1:]...)
		case 2:
			b = append(b[:i], append([]byte(`{"a":1,"a" 2`), b[i:]...)...)
		default:
			b[i] = "]}[{,:\"x\\0-\x00\x80\xFF\n\r1.e"[rng.IntN(19)]
		}
		if len(b) == 0 {
			break
		}
	}
	return b
}
