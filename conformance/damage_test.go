package conformance

import (
	"bytes"
	"math/rand/v2"
	"slices"
)

// intruders are inserted where they do not belong: tokens, prefixes of tokens, bytes that resemble
// valid ones, ill-formed UTF-8 and invalid escapes. If one of the first intruders is inserted
// before an element, the result breaks exactly one rule of the grammar.
var intruders = []string{
	`{"a"},`, `{"a","b":1},`, `{"a":1,"b"},`, `{"a":1,2},`, `[{},1,"k":2],`, `[1,"k":2],`, `{"a":1,},`, "[1,],", "1.2.3,", "1e2e3,", "1e2.3,", "[],,", "{1:2},", "true1,",
	"{", "}", "[", "]", ":", ",", `"`, `\`, "[]", "{}", `"a"`, `"a":1`, `,"a":1`, ",1", "1,", `:"a"`, "[1]", `{"a":1}`, "],[", "},{",
	"0", "1", "-", "+", ".", "e", "E", "00", "01", "-0", "0.0", "1.", ".5", "1e", "e5", "1e+", "1.5", "1e5", "1.2.3", "1e2e3", "1e2.3", "--", "+1", "-a",
	"true", "false", "null", "tru", "nul", "fals", "truefalse", "nulll", "true1", "false-1", "True", "NaN", "t", "u", "s",
	" ", "\t", "\n", "\r", "\r\n", "\f", "\v", "\x00", "\x0c", "\x1a", "\x1f", "\x7f", "\x0d1", "'", "/", "//", "/**/", "#", ";", "(", "`", "_", "$", "\x2c\x1a",
	`\"`, `\\`, `\\\`, `\n`, `\u`, `\u1`, `\u12`, `\u123`, `\u123G`, `\u12aF`, `\U0041`, `\x41`, `\0`, `\'`, `\ud800`, `\uDC00`, `\uD83D\uDE00`, `\uD800\u`, `\uD800\x`,
	"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc3\xa9", "\xdf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xe0\xa0\x80", "\xe2\x82", "\xe2\x82\xac", "\xed\x9f\xbf",
	"\xed\xa0\x80", "\xed\xbf\xbf", "\xef\xbb\xbf", "\xef\xbf\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", "\xf0\x90\x80\x80", "\xf0\x9f\x98", "\xf4\x8f\xbf\xbf",
	"\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf8\x88\x80\x80\x80", "\xfe", "\xff",
}

// telling are bytes that are likely to matter if they are inserted or replace another byte.
const telling = "{}[]:,\"\\0123456789-+.eEtrufalsn \n/u\x7f\x1f\x80\xc3\xe2\xf0"

// spot returns an offset in b, which must not be empty. It chooses a random offset, one that
// matters to the grammar, one next to the edge of a block, or one near the end of b.
func spot(rng *rand.Rand, b []byte) int {
	i := rng.IntN(len(b))
	switch rng.IntN(5) {
	case 0:
		if edge := anyEdge(rng); len(b) > edge {
			i = edge*(1+rng.IntN(len(b)/edge)) - 8 + rng.IntN(12)
			return min(i, len(b)-1)
		}
	case 1:
		return len(b) - 1 - rng.IntN(min(len(b), 80))
	case 2, 3:
		for j, c := range b[i:min(i+40, len(b))] {
			if isStructural(c) || c == '"' || c == '\\' || c == '.' {
				return i + j
			}
		}
	}
	return i
}

// anyEdge returns the size of a block or chunk of some kernel.
func anyEdge(rng *rand.Rand) int { return 64 << rng.IntN(4) }

// damage changes b in one of many ways and returns the result, which may share the memory of b.
// Most changes make a document invalid. The parameter b must not be empty, but the result may be
// empty.
func damage(rng *rand.Rand, b []byte) []byte {
	i := spot(rng, b)
	n := min(1+rng.IntN(8), len(b)-i)
	switch rng.IntN(14) {
	case 0:
		b[i] ^= 1 << rng.IntN(8)
	case 1:
		b[i] = telling[rng.IntN(len(telling))]
	case 2:
		b[i] = byte(rng.Uint32())
	case 3:
		return slices.Delete(b, i, i+1)
	case 4:
		return slices.Delete(b, i, i+n)
	case 5:
		return slices.Insert(b, i, telling[rng.IntN(len(telling))])
	case 6, 7:
		return insert(b, i, pick(rng, intruders))
	case 8:
		return insert(b, i, string(b[i:i+n])) // repeat
	case 9:
		copy(b[i:], pick(rng, intruders)) // overwrite
	case 10:
		j := spot(rng, b)
		if rng.IntN(2) == 0 {
			j = min(i+1, len(b)-1)
		}
		b[i], b[j] = b[j], b[i]
	case 11:
		return b[:i]
	case 12:
		for k := range b[i : i+n] {
			b[i+k] ^= 'a' ^ 'A'
		}
	default:
		if j := bytes.IndexAny(b[i:], "{}[]"); j >= 0 {
			b[i+j] ^= '[' ^ '{' // a bracket of the other type
		}
	}
	return b
}

func insert(b []byte, i int, s string) []byte {
	n := len(b)
	b = append(b, s...)
	copy(b[i+len(s):], b[i:n])
	copy(b[i:], s)
	return b
}
