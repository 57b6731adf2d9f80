package jsontest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// LargeObjects returns a document that has one to three objects, most of them large. Many documents have
// duplicate names and other errors.
func LargeObjects(rng *rand.Rand) []byte {
	invalid := []string{"1e400", "-1" + strings.Repeat("0", 400), `"\ud800"`, "\"\uFFFF\"", "\"\xFF\"", "01", "}", "]", "nul", "1 1", `"a":1`, "", strings.Repeat("[", 20)}
	b := []byte(strings.Repeat(" ", rng.IntN(2)*rng.IntN(17_000)) + "[")
	for object := range 1 + rng.IntN(3) {
		if object > 0 {
			b = append(b, ',')
		}
		n := []int{2, 126, 127, 128, 129, 130, 300, 1000, 3000}[rng.IntN(9)]
		format := []string{`"n%d":`, `"n%d" : `, `"\u006e%d":`, `"name\n%d":`}[rng.IntN(4)]
		b = append(b, '{')
		for i := range n {
			if i > 0 {
				b = append(b, ',')
			}
			which := i
			if rng.IntN(2*n) == 0 {
				which = rng.IntN(i + 1)
			}
			b = fmt.Appendf(b, format, which)
			switch {
			case rng.IntN(4*n) == 0:
				b = append(b, invalid[rng.IntN(len(invalid))]...)
			case rng.IntN(4*n) == 0:
				b = append(b, `{"n1":1,"n1":2}`...)
			case rng.IntN(n) < 5:
				b = append(b, `{"n1":1e250,"n2":[{}]}`...)
			default:
				b = append(b, '1')
			}
		}
		b = append(b, '}')
	}
	b = append(b, ']')
	switch rng.IntN(8) {
	case 0:
		b = append(b, invalid[rng.IntN(len(invalid))]...)
	case 1:
		b = b[:rng.IntN(len(b))]
	}
	return b
}
