package names

import (
	"bytes"
	"cmp"

	"github.com/assayjson/assay/internal/syntax"
)

// CompareNatural compares texts and treats digits as numbers: "a2" is less than "a10". If two
// numbers are equal, the one with fewer leading zeros is less.
func CompareNatural(a, b []byte) int {
	x, y := a, b
	for len(x) > 0 && len(y) > 0 {
		if syntax.IsDigit(x[0]) && syntax.IsDigit(y[0]) {
			m, n := digits(x), digits(y)
			p, q := bytes.TrimLeft(x[:m], "0"), bytes.TrimLeft(y[:n], "0")
			if c := cmp.Or(cmp.Compare(len(p), len(q)), bytes.Compare(p, q)); c != 0 {
				return c
			}
			x, y = x[m:], y[n:]
			continue
		}
		if c := cmp.Compare(x[0], y[0]); c != 0 {
			return c
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(len(a), len(b)), bytes.Compare(a, b))
}

// digits returns the number of digits at the start of b.
func digits(b []byte) (n int) {
	for n < len(b) && syntax.IsDigit(b[n]) {
		n++
	}
	return n
}
