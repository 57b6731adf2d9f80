package fuzzing

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
)

// A mutator makes mutants by random changes.
type mutator struct{ *rand.Rand }

// mutant returns a copy of one of the seeds in which about half of the values have been changed.
func (m mutator) mutant(seeds [][]any) []any {
	args := slices.Clone(seeds[m.IntN(len(seeds))])
	other := seeds[m.IntN(len(seeds))]
	first := m.IntN(len(args)) // is always changed
	for i := range args {
		if i == first || m.IntN(2) == 0 {
			args[i] = m.value(args[i], other[i])
		}
	}
	return args
}

// value returns a changed copy of v. The value other, of another seed, may lend a part of its text.
func (m mutator) value(v, other any) any {
	switch v := v.(type) {
	case []byte:
		return m.text(v, other.([]byte))
	case string:
		return string(m.text([]byte(v), []byte(other.(string))))
	case bool:
		return m.IntN(2) == 0
	case float32:
		return v * float32(m.NormFloat64())
	case float64:
		return v * m.NormFloat64()
	}
	changed := reflect.New(reflect.TypeOf(v)).Elem()
	switch old := reflect.ValueOf(v); {
	case changed.CanInt():
		changed.SetInt(m.integer(old.Int()))
	case changed.CanUint():
		changed.SetUint(uint64(m.integer(int64(old.Uint()))))
	default:
		panic(fmt.Sprintf("%T cannot be fuzzed", v))
	}
	return changed.Interface()
}

// integer returns an integer that may be near n, small, or of any size. Its type may cut off the highest
// bits.
func (m mutator) integer(n int64) int64 {
	switch m.IntN(3) {
	case 0:
		return n + int64(m.IntN(9)) - 4
	case 1:
		return int64(m.IntN(1 << 8))
	default:
		return int64(m.Uint64() >> m.IntN(64))
	}
}

// text returns a copy of b with up to four changes.
func (m mutator) text(b, other []byte) []byte {
	b = slices.Clone(b)
	for range 1 + m.IntN(4) {
		at := m.IntN(len(b) + 1)
		switch rest := len(b) - at; m.IntN(7) {
		case 0:
			b = b[:at]
		case 1:
			b = slices.Delete(b, at, at+m.upTo(rest))
		case 2:
			b = slices.Insert(b, at, m.interesting())
		case 3:
			b = slices.Insert(b, at, slices.Clone(b[at:at+m.upTo(rest)])...)
		case 4:
			begin := m.IntN(len(other) + 1)
			b = slices.Insert(b, at, other[begin:begin+m.upTo(len(other)-begin)]...)
		case 5:
			if rest > 0 {
				b[at] ^= 1 << m.IntN(8)
			}
		case 6:
			if rest > 0 {
				b[at] = m.interesting()
			}
		}
	}
	return b
}

// upTo returns a random number up to n, most often a small one.
func (m mutator) upTo(n int) int { return m.IntN(min(n, 1<<m.IntN(8)) + 1) }

// interesting returns a byte that may mean something to a parser of JSON or UTF-8, or any byte.
func (m mutator) interesting() byte {
	const bytes = "{}[]:,\"\\/ \t\r\n\x00\x1e'*#+-.0123459eEu\x7f\x80\xbf\xc2\xe0\xed\xef\xbb\xf0\xf4\xff"
	if i := m.IntN(len(bytes) + 8); i < len(bytes) {
		return bytes[i]
	}
	return byte(m.IntN(1 << 8))
}
