package utf8check

import (
	"unicode/utf8"

	"github.com/assayjson/assay/asm/utf8simd"
)

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
// result. With [Replace] and [Ignore], it may overwrite all of the spare capacity of dst, even if the
// result is shorter. dst and src must not overlap.
func AppendValid(dst, src []byte, policy Policy) ([]byte, error) {
	if policy == Strict {
		if err := Check(src); err != nil {
			return dst, err
		}
		return append(dst, src...), nil
	}
	near, few := closeness()
	for frequent := 0; ; { // the number of ill-formed sequences in a row that are near the ones before them
		good, length, kind := first(src)
		dst = append(dst, src[:good]...)
		if src = src[good:]; kind == WellFormed {
			return dst, nil
		}
		if frequent++; good >= near {
			frequent = 0
		}
		if frequent > few {
			m := &replacing
			if policy == Ignore {
				m = &ignoring
			}
			dst, src = m.Get().appendMended(dst, src)
			frequent = 0
			continue
		}
		if policy == Replace {
			dst = utf8.AppendRune(dst, utf8.RuneError)
		}
		src = src[length:]
	}
}

// closeness returns when mending is faster than searching for the next ill-formed sequence: if more
// than few sequences in a row have fewer than near bytes before them.
func closeness() (near, few int) {
	if utf8simd.Mends() {
		return 768, 1
	}
	return 8, 3
}

// appendMended appends src up to the end of a part that is well-formed, and returns the rest. The
// kernel mends as much as possible; the mender is for the rest, and for small rooms.
func (m *mender) appendMended(dst, src []byte) (out, rest []byte) {
	var own mendRoom
	for clean := false; !clean && len(src) > 0; {
		written, read := utf8simd.Mend(dst[len(dst):cap(dst)], src, m == replacing.Get())
		dst, src = dst[:len(dst)+written], src[read:]
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
