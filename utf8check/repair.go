package utf8check

import "unicode/utf8"

// A Policy selects what [AppendValid] does with ill-formed sequences.
type Policy uint8

const (
	// Strict returns an error.
	Strict Policy = iota

	// Replace replaces each maximal subpart by U+FFFD. The WHATWG decoder does the same (Encoding
	// standard, "UTF-8 decoder"), and the Unicode standard recommends it in section 3.9, "U+FFFD
	// Substitution of Maximal Subparts". In contrast, [strings.ToValidUTF8] replaces a whole run of
	// invalid bytes only once.
	Replace

	// Ignore omits ill-formed sequences. Beware: this can join bytes that were separate when a filter
	// examined the text.
	Ignore
)

// AppendValid appends src to dst as UTF-8, handles ill-formed sequences according to policy, and
// returns the extended buffer. With [Strict], it returns dst unchanged and an [*Error] if src is
// not UTF-8; the other policies never fail. AppendValid does not allocate if dst has room for the
// result. dst and src must not overlap.
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
