package shapes

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// A record describes the parts of which records consist. The functions below return records that
// differ in one part from the record that [plain] returns.
type record struct {
	names   func(r *rand.Rand) [6]string // the names of the members, as written in JSON with escapes
	value   fragment                     // the contents of a string, as written in JSON with escapes
	integer fragment
	number  fragment
	colon   string // a colon and the white space around it
	comma   string // the separator of the members of an object and of the elements of an array
	open    string // white space after an opening bracket
	close   string // white space before a closing bracket
	between string // between two records
}

func plain() record {
	return record{
		names:   func(*rand.Rand) [6]string { return plainNames },
		value:   words(ascii),
		integer: func(b []byte, r *rand.Rand) []byte { return strconv.AppendInt(b, r.Int64N(1e6), 10) },
		number:  func(b []byte, r *rand.Rand) []byte { return fmt.Appendf(b, "%d.%d", r.IntN(100), r.IntN(10)) },
		colon:   ": ",
		comma:   ", ",
		between: ",\n",
	}
}

// append appends one record.
func (d record) append(b []byte, r *rand.Rand) []byte {
	names := d.names(r)
	member := func(i int, separator string, value fragment) {
		b = append(append(append(b, separator...), '"'), names[i]...)
		b = value(append(append(b, '"'), d.colon...), r)
	}
	text := quoted(d.value)
	member(0, "{"+d.open, d.integer)
	member(1, d.comma, text)
	member(2, d.comma, text)
	member(3, d.comma, d.number)
	member(4, d.comma, func(b []byte, r *rand.Rand) []byte {
		b = text(append(append(b, '['), d.open...), r)
		b = text(append(b, d.comma...), r)
		return append(append(b, d.close...), ']')
	})
	member(5, d.comma, fragment(boolean))
	return append(append(b, d.close...), '}')
}

func boolean(b []byte, r *rand.Rand) []byte { return strconv.AppendBool(b, r.IntN(2) == 0) }

func quoted(body fragment) fragment {
	return func(b []byte, r *rand.Rand) []byte { return append(body(append(b, '"'), r), '"') }
}

// document returns an array of records.
func (d record) document() func(*rand.Rand, int) []byte { return listOf(d.append, d.between) }

// lines returns records, one per line.
func (d record) lines(end string) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		b := make([]byte, 0, size+1024)
		for len(b) == 0 || len(b) < size-100 {
			b = append(d.append(b, r), end...)
		}
		return b
	}
}

// listOf returns an array of values with separators between them. It has at least two values, even
// if they are longer than the size.
func listOf(value fragment, separator string) func(*rand.Rand, int) []byte {
	return func(r *rand.Rand, size int) []byte {
		b := make([]byte, 0, size+1024)
		b = value(append(b, "[\n"...), r)
		for last := 0; len(b) == last || last == 0 || len(b)+len(b)-last < size-2; {
			last = len(b)
			b = value(append(b, separator...), r)
		}
		return append(b, "\n]"...)
	}
}

// The functions below return a record with one part changed.

func withValue(value fragment) record { d := plain(); d.value = value; return d }

func withNumbers(number fragment) record {
	d := plain()
	d.integer, d.number = number, number
	return d
}

func withNames(names [6]string) record {
	d := plain()
	d.names = func(*rand.Rand) [6]string { return names }
	return d
}

// withRareNames returns records of which one in a hundred has other names.
func withRareNames(rare [6]string) record {
	d := plain()
	d.names = func(r *rand.Rand) [6]string {
		if r.IntN(100) == 0 {
			return rare
		}
		return plainNames
	}
	return d
}

// withDistinctNames returns records whose names are different in each record.
func withDistinctNames() record {
	d := plain()
	d.names = func(r *rand.Rand) (names [6]string) {
		for i, name := range plainNames {
			names[i] = name + strconv.Itoa(r.IntN(1e6))
		}
		return names
	}
	return d
}

// withSpace returns a record with other white space.
func withSpace(colon, comma, open, close, between string) record {
	d := plain()
	d.colon, d.comma, d.open, d.close, d.between = colon, comma, open, close, between
	return d
}
