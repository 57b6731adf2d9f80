package jsontest

import (
	"math/rand/v2"
	"strings"
)

// Mixed returns a document with containers and strings of all kinds and lengths.
func Mixed(rng *rand.Rand, n int) string {
	var b strings.Builder
	var value func(depth int)
	text := func() {
		pieces := []string{`,`, `","`, `\"`, `\\`, `:`, `[`, `{`, `}`, `é`, `\u00e9`, `\ud83d\ude00`, `😀`, `a`, ` `, `12`, `true`}
		b.WriteByte('"')
		for range rng.IntN(1 << rng.IntN(8)) {
			p := pieces[rng.IntN(len(pieces))]
			if p == `","` {
				p = `, \",\" ,`
			}
			b.WriteString(p)
		}
		b.WriteByte('"')
	}
	value = func(depth int) {
		switch k := rng.IntN(9); {
		case depth > 0 && k < 3:
			b.WriteByte('[')
			for i := range rng.IntN(6) {
				if i > 0 {
					b.WriteByte(',')
				}
				value(depth - 1)
			}
			b.WriteByte(']')
		case depth > 0 && k < 6:
			b.WriteByte('{')
			for i := range rng.IntN(6) {
				if i > 0 {
					b.WriteByte(',')
				}
				text()
				b.WriteByte(':')
				value(depth - 1)
			}
			b.WriteByte('}')
		case k == 6:
			text()
		default:
			b.WriteString([]string{"1", "-0.5e+7", "true", "null", "123456789"}[rng.IntN(5)])
		}
	}
	b.WriteByte('[')
	for b.Len() < n {
		value(1 + rng.IntN(6))
		b.WriteByte(',')
	}
	value(0)
	b.WriteByte(']')
	return b.String()
}

// HardToCut returns a document that is hard to cut.
func HardToCut(rng *rand.Rand, n int) string {
	n = n/2 + 1
	switch rng.IntN(7) {
	case 0:
		return strings.Repeat("[", n) + strings.Repeat("]", n)
	case 1:
		return strings.Repeat(`{"":[1,`, n) + "0" + strings.Repeat("]}", n)
	case 2:
		return "[" + strings.Repeat(`",",`, n) + "0]"
	case 3:
		return `["` + strings.Repeat([]string{`,`, `\",\"`, `x`, `é`, `\\`, `\u00e9`, `[1,2],`}[rng.IntN(7)], n) + `",1]`
	case 4:
		return `{"a":"` + strings.Repeat(`12,`, n) + `","` + strings.Repeat(`,:`, n) + `":[1,[2,{"a":1,"b":"` + strings.Repeat(`]`, n) + `"}]]}`
	case 5:
		return strings.Repeat("[0,", n) + "[]" + strings.Repeat(",1]", n)
	default:
		return "[" + strings.Repeat("1.5e3,", n) + "0]" + strings.Repeat(" ", n)
	}
}
