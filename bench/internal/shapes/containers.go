package shapes

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// nested returns an array of values that are nested the given number of levels deep, counting the
// array itself. Each level begins with the text in open and ends with the text in close, and the
// innermost value is a number.
func nested(levels int, open, close string) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		levels := min(levels, size/(len(open)+len(close))-2)
		return listOf(func(b []byte, r *rand.Rand) []byte {
			b = append(b, strings.Repeat(open, levels-1)...)
			b = strconv.AppendInt(b, r.Int64N(10), 10)
			return append(b, strings.Repeat(close, levels-1)...)
		}, ",")(r, size)
	}
}

// oneNest returns a single nest of arrays, as deep as the size allows.
func oneNest(open, close string) func(*rand.Rand, int) []byte {
	return func(_ *rand.Rand, size int) []byte {
		levels := size / (len(open) + len(close))
		return fmt.Appendf(nil, "%s1%s", strings.Repeat(open, levels), strings.Repeat(close, levels))
	}
}

// ragged returns arrays and objects that are nested at random, at most 60 levels deep.
func ragged(r *rand.Rand, size int) []byte {
	b := []byte{'['}
	open := []byte{']'}
	for first := true; len(b)+2*len(open) < size-16 || first; {
		if !first && len(open) > 1 && r.IntN(2) == 0 {
			b, open = append(b, open[len(open)-1]), open[:len(open)-1]
			continue
		}
		if !first {
			b = append(b, ',')
		}
		if open[len(open)-1] == '}' {
			b = fmt.Appendf(b, `"%d":`, len(b)) // the offset makes the name unique
		}
		switch {
		case len(open) == 60 || r.IntN(3) == 0:
			b, first = strconv.AppendInt(b, r.Int64N(10), 10), false
		case r.IntN(2) == 0:
			b, open, first = append(b, '{'), append(open, '}'), true
		default:
			b, open, first = append(b, '['), append(open, ']'), true
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		b = append(b, open[i])
	}
	return b
}

// oneObject returns an object with as many members as the size allows. The names end with a number
// that makes them unique.
func oneObject(prefix string) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		b := append(make([]byte, 0, size+64), '{')
		step := 1 + r.IntN(9)
		for i := 0; len(b) < size-40; i++ {
			b = fmt.Appendf(b, "\"%s%d\":%d,\n", prefix, i*step, r.IntN(10))
		}
		return append(b, `"last":0}`...)
	}
}

// matrix appends a row of 16 numbers.
func matrix(b []byte, r *rand.Rand) []byte {
	b = append(b, '[')
	for range 15 {
		b = fmt.Appendf(b, "%d.%02d, ", r.IntN(1000), r.IntN(100))
	}
	return fmt.Appendf(b, "%d]", r.IntN(1000))
}

// polygon appends a feature as in GeoJSON.
func polygon(b []byte, r *rand.Rand) []byte {
	b = append(b, `{"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[`...)
	for range 20 {
		b = fmt.Appendf(b, "[%d.%06d, %d.%06d], ", r.IntN(360)-180, r.IntN(1e6), r.IntN(180)-90, r.IntN(1e6))
	}
	return append(b, "[0.0, 0.0]]]}}"...)
}

// literal returns a fragment that is always the same.
func literal(text string) fragment {
	return func(b []byte, _ *rand.Rand) []byte { return append(b, text...) }
}

// longString returns one string of exactly the given size, quotation marks included. Full stops
// fill the space that is left at the end.
func longString(body fragment) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		b := fill(append(make([]byte, 0, size+64), '"'), body, r, size-1)
		return append(b, '"')
	}
}

// fill appends fragments to b up to the given size, and then full stops.
func fill(b []byte, body fragment, r *rand.Rand, size int) []byte {
	for {
		next := body(b, r)
		if len(next) > size {
			return append(b, strings.Repeat(".", size-len(b))...)
		}
		b = next
	}
}

// exactly returns text of exactly the given size.
func exactly(body fragment) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte { return fill(make([]byte, 0, size+64), body, r, size) }
}

// tiny returns a document of exactly the given size: a digit, or an array or object.
func tiny(r *rand.Rand, size int) []byte {
	switch {
	case size == 1:
		return []byte{byte('0' + r.IntN(10))}
	case size == 2:
		return []byte([]string{"{}", "[]", `""`, "17"}[r.IntN(4)])
	case size < 20:
		return fmt.Appendf(fill([]byte(`{"`), word(ascii), r, size-4), `":%d}`, r.IntN(10))
	}
	b := fmt.Appendf(nil, `{"id":%d`, r.IntN(1000))
	for i := 0; len(b)+32 < size; i++ {
		b = fmt.Appendf(b, `,"%c%d":"`, ascii(r), i)
		b = append(fill(b, word(ascii), r, min(len(b)+12, size-12)), '"')
	}
	const tail = `,"t":""}`
	b = append(b, tail[:len(tail)-2]...)
	return append(fill(b, word(ascii), r, size-2), `"}`...)
}

// damaged returns a function that calls make and replaces one byte of the resulting text. The
// offset of that byte is about the given part of the length.
func damaged(make func(*rand.Rand, int) []byte, part float64) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		b := make(r, size)
		at := int(part * float64(len(b)-1))
		if comma := bytes.LastIndexByte(b[:at+1], ','); comma >= 0 {
			at = comma // a byte in a string or number might be replaced without causing an error
		}
		b[at] = ';'
		return b
	}
}

// damagedString returns a function that calls make and replaces the last letter of the resulting
// text with a byte FF.
func damagedString(make func(*rand.Rand, int) []byte) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		b := make(r, size)
		b[bytes.LastIndexByte(b, 'e')] = 0xFF // of "active"
		return b
	}
}
