package dialect

import "github.com/assayjson/assay/internal/engine/syntax"

// A Map maps offsets in the JSON text that [Lower] returned to offsets in its source. A Map retains
// the source. The zero Map is for a text in which no offset has changed. A Map may be used
// concurrently.
type Map struct {
	src      []byte
	rewrites rewriteList
}

// IsIdentity reports whether all offsets are the same as in the source.
func (m *Map) IsIdentity() bool { return m.rewrites.count == 0 }

// Offset returns the offset in the source for an offset in the JSON text. It is exact at the
// beginning and end of tokens, for characters and escapes in strings, and everywhere between
// tokens. Inside a number that has been rewritten, it returns the beginning of the number. Offset
// takes time logarithmic in the number of rewritten tokens, and linear in the length of a string.
func (m *Map) Offset(json int64) int64 {
	at := m.end(json)
	if _, r, ok := m.rewrites.find(int(json)); ok && at < int64(r.end) {
		at += int64(continuationsLen(m.src[at:r.end]))
	}
	return at
}

// end is like Offset, but for the offset at which something ends: if there are line continuations
// at that position, it returns the offset before them, not after them.
func (m *Map) end(json int64) int64 {
	at := int(json)
	r, _, ok := m.rewrites.find(at) // the first of several line continuations
	if !ok {
		return json
	}
	if at == r.jsonBegin {
		return int64(r.begin)
	}
	if at >= r.jsonEnd {
		return int64(at - r.jsonEnd + r.end)
	}
	raw := m.src[r.begin:r.end]
	if c := raw[0]; syntax.IsDigit(c) || c == '+' || c == '-' || c == '.' || specialOf(raw) != "" && r.jsonEnd-r.jsonBegin == 1 {
		return int64(r.begin)
	}
	if raw[0] < ' ' || raw[0] == '\\' && raw[1] != 'u' {
		return int64(r.begin) // a part of a string
	}
	return int64(r.begin + sourceLen(raw, at-r.jsonBegin))
}

// Span returns the part of the source that corresponds to the part of the JSON text with the given
// offset and length.
func (m *Map) Span(offset, length int64) (begin, n int64) {
	begin = m.Offset(offset)
	return begin, max(m.end(offset+length)-begin, 0)
}

// Special returns "NaN", "Infinity" or "-Infinity" if the JSON text has a 0 instead of that value at
// the given offset. Otherwise it returns "".
func (m *Map) Special(json int64) string {
	_, r, ok := m.rewrites.find(int(json))
	if !ok || r.jsonBegin != int(json) || r.jsonEnd != int(json)+1 {
		return ""
	}
	return specialOf(m.src[r.begin:r.end])
}
