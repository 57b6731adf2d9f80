package dialect

import (
	"sort"

	"github.com/assayjson/assay/internal/syntax"
)

// A Map says where in the source of [Lower] the parts of the JSON text come from. It keeps
// the source. The zero Map is that of a text that has kept all its offsets.
type Map struct {
	src      []byte
	rewrites []rewrite // in rising order
}

// A rewrite is a token that is not the same, byte by byte: the part [begin, end) of the source
// has become [jsonBegin, jsonEnd).
type rewrite struct {
	begin, end         int
	jsonBegin, jsonEnd int
}

// IsIdentity reports whether all offsets are those of the source.
func (m *Map) IsIdentity() bool { return len(m.rewrites) == 0 }

// Offset returns the offset in the source for one in the JSON text. It is exact where tokens
// begin and end, for characters and escapes in strings, and everywhere between tokens; within
// a number that has been rewritten it is where the number begins. It takes time logarithmic in the
// number of tokens that have been rewritten, and linear in the length of a string.
func (m *Map) Offset(json int64) int64 {
	at := m.end(json)
	if i := m.find(int(json)); i >= 0 && at < int64(m.rewrites[i].end) {
		at += int64(continuationsLen(m.src[at:m.rewrites[i].end]))
	}
	return at
}

// end is Offset for where something ends: between characters, before line continuations rather
// than behind them.
func (m *Map) end(json int64) int64 {
	at := int(json)
	i := m.find(at)
	if i < 0 {
		return json
	}
	r := m.rewrites[i]
	if at >= r.jsonEnd {
		return int64(at - r.jsonEnd + r.end)
	}
	raw := m.src[r.begin:r.end]
	if c := raw[0]; syntax.IsDigit(c) || c == '+' || c == '-' || c == '.' || specialOf(raw) != "" && r.jsonEnd-r.jsonBegin == 1 {
		return int64(r.begin)
	}
	return int64(r.begin + sourceLen(raw, at-r.jsonBegin))
}

// find returns the last rewrite that begins at or before an offset, or -1.
func (m *Map) find(at int) int {
	return sort.Search(len(m.rewrites), func(i int) bool { return m.rewrites[i].jsonBegin > at }) - 1
}

// Span returns the part of the source for so many bytes at an offset in the JSON text.
func (m *Map) Span(offset, length int64) (begin, n int64) {
	begin = m.Offset(offset)
	return begin, max(m.end(offset+length)-begin, 0)
}

// Special returns "NaN", "Infinity" or "-Infinity" if that is what the number at an offset
// in the JSON text stands for, where it is 0; otherwise "".
func (m *Map) Special(json int64) string {
	i := m.find(int(json))
	if i < 0 || m.rewrites[i].jsonBegin != int(json) || m.rewrites[i].jsonEnd != int(json)+1 {
		return ""
	}
	return specialOf(m.src[m.rewrites[i].begin:m.rewrites[i].end])
}
