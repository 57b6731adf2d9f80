package natural

import (
	"bytes"
	"cmp"

	"github.com/assayjson/assay/internal/engine/syntax"
)

// Compare compares texts byte by byte, except that it compares runs of digits as numbers: "a2" is
// less than "a10". Texts that differ only in leading zeros are compared byte by byte. The result is
// negative, 0 or positive, as for [bytes.Compare].
func Compare(a, b []byte) int {
	x, y := a, b
	for len(x) > 0 && len(y) > 0 {
		n, m := syntax.Digits(x), syntax.Digits(y)
		if n == 0 || m == 0 {
			if x[0] != y[0] {
				return cmp.Compare(x[0], y[0])
			}
			x, y = x[1:], y[1:]
			continue
		}
		if c := compareNumbers(x[:n], y[:m]); c != 0 {
			return c
		}
		x, y = x[n:], y[m:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), bytes.Compare(a, b))
}

// compareNumbers compares runs of digits by their values.
func compareNumbers(a, b []byte) int {
	a, b = bytes.TrimLeft(a, "0"), bytes.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), bytes.Compare(a, b))
}
