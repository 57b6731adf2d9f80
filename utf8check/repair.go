package utf8check

import "unicode/utf8"

// A Policy says what [AppendValid] does with an ill-formed sequence.
type Policy uint8

const (
	// Strict returns an error.
	Strict Policy = iota

	// Replace writes U+FFFD for each maximal subpart. This is what the WHATWG
	// decoder does (Encoding standard, "UTF-8 decoder"), and what the Unicode
	// standard recommends in section 3.9, "U+FFFD Substitution of Maximal
	// Subparts". [strings.ToValidUTF8] does something else: it writes one
	// replacement for a whole run.
	Replace

	// Ignore leaves ill-formed sequences out. Beware: bytes that a filter kept
	// apart can come together.
	Ignore
)

// AppendValid appends src to dst as UTF-8, treating ill-formed sequences by
// policy, and returns the extended slice. With [Strict] it returns dst unchanged
// and an [*Error] when src is not UTF-8; the other policies never fail.
func AppendValid(dst, src []byte, policy Policy) ([]byte, error) {
	if policy == Strict {
		if err := Check(src); err != nil {
			return dst, err
		}
		return append(dst, src...), nil
	}
	for {
		good, length, kind := first(src)
		dst = append(dst, src[:good]...)
		if kind == WellFormed {
			return dst, nil
		}
		if policy == Replace {
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
		src = src[good+length:]
	}
}
