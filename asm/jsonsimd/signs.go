package jsonsimd

// Signs describes what is in a part of a text. Something counts as soon as its last byte that matters
// has been read.
type Signs struct {
	// There is a number with an exponent that has no minus sign and is at least 200 or has more than
	// three digits, or a number with at least [ManyDigits] digits in a row. Other numbers are not too
	// large for IEEE 754 binary64.
	LargeNumbers bool
	// There is a number with an exponent that has a minus sign and at least three digits. Numbers
	// that are neither large nor small are not too small for binary64 either, so they do not become
	// zero.
	SmallNumbers bool
	// There is a character that changes the direction of text (U+202A to U+202E, and U+2066 to
	// U+2069), or an escape of one. The text must be valid.
	Bidi bool
}

// Signs returns the signs in the chunks checked since Reset or the last call of Signs. It must be
// called only with the rule [IJSON].
func (j *Checker) Signs() Signs {
	j.lexer.begin()
	const kinds = 3
	planes := j.lexer.words(jsonPlanes.signs, kinds)
	all := uint64(0)
	for _, w := range planes {
		all |= w
	}
	if all == 0 {
		return Signs{}
	}
	var found [kinds]bool
	for i, w := range planes {
		found[i*kinds/len(planes)] = found[i*kinds/len(planes)] || w != 0
	}
	clear(planes)
	return Signs{LargeNumbers: found[0], SmallNumbers: found[1], Bidi: found[2]}
}

// ManyDigits is the number of digits in a row that make a number large; see [Signs].
const ManyDigits = 64
