package jsonsimd

// HasLargeNumbers reports whether there is a large number in the chunks checked since Reset or the
// last call of HasLargeNumbers. It must be called only with the rule [IJSON]. A number is large if
// its exponent has no minus sign and is at least 200, or has more than three digits, or if the
// number has at least [ManyDigits] digits in a row. Other numbers are in the range of IEEE 754
// binary64. A number counts as soon as these digits have been read.
func (j *Checker) HasLargeNumbers() bool {
	j.begin()
	found, plane := uint64(0), j.lexer.words(jsonPlanes.large, 1)
	for _, w := range plane {
		found |= w
	}
	clear(plane)
	return found != 0
}

// ManyDigits is the number of digits in a row that make a number large; see
// [Checker.HasLargeNumbers].
const ManyDigits = 64
