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
	m := replacing
	if policy == Ignore {
		m = ignoring
	}
	for near := 0; ; { // the number of ill-formed sequences in a row with only a few bytes between them
		good, length, kind := first(src)
		dst = append(dst, src[:good]...)
		if src = src[good:]; kind == WellFormed {
			return dst, nil
		}
		if near++; good >= 8 {
			near = 0
		}
		if near > fewNear {
			dst, src = m.appendMended(dst, src)
			near = 0
			continue
		}
		if policy == Replace {
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
		src = src[length:]
	}
}

// fewNear is the number of ill-formed sequences in a row after which a mender is faster than a search
// for the next one.
const fewNear = 3

// appendMended appends src up to the end of a part that is well-formed, and returns the rest.
func (m *mender) appendMended(dst, src []byte) (out, rest []byte) {
	var own mendRoom
	for clean := false; !clean && len(src) > 0; {
		var written, read int
		if spare := dst[len(dst):cap(dst)]; len(spare) >= len(own) {
			written, read, clean = m.mend((*mendRoom)(spare), src)
			dst = dst[:len(dst)+written]
		} else {
			written, read, clean = m.mend(&own, src)
			dst = append(dst, own[:written]...)
		}
		src = src[read:]
	}
	return dst, src
}
